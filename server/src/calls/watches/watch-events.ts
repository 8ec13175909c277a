// The events of a watch: changes, missed runs and pauses. They are recorded in one order in the transaction in which they
// happen, together with their webhook messages, and read by range as JSON or CSV.
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { csvLine } from '../../platform/lib/csv.ts'
import { workChannel } from '../jobs/notifications.ts'
import { insertDeliveries } from '../webhooks/delivery-queue.ts'

/** `not_compared`: the record of a run could not be compared with the one before. */
export const watchEventTypes = ['changed', 'not_compared', 'missed', 'paused'] as const

export type WatchEvent = {
  watchId: string
  type: (typeof watchEventTypes)[number]
  jobId?: string | null
  provider?: string | null
  /** Why the watch was paused, a run was missed, or values or their difference are absent. */
  reason?: string | null
  missed?: number
  /** JSON texts. */
  patch?: string | null
  before?: string | null
  after?: string | null
}

const maxEvents = 1_000
const maxBytes = 8 * 1024 * 1024

const recordStatement = statement(`
with w as (
  update watches set events = events + 1, changes = changes + case when $2 = 'changed' then 1 else 0 end
  where id = $1 returning id, account_id, key_id, webhook, events
), noted as (
  insert into watch_events (watch_id, number, account_id, at, type, job_id, provider, reason, missed, patch, before, after,
    log_number)
  select w.id, w.events, w.account_id, quarry_now(), $2::text, $3::uuid, $4::text, $5::text, $6::integer, $7::text,
    $8::text, $9::text, nextval('calls_id_seq') from w
), queued as (
  ${insertDeliveries(`
    select account_id, key_id, null::uuid as job_id, null::uuid as batch_id, id as watch_id, events as watch_event, webhook
    from w where webhook is not null and $2::text <> 'missed'`)}
)
select pg_notify('${workChannel}', '') from w where w.webhook is not null`)

/** The newest event of a watch always stays. */
const trimStatement = statement(`
delete from watch_events e using (
  select number, row_number() over (order by number desc) as place,
    sum(coalesce(octet_length(patch), 0) + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0))
      over (order by number desc) as bytes
  from watch_events where watch_id = $1) s
where e.watch_id = $1 and e.number = s.number and s.place > 1 and (s.place > ${maxEvents} or s.bytes > ${maxBytes})`)

/** The number of the log gives the event its place in event streams. */
export async function recordEvent(client: Queryable, event: WatchEvent): Promise<void> {
  const { watchId, type, jobId, provider, reason, missed, patch, before, after } = event
  const values = [watchId, type, jobId, provider, reason, missed, patch, before, after]
  await client.query({ ...recordStatement, values })
  await client.query({ ...trimStatement, values: [watchId] })
}

/** After this many runs in a row without a record, a watch is paused. */
export const maxWithoutRecord = 10

const pauseStatement = statement(`
update watches set state = 'paused', next_at = null, paused_reason = $2, paused_at = quarry_now()
where id = $1 and state = 'active' returning 1`)

/** Pauses an active watch and records why. */
export async function pauseWatch(client: Queryable, watchId: string, reason: string): Promise<void> {
  const { rows } = await client.query({ ...pauseStatement, values: [watchId, reason] })
  if (rows.length > 0) await recordEvent(client, { watchId, type: 'paused', reason })
}

export type HistoryQuery = { format: 'json' | 'csv'; from: number; limit: number }

export type EventRow = {
  number: number
  type: string
  at: Date
  job_id: string | null
  provider: string | null
  reason: string | null
  missed: number | null
  patch: string | null
  before: string | null
  after: string | null
}

const maxPageBytes = 2_000_000
const maxMessageChars = 1_000_000

const columns = 'number, type, at, job_id, provider, reason, missed, patch, before, after'

// Reads one row too many, to know whether there is another page.
const pageStatement = statement(`
select ${columns} from (
  select *, sum(coalesce(octet_length(patch), 0) + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0))
    over (order by number) as bytes, row_number() over (order by number) as place
  from watch_events where watch_id = $1 and number >= $2 order by number limit $3 + 1) e
where e.bytes <= ${maxPageBytes} or e.place = 1 order by number`)

const restStatement = statement(
  'select min(number) as next from watch_events where watch_id = $1 and number > $2',
)

/**
 * A page of the history, oldest first. It is bounded in bytes; if it ends early, `nextFrom` says where to continue. The
 * caller has checked that the account may see the watch.
 */
export async function readHistory(pool: Queryable, watchId: string, { format, from, limit }: HistoryQuery) {
  const rows = await readRows<EventRow>(pool, pageStatement, [watchId, from, limit])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  type Rest = { next: number | null }
  const [rest] = last ? await readRows<Rest>(pool, restStatement, [watchId, last.number]) : []
  const nextFrom = rest?.next ?? null
  if (format === 'csv') return { text: toCsv(shown), contentType: 'text/csv; charset=utf-8', nextFrom }
  const head = JSON.stringify({ watch_id: watchId, from, next_from: nextFrom })
  const text = `${head.slice(0, -1)},"events":[${shown.map(toEventText).join(',')}]}`
  return { text, contentType: 'application/json; charset=utf-8', nextFrom }
}

const oneStatement = statement(`select ${columns} from watch_events where watch_id = $1 and number = $2`)

/** One event as JSON text, without values that are too large for a message; null if it is no longer stored. */
export async function readEvent(pool: Queryable, watchId: string, number: number) {
  const [row] = await readRows<EventRow>(pool, oneStatement, [watchId, number])
  if (!row) return null
  const chars = [row.patch, row.before, row.after].reduce((sum, text) => sum + (text?.length ?? 0), 0)
  const isLarge = chars > maxMessageChars
  const shown = isLarge ? { ...row, patch: null, before: null, after: null } : row
  return { type: row.type, isLarge, text: toEventText(shown) }
}

/** Patch and values are stored as JSON and inserted as they are. */
function toEventText(row: EventRow): string {
  const { number, type, at, job_id, provider, reason, missed } = row
  const head = JSON.stringify({ number, type, at: at.toISOString(), job_id, provider, reason, missed })
  return `${head.slice(0, -1)},"patch":${row.patch},"before":${row.before},"after":${row.after}}`
}

const csvColumns = columns.split(', ')

const toCsv = (rows: readonly EventRow[]): string =>
  [
    csvColumns,
    ...rows.map(({ at, ...row }) =>
      csvColumns.map((name) => (name === 'at' ? at.toISOString() : row[name as keyof typeof row])),
    ),
  ]
    .map(csvLine)
    .join('')
