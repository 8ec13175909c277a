// Every lookup as a form, with its price before it is run and its answer explained after. The parameters stand in the
// address, so that a link is a call; a call that was made before may be named there too, to be compared with.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Lookup, lookupsQuery, usualPath } from '../reference.ts'
import { credits, t } from '../text.ts'
import { Badge, Card, Empty, Field, Page, Shown, State } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { Tabs } from '../ui/tabs.tsx'
import { Answer } from './answer.tsx'
import { useFirstAnswer } from './first-answer.ts'
import { LookupInput, readValues } from './lookup-form.tsx'
import { type Ran, runLookup } from './run-lookup.ts'
import { cli, curl, python, typeScript } from './samples.ts'
import { SaveLookup } from './save-lookup.tsx'
import { Snippet } from './snippet.tsx'

export function View() {
  const lookups = useQuery(lookupsQuery)
  const [{ endpoint }] = useParams()
  return (
    <Page title={t('Playground')} note={t('Try any lookup with the key you signed in with')}>
      <Shown query={lookups} rows={8}>
        {(all) => {
          const lookup =
            all.find(({ path }) => path === endpoint) ?? all.find(({ path }) => path === usualPath(all))
          if (!lookup) return <Empty title={t('This server has no lookups')} />
          return <Playground key={lookup.path} lookup={lookup} all={all} />
        }}
      </Shown>
    </Page>
  )
}

function Playground({ lookup, all }: { lookup: Lookup; all: Lookup[] }) {
  const [params, setParams] = useParams()
  const given = Object.fromEntries(lookup.parameters.map(({ name }) => [name, params[name]]))
  const isLink = lookup.parameters.some(({ name }) => params[name] !== undefined)
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      lookup.parameters.map(({ name, example }) => [name, (isLink ? given[name] : example) ?? '']),
    ),
  )
  const [history, setHistory] = useState<Ran[]>([])
  const [shown, setShown] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const values = readValues(lookup, texts)
  const ran = history[shown]
  const first = useFirstAnswer(params.first, history, shown)

  async function run(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const made = await runLookup(lookup, values)
    setHistory((before) => [made, ...before].slice(0, 20))
    setShown(0)
    setBusy(false)
  }

  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="space-y-4">
        <Card>
          <form onSubmit={run} className="space-y-3 pt-3">
            <Field label={t('Endpoint')}>
              <select
                className="input"
                value={lookup.path}
                onChange={(event) => setParams({ ...cleared(params), endpoint: event.target.value })}
              >
                {groups(all).map(([tag, members]) => (
                  <optgroup key={tag} label={tag}>
                    {members.map(({ path, summary }) => (
                      <option key={path} value={path}>
                        {summary}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            </Field>
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span className="mono">
                {lookup.method} {lookup.path}
              </span>
              <State state={lookup.status} />
            </p>
            <p className="quiet text-sm">{lookup.description}</p>
            {lookup.parameters
              .filter(({ isCommon }) => !isCommon)
              .map((parameter) => (
                <LookupInput key={parameter.name} parameter={parameter} texts={texts} setTexts={setTexts} />
              ))}
            <details>
              <summary className="quiet cursor-pointer text-sm">{t('Options of every lookup')}</summary>
              <div className="mt-2 space-y-3">
                {lookup.parameters
                  .filter(({ isCommon }) => isCommon)
                  .map((parameter) => (
                    <LookupInput
                      key={parameter.name}
                      parameter={parameter}
                      texts={texts}
                      setTexts={setTexts}
                    />
                  ))}
              </div>
            </details>
            <button type="submit" className="button main w-full" disabled={isBusy}>
              {isBusy ? t('Running…') : t('Run for {0}', credits(lookup.credits))}
            </button>
          </form>
          <SaveLookup lookup={lookup} texts={texts} history={history} />
        </Card>
        {history.length > 0 && (
          <Card title={t('Of this session')} flush>
            <ul className="pb-2 text-[0.87rem]">
              {history.map((one, n) => (
                <li key={one.at}>
                  <button
                    type="button"
                    className={`flex w-full justify-between gap-2 px-[1.1rem] py-1.5 text-left hover:bg-raised ${n === shown ? 'font-medium' : ''}`}
                    onClick={() => setShown(n)}
                  >
                    <span className="min-w-0 truncate">
                      {Object.values(one.values).map(String).join(' ')}
                    </span>
                    <Badge kind={one.status !== null && one.status < 300 ? 'good' : 'warn'}>
                      {one.status ?? '–'}
                    </Badge>
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <div className="min-w-0 space-y-4">
        {ran ? (
          <Answer ran={ran} lookup={lookup} first={first} />
        ) : (
          <Card>
            <Empty title={t('No call yet')}>{t('Run the example as it stands, or change it first.')}</Empty>
          </Card>
        )}
        <Card flush>
          <Tabs
            label={t('The same call elsewhere')}
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

const cleared = (params: Record<string, string | undefined>) =>
  Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))

function groups(all: Lookup[]): [string, Lookup[]][] {
  const made = new Map<string, Lookup[]>()
  for (const one of all) made.set(one.tag, [...(made.get(one.tag) ?? []), one])
  return [...made]
}
