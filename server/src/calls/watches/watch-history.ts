// The events of a watch, oldest first: by range as JSON or CSV, and one event for its webhook message. A page is
// bounded in bytes; where it ends early, `nextFrom` says where to continue.
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { csvLine } from '../../platform/lib/csv.ts'

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

/** The caller has checked that the account may see the watch. */
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

/** One event as JSON text, without values that are too large for a message; null where it is no longer stored. */
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
