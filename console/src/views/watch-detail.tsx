// One watch: settings, actions, and its history as a list and as a chart.
import type { Schemas } from '@quarry/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { quarry } from '../api.ts'
import { readWholeText, save } from '../download.ts'
import { useRead, useWork } from '../requests.ts'
import { formatDay, formatMoment, formatNumber, t, toText } from '../text.ts'
import { Chart, type ChartMark, type ChartSeries, type Colour, Legend } from '../ui/chart.tsx'
import { Button, SelectField } from '../ui/controls.tsx'
import { DifferenceTable, listLeaves } from '../ui/differences.tsx'
import {
  Badge,
  type BadgeKind,
  Dialog,
  Empty,
  type Fact,
  FactList,
  Loaded,
  Problem,
  State,
} from '../ui/parts.tsx'
import { formatInterval } from './new-watch.tsx'

type Watch = Schemas['Watch']
type WatchEvent = Schemas['WatchEvent']

export function WatchDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const watch = useRead(['watch', id], () => quarry.watches.get(id), { refetchInterval: 5_000 })
  const data = watch.data
  const events = useQuery({
    // Read again when the counters of the watch change.
    queryKey: ['watch history', id, data?.changes, data?.missed, data?.paused_at],
    queryFn: () => readHistory(id),
    enabled: data !== undefined,
    placeholderData: (before) => before,
  })
  return (
    <Dialog title={data ? describeParams(data.params) || t('Watch') : t('Watch')} onClose={onClose} wide>
      <Loaded query={watch}>
        {(loaded) => (
          <>
            <About watch={loaded} />
            <Actions watch={loaded} onDeleted={onClose} />
            <h3 className="mt-5 border-t border-line pt-4">{t('History')}</h3>
            <Loaded query={events}>{(all) => <History watch={loaded} events={all} />}</Loaded>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The parameters of a watch on one line. */
export const describeParams = (params: object): string => Object.values(params).map(toText).join(' ')

async function readHistory(id: string): Promise<WatchEvent[]> {
  const events: WatchEvent[] = []
  for await (const event of quarry.watches.history(id)) events.push(event)
  return events
}

function About({ watch }: { watch: Watch }) {
  const facts: Fact[] = [
    [t('Endpoint'), watch.endpoint],
    [t('Parameters'), JSON.stringify(watch.params)],
    [t('Watched fields'), watch.fields?.join(', ') ?? t('the whole record')],
    [t('How often'), formatInterval(watch.every)],
    [t('Next run'), watch.next_at && formatMoment(watch.next_at)],
    [t('Last run'), watch.last_run_at && formatMoment(watch.last_run_at)],
    [t('Webhook'), watch.webhook],
    [t('Until'), watch.until && formatMoment(watch.until)],
  ]
  return (
    <>
      <p className="numbers flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" role="status">
        <State state={watch.status} />
        <span>{t('runs: {0}', formatNumber(watch.runs))}</span>
        <span>{t('changes: {0}', formatNumber(watch.changes))}</span>
        {watch.missed > 0 && (
          <span className="text-amber">{t('missed: {0}', formatNumber(watch.missed))}</span>
        )}
      </p>
      {watch.paused_reason && (
        <p className="mt-2 rounded-md bg-[var(--amber-tint)] px-3 py-2 text-sm text-amber">
          {describePause(watch.paused_reason)}
        </p>
      )}
      <FactList facts={facts} />
    </>
  )
}

/** Why a watch is paused. */
function describePause(reason: string): string {
  return pauseReasons[reason]?.() ?? t('The last runs failed: {0}', reason)
}

const pauseReasons: Record<string, () => string> = {
  paused: () => t('Paused by a user.'),
  credits_exhausted: () => t('There were not enough credits.'),
  open_invoices: () => t('The account has open invoices.'),
  inactive_key: () => t('The key that created it is inactive.'),
  expired_key: () => t('The key that created it has expired.'),
  forbidden: () => t('The key that created it no longer allows this lookup.'),
  account_deactivated: () => t('The account is deactivated.'),
}

function Actions({ watch: { watch_id: id, status }, onDeleted }: { watch: Watch; onDeleted: () => void }) {
  const queries = useQueryClient()
  const { problem, isBusy, work } = useWork()
  const [isSure, setSure] = useState(false)
  const refresh = () =>
    Promise.all([['watch', id], ['watches']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const toggle = () =>
    work(async () => {
      await (status === 'active' ? quarry.watches.pause(id) : quarry.watches.resume(id))
      await refresh()
    })
  const remove = () =>
    work(async () => {
      await quarry.watches.delete(id)
      await queries.invalidateQueries({ queryKey: ['watches'] })
      onDeleted()
    })
  const download = () =>
    work(async () => {
      const text = await readWholeText('x-next-from', true, (client, from) =>
        client.request('GET', '/v2/watches/{id}/history', {
          path: { id },
          query: { format: 'csv', ...(from === undefined ? {} : { from: Number(from) }) },
          as: 'text',
        }),
      )
      save('watch.csv', 'text/csv', text)
    })
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {status !== 'ended' && (
          <Button disabled={isBusy} onClick={() => void toggle()}>
            {status === 'active' ? t('Pause') : t('Resume')}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => void download()}>
          {t('Download CSV')}
        </Button>
        <Button look="danger" disabled={isBusy} onClick={() => (isSure ? void remove() : setSure(true))}>
          {isSure ? t('Delete with history') : t('Delete')}
        </Button>
      </div>
      {problem !== null && <Problem error={problem} />}
    </>
  )
}

const eventKinds: Record<string, BadgeKind> = {
  changed: 'good',
  not_compared: 'warn',
  missed: 'warn',
  paused: 'bad',
}

function History({ watch, events }: { watch: Watch; events: WatchEvent[] }) {
  if (events.length === 0)
    return (
      <Empty title={t('No changes yet')}>
        {t('The first run stores the record. Later differences appear here.')}
      </Empty>
    )
  return (
    <>
      <WatchChart watch={watch} events={events} />
      <ul className="mt-3">
        {events.toReversed().map((event) => (
          <li key={event.number} className="border-t border-line py-1.5 text-[0.9rem]">
            <EventRow event={event} />
          </li>
        ))}
      </ul>
    </>
  )
}

function EventRow({ event }: { event: WatchEvent }) {
  const head = (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Badge kind={eventKinds[event.type] ?? ''}>{t(event.type)}</Badge>
      <span className="numbers">{formatMoment(event.at)}</span>
      <span className="quiet min-w-0 wrap-anywhere">
        {event.type === 'missed' && event.missed !== null && t('missed: {0}', formatNumber(event.missed))}
        {event.type === 'not_compared' && t('The record could not be compared. The next run compares again.')}
        {event.type === 'paused' && event.reason !== null && describePause(event.reason)}
        {event.type === 'changed' && (event.patch?.map(({ path }) => path).join(', ') ?? '')}
      </span>
    </span>
  )
  if (event.type !== 'changed') return <div className="py-1 pl-5">{head}</div>
  return (
    <details className="group">
      <summary className="flex cursor-pointer gap-2 py-1">
        <span aria-hidden="true" className="flex-none self-start group-open:rotate-90">
          ▸
        </span>
        {head}
      </summary>
      {event.reason === 'not_kept' ? (
        <p className="quiet py-2 pl-5 text-sm">
          {t('The licence of this provider does not allow storing its values.')}
        </p>
      ) : (
        <div className="pl-5">
          <DifferenceTable before={event.before} after={event.after} />
        </div>
      )}
    </details>
  )
}

const eventColours: Record<string, Colour> = {
  changed: 'accent',
  not_compared: 'amber',
  missed: 'amber',
  paused: 'red',
}
const textColours = { accent: 'text-accent', amber: 'text-amber', red: 'text-red', blue: 'text-blue' }
/** How many numbers of a record can be chosen for the chart. */
const pathsMax = 50

const seconds = (iso: string) => Date.parse(iso) / 1000

/** One number of the record over time, or the number of changes. Events are marked. */
function WatchChart({ watch, events }: { watch: Watch; events: WatchEvent[] }) {
  const changes = useMemo(() => events.filter(({ type }) => type === 'changed'), [events])
  const numbers = useMemo(() => listChangedNumbers(changes), [changes])
  const [chosen, setChosen] = useState<string | null>(null)
  const path = chosen ?? numbers[0] ?? ''
  const { times, series, marks } = useMemo(() => {
    const points = path === '' ? countChanges(watch, changes) : readValues(watch, changes, path)
    const line: ChartSeries = {
      label: path === '' ? t('Changes') : path,
      colour: 'blue',
      isStepped: true,
      values: points.map(([, value]) => value),
    }
    return {
      times: points.map(([time]) => time),
      series: [line],
      marks: events.map(
        ({ at, type }): ChartMark => ({ at: seconds(at), colour: eventColours[type] ?? 'accent' }),
      ),
    }
  }, [watch, changes, events, path])
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-end justify-between gap-3 pb-1">
        {numbers.length > 0 ? (
          <div className="w-64 max-w-full">
            <SelectField label={t('Shown')} value={path} onChange={setChosen}>
              {numbers.map((name) => (
                <option key={name}>{name}</option>
              ))}
              <option value="">{t('Number of changes')}</option>
            </SelectField>
          </div>
        ) : (
          <span className="quiet text-[0.82rem]">{t('Number of changes')}</span>
        )}
        <Legend
          mark="┆"
          names={Object.entries(eventColours)
            .filter(([type]) => events.some((event) => event.type === type))
            .map(([type, colour]) => [t(type), textColours[colour]])}
        />
      </div>
      <Chart
        label={t('changes since {0}: {1}', formatDay(watch.created_at), formatNumber(changes.length))}
        times={times}
        series={series}
        marks={marks}
        isFitted={path !== ''}
        heightRem={10.7}
      />
    </div>
  )
}

/** Paths of numbers that changed. */
function listChangedNumbers(changes: WatchEvent[]): string[] {
  const numbers = new Map<string, Set<unknown>>()
  for (const { before, after } of changes)
    for (const value of [before, after])
      for (const [path, leaf] of listLeaves(value))
        if (typeof leaf === 'number') numbers.set(path, (numbers.get(path) ?? new Set()).add(leaf))
  return [...numbers].flatMap(([path, values]) => (values.size > 1 ? [path] : [])).slice(0, pathsMax)
}

type Point = [number, number | null]

/** The last value holds until the last run. */
const findEnd = (watch: Watch, last: WatchEvent | undefined) =>
  Math.max(last ? seconds(last.at) : 0, seconds(watch.last_run_at ?? watch.created_at))

function countChanges(watch: Watch, changes: WatchEvent[]): Point[] {
  const points = changes.map(({ at }, n): Point => [seconds(at), n + 1])
  return [[seconds(watch.created_at), 0], ...points, [findEnd(watch, changes.at(-1)) + 1, changes.length]]
}

function readValues(watch: Watch, changes: WatchEvent[], path: string): Point[] {
  const numberAt = (value: unknown) => {
    const leaf = listLeaves(value).get(path)
    return typeof leaf === 'number' ? leaf : null
  }
  const [first] = changes
  const points = changes.map(({ at, after }): Point => [seconds(at), numberAt(after)])
  const start: Point[] = first ? [[seconds(watch.created_at), numberAt(first.before)]] : []
  return [...start, ...points, [findEnd(watch, changes.at(-1)) + 1, points.at(-1)?.[1] ?? null]]
}
