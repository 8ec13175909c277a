// Reads the events of watches from the positions of the readers on, by their numbers in the log. Patches and records
// are left out: they may be large, and the history of the watch has them.
import { type Queryable, statement } from '../../platform/db/statement.ts'
import type { EventRow } from '../watches/watch-history.ts'
import { readPages, type Span } from './read-log.ts'

export type WatchEventRow = Pick<EventRow, 'type' | 'job_id' | 'provider' | 'reason' | 'missed'> & {
  number: number
  account_id: number
  key_id: string
  seconds: number
  account: string
  watch_id: string
  event: number
}

const maxRowsPerSpan = 200

const columns = `e.log_number as number, e.account_id, w.key_id, extract(epoch from e.at)::float8 as seconds,
  a.slug as account, e.watch_id, e.number as event, e.type, e.job_id, e.provider, e.reason, e.missed`
const joined = 'join watches w on w.id = e.watch_id join accounts a on a.id = e.account_id'

const accountsStatement = statement(`
select f.n::integer as span, ${columns}
from unnest($1::integer[], $2::bigint[]) with ordinality as f(account_id, after, n)
cross join lateral (
  select * from watch_events e
  where e.account_id = f.account_id and e.log_number > f.after and e.log_number <= $3::bigint
  order by e.log_number limit $4::integer
) e ${joined} order by f.n, e.log_number`)

const allStatement = statement(`
select 1 as span, ${columns}
from (
  select * from watch_events e where e.log_number > $1::bigint and e.log_number <= $2::bigint
  order by e.log_number limit $3::integer
) e ${joined} order by e.log_number`)

/** One page per span, in order. */
export const readWatchEvents = (pool: Queryable, spans: readonly Span[], upTo: number) =>
  readPages<WatchEventRow>(pool, [accountsStatement, allStatement], spans, upTo, maxRowsPerSpan)

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
