// A watch to be made: which lookup, how often, which of its fields count, and what that costs.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { type Lookup, lookupsQuery, usualPath } from '../reference.ts'
import { credits, number, t } from '../text.ts'
import { Dialog, Empty, Field, Problem, Shown } from '../ui/parts.tsx'
import { useWork } from '../ui/work.ts'
import { EndpointField } from './endpoint-field.tsx'
import { LookupInput, ofOneCall, readInput, type Texts } from './lookup-form.tsx'
import { everyText } from './watch-words.ts'

export type WatchStart = { path: string; texts: Texts }
type NewWatchProps = { initial?: WatchStart; onClose: () => void; onMade: (id: string) => void }

export function NewWatch({ initial, onClose, onMade }: NewWatchProps) {
  const lookups = useQuery(lookupsQuery)
  return (
    <Dialog title={t('New watch')} onClose={onClose} wide>
      <Shown query={lookups}>{(all) => <Form all={all} initial={initial} onMade={onMade} />}</Shown>
    </Dialog>
  )
}

const intervals = [300, 900, 3600, 21_600, 86_400, 604_800]
const monthSeconds = 30 * 86_400

type FormProps = { all: Lookup[]; initial: WatchStart | undefined; onMade: (id: string) => void }

function Form({ all, initial, onMade }: FormProps) {
  const queries = useQueryClient()
  const [path, setPath] = useState(initial?.path ?? usualPath(all))
  const [texts, setTexts] = useState<Texts>(initial?.texts ?? {})
  const [every, setEvery] = useState('3600')
  const { problem, isBusy, work } = useWork()
  const lookup = all.find((one) => one.path === path)
  if (!lookup) return <Empty title={t('This server has no lookups')} />

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const said = (name: string) => String(given.get(name) ?? '').trim()
    const fields = said('fields')
      .split(/[\s,]+/)
      .filter((one) => one !== '')
    void work(async () => {
      const { data } = await quarry.watches.create({
        endpoint: path,
        params: readInput(lookup, texts),
        every: every === 'cron' ? said('cron') : Number(every),
        ...(fields.length > 0 ? { fields } : {}),
        ...(said('webhook') ? { webhook: said('webhook') } : {}),
        ...(said('until') ? { until: said('until') } : {}),
      })
      await queries.invalidateQueries({ queryKey: ['watches'] })
      onMade(data.watch_id)
    })
  }

  return (
    <form className="space-y-3" onSubmit={submit}>
      <EndpointField all={all} path={path} onChange={setPath} />
      <div className="grid gap-3 sm:grid-cols-2">
        {lookup.parameters
          .filter(({ name, isCommon }) => !ofOneCall.includes(name) && (!isCommon || texts[name]))
          .map((parameter) => (
            <LookupInput
              key={parameter.name}
              parameter={{ ...parameter, description: '' }}
              texts={texts}
              setTexts={setTexts}
            />
          ))}
      </div>
      <div className="grid gap-3 border-t border-line pt-3 sm:grid-cols-2">
        <Field label={t('How often')}>
          <select className="input" value={every} onChange={(event) => setEvery(event.target.value)}>
            {intervals.map((seconds) => (
              <option key={seconds} value={seconds}>
                {everyText(seconds)}
              </option>
            ))}
            <option value="cron">{t('by a cron line')}</option>
          </select>
        </Field>
        {every === 'cron' && (
          <Field label={t('Cron line of five fields, in UTC')}>
            <input className="input mono" name="cron" required placeholder="0 9 * * MON-FRI" />
          </Field>
        )}
        <Field label={t('Fields that count, with commas; empty is the whole record')}>
          <input className="input mono" name="fields" spellCheck={false} autoComplete="off" />
        </Field>
        <Field label={t('Tell this https address of changes')}>
          <input className="input" name="webhook" type="url" placeholder="https://receiver.example/hook" />
        </Field>
        <Field label={t('Last day; empty is for good')}>
          <input className="input" name="until" type="date" />
        </Field>
      </div>
      <p className="quiet text-sm">{describeCost(lookup, every)}</p>
      {problem !== null && <Problem error={problem} />}
      <button type="submit" className="button main w-full" disabled={isBusy}>
        {t('Start watching')}
      </button>
    </form>
  )
}

function describeCost({ credits: price }: Lookup, every: string): string {
  if (every === 'cron') return t('Each run is billed like any call: {0}.', credits(price))
  const month = Math.floor(monthSeconds / Number(every)) * price
  return t('Each run is billed like any call: {0}; in 30 days up to {1}.', credits(price), number(month))
}
