// How far the log is complete. Its numbers are given out before their rows are committed, so that a smaller number may
// appear after a greater one; whoever goes by them must not pass a number whose row may still come. A writer holds a
// lock on its table from before it takes a number until its rows can be seen. So: the last number that was given out is
// read, then who is writing; when all of those have ended, everything up to that number is there to be seen.

import { prepared, type Queryable } from '../db/statement.ts'
export type Reading = {
  /** The last that was given out. */
  number: number
  /** Transactions that were writing after that. */
  writers: string[]
  /** The database's clock. */
  seconds: number
}

/** A connection that went dumb must not keep everybody waiting for ever. */
const timeoutMs = 10_000

// Lateral, because the writers must be looked at after the number. Databases of one server may use the same table ids.
const readStatement = prepared(
  'quarry-horizon',
  `
select case when s.is_called then s.last_value else s.last_value - 1 end as number, w.writers,
  extract(epoch from quarry_now())::float8 as seconds
from calls_id_seq s cross join lateral (
  select coalesce(array_agg(distinct l.virtualtransaction), '{}') as writers from pg_locks l
  where s.last_value > 0 and l.locktype = 'relation' and l.granted and l.mode = 'RowExclusiveLock'
    and l.relation in ('calls'::regclass, 'jobs'::regclass)
    and l.database = (select oid from pg_database where datname = current_database())
) w`,
)

export async function readHorizon(pool: Queryable): Promise<Reading> {
  const query = { ...readStatement, query_timeout: timeoutMs }
  const { rows } = await pool.query<Reading>(query)
  return rows[0] as Reading
}

export type Horizon = {
  see: (reading: Reading, nowMs: number) => void
  /** Everything up to this number can be seen. */
  settled: () => number
  /** Whether a greater number waits for its writers. */
  isWaiting: () => boolean
}

/** Longer than any transaction of ours can live; a stranger's that holds the table for hours is not waited for. */
const patienceMs = 90_000

export function createHorizon(): Horizon {
  let settled = 0
  let waiting: { number: number; writers: readonly string[]; sinceMs: number } | null = null

  return {
    see({ number, writers }, nowMs) {
      const isOver =
        waiting !== null &&
        (nowMs - waiting.sinceMs > patienceMs || !waiting.writers.some((one) => writers.includes(one)))
      if (waiting && isOver) {
        settled = waiting.number
        waiting = null
      }
      if (writers.length === 0) {
        settled = number
        waiting = null
      } else if (waiting === null && number > settled) waiting = { number, writers, sinceMs: nowMs }
    },
    settled: () => settled,
    isWaiting: () => waiting !== null,
  }
}
