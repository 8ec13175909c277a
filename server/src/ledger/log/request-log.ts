// The request log: one row per call, and the counters behind statistics. The rows of calls with credits are written
// with their charge or settlement; those of free and refused calls are written here.

import type { Pool } from 'pg'
import type { Reads } from '../../platform/db/account-slots.ts'
import { toIntegerArray } from '../../platform/db/array-literal.ts'
import { shortQueryTimeout } from '../../platform/db/connection.ts'
import { prepared, type Queryable } from '../../platform/db/statement.ts'
import { createBatcher } from '../../platform/lib/batcher.ts'
import { batchBounds, type Credits, failInternally } from '../credits.ts'
import { addUpCounters } from './counters.ts'
import { type CallLog, insertLogRows, toRowValues, unnestRows } from './log-rows.ts'
import { readStatistics, type StatisticsQuery } from './statistics.ts'

export type RequestLogOptions = {
  database: { pool: Pool; reads: Reads }
  credits: Pick<Credits, 'isHeld' | 'release'>
  /** Milliseconds, monotonic. */
  nowMs?: () => number
  /** Called if the last refusals could not be written. */
  onError?: (error: unknown) => void
}

export type RequestLog = ReturnType<typeof createRequestLog>

export function createRequestLog(options: RequestLogOptions) {
  const { credits, nowMs = () => performance.now(), onError = () => {} } = options
  const { pool, reads } = options.database
  const refusals = createRefusalCounter(nowMs)
  const records = createBatcher({
    ...batchBounds,
    run: async (rows: CountedLog[]) => {
      await recordMany(pool, rows)
      return rows
    },
  })

  async function flushRefusals(all = false): Promise<void> {
    await Promise.all(refusals.take(all).map((row) => records.add(row)))
  }

  return {
    /**
     * Logs a free or refused call, and releases the hold of a call that failed. 429s are counted, and written as one
     * row when their second is over.
     */
    async record(log: CallLog): Promise<void> {
      if (log.recordedStatus === 429 && !credits.isHeld(log.requestId)) refusals.count(log)
      else if (!(await credits.release(log))) await failInternally(records.add({ log, count: 1 }))
    },
    /** Writes the counted 429s of seconds that are over; with `all`, also those of the current one. */
    flushRefusals,
    addUp: () => addUpCounters(pool),
    statistics: (query: StatisticsQuery) => readStatistics(reads(query.accountId), query),
    async close(): Promise<void> {
      await flushRefusals(true).catch(onError)
      await records.close()
    },
  }
}

type CountedLog = { log: CallLog; count: number }

const recordStatement = prepared(
  'quarry-record',
  `
with written as materialized (
  select t.at, i.*, c.count, 0 as subscription, 0 as bonus
  from (select quarry_now() as at) t cross join ${unnestRows(2)}
  join unnest($1::integer[]) with ordinality as c(count, n) using (n)
), ${insertLogRows('written')}
select 1`,
)

/** Writes rows that charge nothing, each with the number of calls that it counts. */
export async function recordMany(client: Queryable, rows: readonly CountedLog[]): Promise<void> {
  const values = [toIntegerArray(rows.map(({ count }) => count)), ...toRowValues(rows.map(({ log }) => log))]
  await client.query({ ...recordStatement, ...shortQueryTimeout, values })
}

const maxCounted = 10_000

/**
 * Counts refusals by the rate limit in one row per key and second, so that a flood of them does not flood the log.
 */
function createRefusalCounter(nowMs: () => number) {
  let counted = new Map<string, CountedLog & { second: number }>()
  const readSecond = () => Math.floor(nowMs() / 1000)
  return {
    count(log: CallLog): void {
      const second = readSecond()
      const name = `${log.keyId} ${second}`
      const row = counted.get(name)
      if (row) row.count += 1
      // Above the bound a refusal is not logged: it costs no credits, and memory must stay bounded.
      else if (counted.size < maxCounted)
        counted.set(name, { log: { ...log, params: null }, count: 1, second })
    },
    /** The rows of seconds that are over; with `all`, also of the current one. */
    take(all = false): CountedLog[] {
      const now = readSecond()
      const isOver = ([, row]: [string, { second: number }]) => all || row.second < now
      const over = [...counted].filter(isOver)
      counted = new Map([...counted].filter((entry) => !isOver(entry)))
      return over.map(([, { log, count }]) => ({ log, count }))
    },
  }
}
