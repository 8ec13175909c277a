// Log rows of calls that cost nothing and held nothing: refused and free ones. Refusals by the rate limit are
// counted, one row per key and second, so that a flood of them does not become a flood of rows.
import type { Clock } from '@quarry/kit/clock'
import { integers } from '../db/array-literal.ts'
import { heardWithin } from '../db/connection.ts'
import type { Queryable } from '../db/queryable.ts'
import { prepared } from '../db/statement.ts'
import type { CallLog } from './columns.ts'
import { logAndCount, rowsFrom, rowValues } from './write-rows.ts'

export type Recorded = { log: CallLog; count: number }

const recordStatement = prepared(
  'quarry-record',
  `
with written as materialized (
  select t.at, i.*, c.count, 0 as subscription, 0 as bonus
  from (select quarry_now() as at) t cross join ${rowsFrom(2)}
  join unnest($1::integer[]) with ordinality as c(count, n) using (n)
), ${logAndCount('written')}
select 1`,
)

export async function recordMany(client: Queryable, rows: readonly Recorded[]): Promise<void> {
  await client.query({
    ...recordStatement,
    ...heardWithin,
    values: [integers(rows.map(({ count }) => count)), ...rowValues(rows.map(({ log }) => log))],
  })
}

const maxCounted = 10_000

export type RefusalCounter = {
  count: (log: CallLog) => void
  /** The rows of seconds that are over; `all` also those of the running one. */
  take: (all?: boolean) => Recorded[]
}

export function createRefusalCounter(clock: Clock): RefusalCounter {
  let counted = new Map<string, Recorded & { second: number }>()
  return {
    count(log) {
      const second = Math.floor(clock().getTime() / 1000)
      const name = `${log.keyId} ${second}`
      const row = counted.get(name)
      if (row) row.count += 1
      // Past the bound of keys a row is not opened: a refusal costs no money, memory without bound would.
      else if (counted.size < maxCounted)
        counted.set(name, { log: { ...log, params: null }, count: 1, second })
    },
    take(all = false) {
      const now = Math.floor(clock().getTime() / 1000)
      const over = [...counted].filter(([, row]) => all || row.second < now)
      counted = new Map([...counted].filter(([, row]) => !all && row.second >= now))
      return over.map(([, { log, count }]) => ({ log, count }))
    },
  }
}
