// Hold and settlement in one statement and one commit, for a call whose record is already at hand: the same
// checks and the same rows as the two steps, without a hold that would live for no time.
import type { Refusal } from '../errors.ts'
import { integers, plain, texts } from './array-literal.ts'
import { type CallLog, cutParams, logAndCount, milliseconds } from './call-log.ts'
import type { Queryable } from './hold.ts'
import { histogramBound } from './latency.ts'
import {
  batchOf,
  type Decision,
  decisions,
  fromSubscription,
  runNumbers,
  runParameters,
  tellEach,
} from './runs.ts'

/** At least 1 credit: a free call is only logged. */
export type Charge = { log: CallLog; credits: number }
export type Charged = { remaining: number }

const chargeStatement = `
with decided as materialized (
  select * from quarry_reserve($1::integer[], $2::uuid[], $3::integer[], $4::integer[], true)
), written as materialized (
  select d.at, d.period, r.account_id, r.key_id, r.endpoint, r.recorded_status, r.sent_status, r.reason, r.job_id,
    ${fromSubscription} as subscription, r.credits - ${fromSubscription} as bonus,
    i.request_id, i.params, i.ms, i.ms_at_most, i.client_closed, i.cache_age_seconds, 1 as count
  from decided d
  join unnest($1::integer[], $2::uuid[], $3::integer[], $5::integer[], $6::text[], $7::smallint[], $8::smallint[], $9::text[], $10::uuid[])
    with ordinality as r(account_id, key_id, credits, start, endpoint, recorded_status, sent_status, reason, job_id, run) using (run)
  join unnest($11::uuid[], $12::integer[], $13::text[], $14::integer[], $15::integer[], $16::boolean[], $17::integer[])
    with ordinality as i(request_id, run, params, ms, ms_at_most, client_closed, cache_age_seconds, n) using (run)
  where i.n - r.start < d.reserved
), entered as (
  insert into ledger (at, account_id, fund, entry, credits, period, request_id)
  select w.at, w.account_id, 'subscription'::fund, 'charge'::entry, w.subscription, w.period, w.request_id
  from written w where w.subscription > 0
  union all
  select w.at, w.account_id, 'bonus'::fund, 'charge'::entry, w.bonus, w.period, w.request_id
  from written w where w.bonus > 0
), ${logAndCount('written')}
${decisions}`

export async function chargeMany(
  client: Queryable,
  charges: readonly Charge[],
): Promise<(Charged | Refusal)[]> {
  const batch = batchOf(charges.map(asDraw), isAlike)
  const { sorted, runs } = batch
  const times = sorted.map(({ log }) => milliseconds(log.ms))
  const { rows } = await client.query<Decision>({
    name: 'quarry-charge',
    text: chargeStatement,
    values: [
      ...runParameters(runs),
      texts(runs.map(({ item }) => item.log.endpoint)),
      integers(runs.map(({ item }) => item.log.recordedStatus)),
      integers(runs.map(({ item }) => item.log.sentStatus)),
      texts(runs.map(({ item }) => item.log.reason)),
      texts(runs.map(({ item }) => item.log.jobId)),
      plain(sorted.map(({ log }) => log.requestId)),
      runNumbers(runs),
      texts(sorted.map(({ log }) => cutParams(log.params))),
      integers(times),
      integers(times.map(histogramBound)),
      plain(sorted.map(({ log }) => log.clientClosed)),
      integers(sorted.map(({ log }) => log.cacheAgeSeconds)),
    ],
  })
  return tellEach(batch, rows, (_, remaining) => ({ remaining }))
}

const asDraw = ({ log, credits }: Charge) => ({ accountId: log.accountId, keyId: log.keyId, credits, log })

const isAlike = ({ log: a }: { log: CallLog }, { log: b }: { log: CallLog }): boolean =>
  a.endpoint === b.endpoint &&
  a.recordedStatus === b.recordedStatus &&
  a.sentStatus === b.sentStatus &&
  a.reason === b.reason &&
  a.jobId === b.jobId
