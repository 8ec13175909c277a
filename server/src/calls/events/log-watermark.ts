// How far the log is complete. Row numbers are assigned before their rows are committed, so a smaller number may appear
// after a greater one, and a reader must not pass a number whose row may still appear. A writer locks its table from
// before it takes a number until its rows are visible. So: read the last assigned number, then the current writers;
// when all of them have ended, every row up to that number is visible.
import { prepared, type Queryable } from '../../platform/db/statement.ts'

type Reading = {
  /** The last assigned number. */
  number: number
  /** Transactions that were writing after it was read. */
  writers: string[]
  /** The database's clock. */
  seconds: number
}

/** A dead connection must not block all streams. */
export const readTimeoutMs = 10_000

// Lateral, because the writers must be read after the number. Databases of one server may use the same table ids.
const readStatement = prepared(
  'quarry-log-watermark',
  `
select case when s.is_called then s.last_value else s.last_value - 1 end as number, w.writers,
  extract(epoch from quarry_now())::float8 as seconds
from calls_id_seq s cross join lateral (
  select coalesce(array_agg(distinct l.virtualtransaction), '{}') as writers from pg_locks l
  where s.last_value > 0 and l.locktype = 'relation' and l.granted and l.mode = 'RowExclusiveLock'
    and l.relation in ('calls'::regclass, 'jobs'::regclass, 'watch_events'::regclass)
    and l.database = (select oid from pg_database where datname = current_database())
) w`,
)

export async function readWatermark(pool: Queryable): Promise<Reading> {
  const query = { ...readStatement, query_timeout: readTimeoutMs }
  const { rows } = await pool.query<Reading>(query)
  return rows[0] as Reading
}

/** Longer than any transaction of Quarry: a foreign transaction may lock the table for hours. */
const maxWaitMs = 90_000

export function createWatermark() {
  let complete = 0
  let waiting: { number: number; writers: readonly string[]; sinceMs: number } | null = null

  return {
    update({ number, writers }: Reading, nowMs: number): void {
      const isOver =
        waiting !== null &&
        (nowMs - waiting.sinceMs > maxWaitMs || !waiting.writers.some((writer) => writers.includes(writer)))
      if (waiting && isOver) {
        complete = waiting.number
        waiting = null
      }
      if (writers.length === 0) {
        complete = number
        waiting = null
      } else if (waiting === null && number > complete) waiting = { number, writers, sinceMs: nowMs }
    },
    /** All rows up to this number are visible. */
    read: () => complete,
    /** Whether a greater number waits for its writers. */
    isWaiting: () => waiting !== null,
  }
}
