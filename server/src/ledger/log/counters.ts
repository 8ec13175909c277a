// The counters of calls: sums by hour and by day, and the pending rows that are not added up yet. One statement that
// reads both sees every logged call exactly once. Calls are counted by outcome and by latency.

import { integer } from '@quarry/kit/schema'
import { prepared, type Queryable } from '../../platform/db/statement.ts'

/** In UTC for every session, and without a look-up of the zone by its name, which takes longer than everything else. */
export const toHour = (at: string): string => `date_bin(interval '1 hour', ${at}, timestamptz 'epoch')`
const toDay = (at: string): string => `(${at} at time zone interval '0')::date`

export const counterNames = ['calls', 'credits', 'fields_filled', 'fields_total'] as const
const shared = `account_id, endpoint, key_id, status, ms_at_most, ${counterNames.join(', ')}`

export const countersByHour = `(
  select hour, provider, form, ${shared} from rollups_hourly
  union all
  select hour, provider, form, ${shared} from rollups_pending)`

export const countersByDay = `(
  select day, ${shared} from rollups
  union all
  select ${toDay('hour')} as day, ${shared} from rollups_pending)`

const maxTaken = 20_000

const names = counterNames.join(', ')
const added = counterNames.map((name) => `${name} = r.${name} + excluded.${name}`).join(', ')
const summed = counterNames.map((name) => `sum(t.${name})`).join(', ')

// By day before by hour, and each in the order of its key: servers that change the same counters cannot deadlock.
const addUpStatement = prepared(
  'quarry-add-up',
  `
with lock_try as materialized (
  select pg_try_advisory_xact_lock(hashtextextended('quarry add up', 0)) as is_locked
), taken as (
  delete from rollups_pending where (select is_locked from lock_try) and ctid = any(array(
    select p.ctid from rollups_pending p limit ${maxTaken}))
  returning *
), by_day as (
  insert into rollups as r (account_id, day, endpoint, key_id, status, ms_at_most, ${names})
  select t.account_id, ${toDay('t.hour')}, t.endpoint, t.key_id, t.status, t.ms_at_most, ${summed}
  from taken t group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, day, endpoint, key_id, status, ms_at_most) do update set ${added}
), by_hour as (
  insert into rollups_hourly as r (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most, ${names})
  select t.account_id, t.hour, t.endpoint, t.key_id, t.provider, t.form, t.status, t.ms_at_most, ${summed}
  from taken t group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most) do update set ${added}
)
select count(*)::integer as taken from taken`,
)

/**
 * Adds pending counters to the sums by hour and by day, until no row is pending or another server is adding up: many
 * calls at a time, so that a counter changes once instead of once per call. A row is deleted in the transaction that
 * adds it, so that no crash loses or repeats a count.
 */
export async function addUpCounters(client: Queryable): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: number }>(addUpStatement)
    if ((rows[0]?.taken ?? 0) < maxTaken) return
  }
}

/** The outcome of a call, from its recorded status. A 404 is a result, not an error. */
export const outcomes = ['answered', 'no_match', 'refused', 'failed'] as const
export type Outcome = (typeof outcomes)[number]
export type OutcomeCounts = Record<Outcome, number>

/** Calls by outcome; together they are all calls. */
export const outcomeCounts = {
  answered: integer(9, 'Calls recorded with a status below 400.'),
  no_match: integer(1, 'Calls recorded with 404: no record found.'),
  refused: integer(1, 'Calls recorded with another 4xx.'),
  failed: integer(1, 'Calls recorded with 5xx.'),
  errors: integer(3, {
    deprecated: true,
    description: 'Calls recorded with 400 or above. Use `no_match`, `refused` and `failed` instead.',
  }),
}

export const noMatchStatus = 404

/** SQL: `status` is the recorded status. Every status has one outcome. */
const isOutcome = (status: string): Record<Outcome, string> => ({
  answered: `${status} < 400`,
  no_match: `${status} = ${noMatchStatus}`,
  refused: `${status} between 400 and 499 and ${status} <> ${noMatchStatus}`,
  failed: `${status} >= 500`,
})

/** SQL: a column for each outcome, with the sum of `calls`. */
export const countOutcomes = (calls: string, status: string, type: string, condition = 'true'): string =>
  Object.entries(isOutcome(status))
    .map(
      ([name, test]) =>
        `coalesce(sum(${calls}) filter (where ${condition} and ${test}), 0)::${type} as ${name}`,
    )
    .join(', ')

/** SQL: sums of the columns that `countOutcomes` names. */
export const sumOutcomes = outcomes.map((name) => `sum(${name}) as ${name}`).join(', ')

/** SQL: the outcome of one call. */
export const toOutcome = (status: string): string =>
  `case ${Object.entries(isOutcome(status))
    .map(([name, test]) => `when ${test} then '${name}'`)
    .join(' ')} end`

export const noOutcomes: OutcomeCounts = { answered: 0, no_match: 0, refused: 0, failed: 0 }

// The latency histogram has fixed bounds about 25 % apart, so that percentiles of any range come from a few counters
// and are at most one step too high.
const latencyBoundsMs: readonly number[] = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600,
  800, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10_000, 12_500, 15_000, 20_000, 25_000,
  30_000, 40_000, 50_000, 60_000,
]
const overflowMs = 3_600_000

/** The smallest bound that is not below `ms`. */
export function toLatencyBound(ms: number): number {
  return latencyBoundsMs.find((bound) => bound >= ms) ?? overflowMs
}

/** SQL: the percentiles of a group of bounds; `seen` are the calls up to a bound, `all_calls` those of the group. */
export const percentileColumns = [50, 95]
  .map(
    (rank) =>
      `min(ms_at_most) filter (where calls > 0 and seen >= ceil(all_calls * ${rank / 100})) as p${rank}_ms`,
  )
  .join(', ')

/** The nearest-rank percentile of counted bounds; null without counts. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const ordered = [...counts].sort(([a], [b]) => a - b)
  const rank = Math.ceil(ordered.reduce((total, [, count]) => total + count, 0) * share)
  let sum = 0
  for (const [bound, count] of ordered) {
    sum += count
    if (count > 0 && sum >= rank) return bound
  }
  return null
}
