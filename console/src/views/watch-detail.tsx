// One watch: settings, actions, and its history.
import type { Schemas } from '@quarry/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { DifferenceTable } from '../ui/difference-table.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { Badge, type BadgeKind, Dialog, Empty, Loaded, Problem, State } from '../ui/parts.tsx'
import { save } from '../ui/save.ts'
import { useWork } from '../ui/work.ts'
import { useRead } from '../use-read.ts'
import { readWholeText } from '../whole-text.ts'
import { WatchChart } from './watch-chart.tsx'
import { describeParams, everyText, whyPaused } from './watch-texts.ts'

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
    [t('How often'), everyText(watch.every)],
    [t('Next run'), watch.next_at && moment(watch.next_at)],
    [t('Last run'), watch.last_run_at && moment(watch.last_run_at)],
    [t('Webhook'), watch.webhook],
    [t('Until'), watch.until && moment(watch.until)],
  ]
  return (
    <>
      <p className="numbers flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" role="status">
        <State state={watch.status} />
        <span>{t('runs: {0}', number(watch.runs))}</span>
        <span>{t('changes: {0}', number(watch.changes))}</span>
        {watch.missed > 0 && <span className="text-amber">{t('missed: {0}', number(watch.missed))}</span>}
      </p>
      {watch.paused_reason && (
        <p className="mt-2 rounded-md bg-[var(--amber-tint)] px-3 py-2 text-sm text-amber">
          {whyPaused(watch.paused_reason)}
        </p>
      )}
      <Facts of={facts} />
    </>
  )
}

function Actions({ watch: { watch_id: id, status }, onDeleted }: { watch: Watch; onDeleted: () => void }) {
  const queries = useQueryClient()
  const { problem, isBusy, work } = useWork()
  const [isSure, setSure] = useState(false)
  const renew = () =>
    Promise.all([['watch', id], ['watches']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const turn = () =>
    work(async () => {
      await (status === 'active' ? quarry.watches.pause(id) : quarry.watches.resume(id))
      await renew()
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
          <Button disabled={isBusy} onClick={() => void turn()}>
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

const kinds: Record<string, BadgeKind> = {
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
      <Badge kind={kinds[event.type] ?? ''}>{t(event.type)}</Badge>
      <span className="numbers">{moment(event.at)}</span>
      <span className="quiet min-w-0 wrap-anywhere">
        {event.type === 'missed' && event.missed !== null && t('missed: {0}', number(event.missed))}
        {event.type === 'not_compared' && t('The record could not be compared. The next run compares again.')}
        {event.type === 'paused' && event.reason !== null && whyPaused(event.reason)}
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
