// How complete the records of each endpoint, provider and form were in the last 30 days, from the counters by the hour:
// for the operator, who sees by it which source gives less than it could.

import { type Queryable, statement } from '../db/statement.ts'
import { countersByHour } from './counters.ts'
export const coverageDays = 30

export type Coverage = {
  endpoint: string
  provider: string
  form: string
  records: number
  /** Of all fields of these records, the share that was filled. */
  fields_share: number
}

const coverageStatement = statement(`
select endpoint, provider, form, sum(calls)::bigint as records,
  round(sum(fields_filled)::numeric / sum(fields_asked), 4)::float8 as fields_share
from ${countersByHour} r
where hour >= (select date_trunc('hour', quarry_now(), 'UTC') - interval '${coverageDays} days') and fields_asked > 0
group by 1, 2, 3 order by 1, 4 desc`)

export async function readCoverage(pool: Queryable): Promise<Coverage[]> {
  const { rows } = await pool.query<Coverage>(coverageStatement)
  return rows
}
