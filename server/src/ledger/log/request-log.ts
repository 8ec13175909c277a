// Log rows of free and refused calls, which hold no credits. Refusals by the rate limit are counted in one row per key
// and second, so that a flood of them does not flood the log.

import { toIntegerArray } from '../../platform/db/array-literal.ts'
import { shortQueryTimeout } from '../../platform/db/connection.ts'
import { prepared, type Queryable } from '../../platform/db/statement.ts'
import { type CallLog, insertLogRows, toRowValues, unnestRows } from './log-rows.ts'

export type CountedLog = { log: CallLog; count: number }

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

export async function recordMany(client: Queryable, rows: readonly CountedLog[]): Promise<void> {
  const values = [toIntegerArray(rows.map(({ count }) => count)), ...toRowValues(rows.map(({ log }) => log))]
  await client.query({ ...recordStatement, ...shortQueryTimeout, values })
}

const maxCounted = 10_000

export function createRefusalCounter(nowMs: () => number) {
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
