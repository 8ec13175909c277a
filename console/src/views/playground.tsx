// Runs any lookup from a form, which can be saved as a batch or a watch. The parameters are in the URL, so that a link
// opens the same call; `first` names an earlier call to compare with.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { defaultPath, type LookupInfo, lookupsQuery } from '../reference.ts'
import { formatCredits, t, toText } from '../text.ts'
import { Button, Copy, FormField } from '../ui/controls.tsx'
import { Badge, Card, Empty, Loaded, State, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { Tabs } from '../ui/tabs.tsx'
import {
  EndpointSearch,
  groupBySource,
  ParameterInput,
  readBatchInput,
  readValues,
  type Texts,
} from './lookup-form.tsx'
import { LookupResponse } from './lookup-response.tsx'
import { type LookupRun, runLookup, useEarlierResult } from './run-lookup.ts'
import { cli, curl, python, typeScript } from './samples.ts'

export function View() {
  const lookups = useQuery(lookupsQuery)
  const [{ endpoint }] = useParams()
  return (
    <ViewPage title={t('Playground')} note={t('Try any lookup with the key you signed in with')}>
      <Loaded query={lookups} rows={8}>
        {(all) => {
          const lookup =
            all.find(({ path }) => path === endpoint) ?? all.find(({ path }) => path === defaultPath(all))
          if (!lookup) return <Empty title={t('This server has no lookups')} />
          return <Playground key={lookup.path} lookup={lookup} all={all} />
        }}
      </Loaded>
    </ViewPage>
  )
}

function Playground({ lookup, all }: { lookup: LookupInfo; all: LookupInfo[] }) {
  const [params, setParams] = useParams()
  const linked = Object.fromEntries(lookup.parameters.map(({ name }) => [name, params[name]]))
  const isLink = lookup.parameters.some(({ name }) => params[name] !== undefined)
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      lookup.parameters.map(({ name, example }) => [name, (isLink ? linked[name] : example) ?? '']),
    ),
  )
  const [history, setHistory] = useState<LookupRun[]>([])
  const [shown, setShown] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const values = readValues(lookup, texts)
  const choose = (path: string) => setParams({ ...clearAll(params), endpoint: path })
  const shownRun = history[shown]
  const first = useEarlierResult(params.first, history, shown)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const run = await runLookup(lookup, values)
    setHistory((before) => [run, ...before].slice(0, 20))
    setShown(0)
    setBusy(false)
  }

  const renderInputs = (areCommon: boolean) =>
    lookup.parameters
      .filter(({ isCommon }) => isCommon === areCommon)
      .map((parameter) => (
        <ParameterInput key={parameter.name} parameter={parameter} texts={texts} setTexts={setTexts} />
      ))

  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="space-y-4">
        <Card>
          <form onSubmit={submit} className="space-y-3 pt-3">
            <EndpointSearch all={all} onPick={choose} />
            <FormField label={t('Endpoint')}>
              <select className="input" value={lookup.path} onChange={(event) => choose(event.target.value)}>
                {groupBySource(all).map(([tag, members]) => (
                  <optgroup key={tag} label={tag}>
                    {members.map(({ path, summary }) => (
                      <option key={path} value={path}>
                        {summary}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            </FormField>
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span className="mono">
                {lookup.method} {lookup.path}
              </span>
              <State state={lookup.status} />
            </p>
            <p className="quiet text-sm">{lookup.description}</p>
            <Examples lookup={lookup} onPick={setTexts} />
            {renderInputs(false)}
            <details>
              <summary className="quiet cursor-pointer text-sm">{t('Options for all lookups')}</summary>
              <div className="mt-2 space-y-3">{renderInputs(true)}</div>
            </details>
            <Button type="submit" look="main w-full" disabled={isBusy}>
              {isBusy ? t('Running…') : t('Run for {0}', formatCredits(lookup.credits))}
            </Button>
          </form>
          <SaveLookup lookup={lookup} texts={texts} history={history} />
        </Card>
        {history.length > 0 && (
          <Card title={t('History')} flush>
            <ul className="pb-2 text-[0.87rem]">
              {history.map((run, n) => (
                <li key={run.at}>
                  <button
                    type="button"
                    className={`flex w-full justify-between gap-2 px-[1.1rem] py-1.5 text-left hover:bg-raised ${n === shown ? 'font-medium' : ''}`}
                    onClick={() => setShown(n)}
                  >
                    <span className="min-w-0 truncate">
                      {Object.values(run.values).map(String).join(' ')}
                    </span>
                    <Badge kind={run.status !== null && run.status < 300 ? 'good' : 'warn'}>
                      {run.status ?? '–'}
                    </Badge>
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <div className="min-w-0 space-y-4">
        {shownRun ? (
          <LookupResponse run={shownRun} lookup={lookup} first={first} />
        ) : (
          <Card>
            <Empty title={t('No calls yet')}>{t('Run the example, or change it first.')}</Empty>
          </Card>
        )}
        <Card flush>
          <Tabs
            label={t('This call as code')}
            tabs={[
              { name: 'curl', content: () => <Snippet text={curl(lookup, values)} /> },
              { name: 'TypeScript', content: () => <Snippet text={typeScript(lookup, values)} /> },
              { name: 'Python', content: () => <Snippet text={python(lookup, values)} /> },
              { name: 'CLI', content: () => <Snippet text={cli(lookup, values)} /> },
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

type ExamplesProps = { lookup: LookupInfo; onPick: (texts: Record<string, string>) => void }

/** Each button fills in the form. */
function Examples({ lookup: { examples }, onPick }: ExamplesProps) {
  if (examples.length < 2) return null
  return (
    <fieldset>
      <legend className="field">{t('Examples')}</legend>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {examples.map((example) => {
          const words = Object.values(example).join(' ')
          return (
            <Button key={words} look="small max-w-full" title={words} onClick={() => onPick(example)}>
              <span className="truncate">{words}</span>
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}

function Snippet({ text }: { text: string }) {
  return (
    <>
      <pre className="mono mb-2 whitespace-pre-wrap">{text}</pre>
      <Copy text={text} />
    </>
  )
}

/** Clears every parameter of the URL. */
const clearAll = (params: Record<string, string | undefined>) =>
  Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))

const NewBatchDialog = lazy(() =>
  import('./new-batch.tsx').then(({ NewBatchDialog: part }) => ({ default: part })),
)
const NewWatchDialog = lazy(() =>
  import('./new-watch.tsx').then(({ NewWatchDialog: part }) => ({ default: part })),
)

/** Saves everything that was run as a batch, or the current form as a watch. */
function SaveLookup({ lookup, texts, history }: { lookup: LookupInfo; texts: Texts; history: LookupRun[] }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'batch' | 'watch' | null>(null)
  const close = () => setOpen(null)
  const go = (to: string, search: Record<string, string>) => void navigate({ to, search: search as never })
  return (
    <div className="pairs mt-3 gap-2">
      <Button onClick={() => setOpen('batch')}>{t('Save as batch')}</Button>
      <Button onClick={() => setOpen('watch')}>{t('Save as watch')}</Button>
      <Suspense>
        {open === 'batch' && (
          <NewBatchDialog
            initial={{ path: lookup.path, inputs: listInputs(lookup, texts, history) }}
            onClose={close}
            onMade={(batch) => go('/console/jobs', { batch })}
          />
        )}
        {open === 'watch' && (
          <NewWatchDialog
            initial={{ path: lookup.path, texts }}
            onClose={close}
            onMade={(watch) => go('/console/watches', { watch })}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The inputs of the form and of earlier runs, without duplicates. */
function listInputs(lookup: LookupInfo, texts: Texts, history: LookupRun[]): Record<string, unknown>[] {
  const tried = history.map(({ values }) =>
    readBatchInput(
      lookup,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)])),
    ),
  )
  const unique = new Map(
    [readBatchInput(lookup, texts), ...tried].map((input) => [JSON.stringify(input), input]),
  )
  return [...unique.values()]
}
