// Reads the log and the events of watches from the positions of the readers on: one statement for all accounts, a bounded
// number of rows of each.
import { type CallView, viewColumns } from '../../ledger/log/log-rows.ts'
import { toIntegerArray } from '../../platform/db/array-literal.ts'
import { type Queryable, type Statement, statement } from '../../platform/db/statement.ts'
import type { EventRow } from '../watches/watch-events.ts'
import { readTimeoutMs } from './log-watermark.ts'

/** What follows a number in the log: of an account, or of all accounts if it is null. */
export type FeedSpan = { accountId: number | null; after: number }

export type LogRow = CallView & { number: number; account_id: number; seconds: number }

/** All rows up to the number `reached` were read. */
export type FeedPage<Row> = { rows: Row[]; reached: number }

const maxRows = 1_000
const maxRowsPerSpan = 200
const minRowsPerSpan = 10

const logColumns = `c.id as number, c.account_id, extract(epoch from c.at)::float8 as seconds, ${viewColumns}`

// Pairs, and a limit that is hidden from the planner, for the same reasons as in list-calls.ts.
const ofAccounts = `
unnest($1::integer[], $2::bigint[]) with ordinality as f(account_id, after, n)
cross join lateral (
  select * from calls c
  where (c.account_id, c.id) > (f.account_id, f.after) and (c.account_id, c.id) <= (f.account_id, $3::bigint)
  order by c.account_id, c.id limit (select $4::integer)
) c`
const ofAll = `
(
  select * from calls c where c.id > $1::bigint and c.id <= $2::bigint order by c.id limit (select $3::integer)
) c`

const rowsOfAccountsStatement = statement(
  `select f.n::integer as span, ${logColumns} from ${ofAccounts} order by f.n, c.id`,
)
const rowsOfAllStatement = statement(`select 1 as span, ${logColumns} from ${ofAll} order by c.id`)
const countOfAccountsStatement = statement(
  `select f.n::integer as span, count(*)::integer as rows from ${ofAccounts} group by f.n`,
)
const countOfAllStatement = statement(`select 1 as span, count(*)::integer as rows from ${ofAll}`)

/** One page of log rows per span, in order. */
export function readLog(
  pool: Queryable,
  spans: readonly FeedSpan[],
  upTo: number,
): Promise<FeedPage<LogRow>[]> {
  const limit = Math.min(maxRowsPerSpan, Math.max(minRowsPerSpan, Math.floor(maxRows / spans.length)))
  return readPages(pool, [rowsOfAccountsStatement, rowsOfAllStatement], spans, upTo, limit)
}

/** How many rows follow the position of each span, counted up to `most`. */
export async function countRows(pool: Queryable, spans: readonly FeedSpan[], upTo: number, most: number) {
  const statements = [countOfAccountsStatement, countOfAllStatement] as const
  const found = await readSpans<{ rows: number }>(pool, statements, spans, upTo, most)
  return found.map(([counted]) => counted?.rows ?? 0)
}

// Patches and records are left out: they may be large, and the history of the watch has them.
export type WatchEventRow = Pick<EventRow, 'type' | 'job_id' | 'provider' | 'reason' | 'missed'> & {
  number: number
  account_id: number
  key_id: string
  seconds: number
  account: string
  watch_id: string
  event: number
}

const eventColumns = `e.log_number as number, e.account_id, w.key_id, extract(epoch from e.at)::float8 as seconds,
  a.slug as account, e.watch_id, e.number as event, e.type, e.job_id, e.provider, e.reason, e.missed`
const eventTables = 'join watches w on w.id = e.watch_id join accounts a on a.id = e.account_id'

const eventsOfAccountsStatement = statement(`
select f.n::integer as span, ${eventColumns}
from unnest($1::integer[], $2::bigint[]) with ordinality as f(account_id, after, n)
cross join lateral (
  select * from watch_events e
  where e.account_id = f.account_id and e.log_number > f.after and e.log_number <= $3::bigint
  order by e.log_number limit $4::integer
) e ${eventTables} order by f.n, e.log_number`)

const eventsOfAllStatement = statement(`
select 1 as span, ${eventColumns}
from (
  select * from watch_events e where e.log_number > $1::bigint and e.log_number <= $2::bigint
  order by e.log_number limit $3::integer
) e ${eventTables} order by e.log_number`)

/** One page of the events of watches per span, in order, by their numbers in the log. */
export const readWatchEvents = (pool: Queryable, spans: readonly FeedSpan[], upTo: number) =>
  readPages<WatchEventRow>(
    pool,
    [eventsOfAccountsStatement, eventsOfAllStatement],
    spans,
    upTo,
    maxRowsPerSpan,
  )

export const toWatchEventView = (row: WatchEventRow) => ({
  watch_id: row.watch_id,
  account: row.account,
  number: row.event,
  type: row.type,
  at: new Date(row.seconds * 1000).toISOString(),
  job_id: row.job_id,
  provider: row.provider,
  reason: row.reason,
  missed: row.missed,
  history_url: `/v2/watches/${row.watch_id}/history?from=${row.event}`,
})

/** One page of at most `limit` rows per span. */
async function readPages<Row extends { number: number }>(
  pool: Queryable,
  statements: SpanStatements,
  spans: readonly FeedSpan[],
  upTo: number,
  limit: number,
): Promise<FeedPage<Row>[]> {
  const found = await readSpans<Row>(pool, statements, spans, upTo, limit)
  return found.map((rows) => ({ rows, reached: rows.length < limit ? upTo : (rows.at(-1)?.number ?? upTo) }))
}

type SpanStatements = readonly [forAccounts: Statement, forAll: Statement]

/** Runs a statement for the spans of accounts, and one for each span of all accounts; rows by span. */
async function readSpans<Row extends object>(
  pool: Queryable,
  [forAccounts, forAll]: SpanStatements,
  spans: readonly FeedSpan[],
  upTo: number,
  limit: number,
): Promise<Row[][]> {
  const found = spans.map((): Row[] => [])
  const run = async (select: Statement, indexes: readonly number[], values: unknown[]) => {
    const query = { ...select, values, query_timeout: readTimeoutMs }
    const { rows } = await pool.query<Row & { span: number }>(query)
    for (const { span, ...row } of rows) found[indexes[span - 1] ?? 0]?.push(row as unknown as Row)
  }
  const accounts = spans.flatMap(({ accountId }, n) => (accountId === null ? [] : [n]))
  if (accounts.length > 0) {
    const ids = accounts.map((n) => spans[n]?.accountId ?? 0)
    const afters = accounts.map((n) => spans[n]?.after ?? 0)
    await run(forAccounts, accounts, [toIntegerArray(ids), toIntegerArray(afters), upTo, limit])
  }
  for (const [n, { accountId, after }] of spans.entries())
    if (accountId === null) await run(forAll, [n], [after, upTo, limit])
  return found
}
