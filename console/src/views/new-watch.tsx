// Creates a watch: lookup, interval, watched fields, webhook, and the price.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { defaultPath, type LookupInfo, lookupsQuery } from '../reference.ts'
import { useWork } from '../requests.ts'
import { formatCredits, t } from '../text.ts'
import { Button, readForm, SelectField, splitList, TextField } from '../ui/controls.tsx'
import { Dialog, Empty, Loaded, Problem } from '../ui/parts.tsx'
import {
  EndpointField,
  ParameterInput,
  readBatchInput,
  singleCallOptions,
  type Texts,
} from './lookup-form.tsx'

export type WatchStart = { path: string; texts: Texts }
type NewWatchProps = { initial?: WatchStart; onClose: () => void; onMade: (id: string) => void }

export function NewWatchDialog({ initial, onClose, onMade }: NewWatchProps) {
  const lookups = useQuery(lookupsQuery)
  return (
    <Dialog title={t('New watch')} onClose={onClose} wide>
      <Loaded query={lookups}>{(all) => <Form all={all} initial={initial} onMade={onMade} />}</Loaded>
    </Dialog>
  )
}

const intervals = [300, 900, 3600, 21_600, 86_400, 604_800]
const monthSeconds = 30 * 86_400

type FormProps = { all: LookupInfo[]; initial: WatchStart | undefined; onMade: (id: string) => void }

function Form({ all, initial, onMade }: FormProps) {
  const queries = useQueryClient()
  const [path, setPath] = useState(initial?.path ?? defaultPath(all))
  const [texts, setTexts] = useState<Texts>(initial?.texts ?? {})
  const [every, setEvery] = useState('3600')
  const { problem, isBusy, work } = useWork()
  const lookup = all.find((entry) => entry.path === path)
  if (!lookup) return <Empty title={t('This server has no lookups')} />

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const fields = splitList(read('fields'))
    void work(async () => {
      const { data } = await quarry.watches.create({
        endpoint: path,
        params: readBatchInput(lookup, texts),
        every: every === 'cron' ? read('cron') : Number(every),
        ...(fields.length > 0 ? { fields } : {}),
        ...(read('webhook') ? { webhook: read('webhook') } : {}),
        ...(read('until') ? { until: read('until') } : {}),
      })
      await queries.invalidateQueries({ queryKey: ['watches'] })
      onMade(data.watch_id)
    })
  }

  return (
    <form className="space-y-3" onSubmit={submit}>
      <EndpointField all={all} path={path} onChange={setPath} />
      <ParameterFields lookup={lookup} texts={texts} setTexts={setTexts} />
      <div className="grid gap-3 border-t border-line pt-3 sm:grid-cols-2">
        <IntervalFields every={every} onChange={setEvery} />
        <TextField
          label={t('Fields to watch, separated by commas; leave empty for the whole record')}
          name="fields"
          look="mono"
        />
        <TextField
          label={t('Webhook for changes (https)')}
          name="webhook"
          type="url"
          placeholder="https://receiver.example/hook"
        />
        <TextField label={t('Last day; leave empty for no end')} name="until" type="date" />
      </div>
      <p className="quiet text-sm">{describeCost(lookup, every)}</p>
      {problem !== null && <Problem error={problem} />}
      <Button type="submit" look="main w-full" disabled={isBusy}>
        {t('Create watch')}
      </Button>
    </form>
  )
}

type SetTexts = (change: (before: Texts) => Texts) => void
type ParameterFieldsProps = { lookup: LookupInfo; texts: Texts; setTexts: SetTexts }

const ParameterFields = ({ lookup, texts, setTexts }: ParameterFieldsProps) => (
  <div className="grid gap-3 sm:grid-cols-2">
    {lookup.parameters
      .filter(({ name, isCommon }) => !singleCallOptions.includes(name) && (!isCommon || texts[name]))
      .map((parameter) => (
        <ParameterInput
          key={parameter.name}
          parameter={{ ...parameter, description: '' }}
          texts={texts}
          setTexts={setTexts}
        />
      ))}
  </div>
)

const IntervalFields = ({ every, onChange }: { every: string; onChange: (every: string) => void }) => (
  <>
    <SelectField label={t('How often')} value={every} onChange={onChange}>
      {intervals.map((seconds) => (
        <option key={seconds} value={seconds}>
          {formatInterval(seconds)}
        </option>
      ))}
      <option value="cron">{t('by a cron expression')}</option>
    </SelectField>
    {every === 'cron' && (
      <TextField
        label={t('Cron expression with five fields, in UTC')}
        name="cron"
        look="mono"
        required
        placeholder="0 9 * * MON-FRI"
      />
    )}
  </>
)

/** Such as `every 6 hours`; a cron expression is shown unchanged. */
export function formatInterval(every: number | string): string {
  if (typeof every === 'string') return `${every} UTC`
  const countUnits = (seconds: number) => every % seconds === 0 && every / seconds
  const [days, hours, minutes] = [countUnits(86_400), countUnits(3600), countUnits(60)]
  if (days) return days === 1 ? t('every day') : t('every {0} days', days)
  if (hours) return hours === 1 ? t('every hour') : t('every {0} hours', hours)
  if (minutes) return minutes === 1 ? t('every minute') : t('every {0} minutes', minutes)
  return every === 1 ? t('every second') : t('every {0} seconds', every)
}

function describeCost({ credits: price }: LookupInfo, every: string): string {
  if (every === 'cron') return t('Each run costs {0}.', formatCredits(price))
  const month = Math.floor(monthSeconds / Number(every)) * price
  return t('Each run costs {0}, up to {1} in 30 days.', formatCredits(price), formatCredits(month))
}
