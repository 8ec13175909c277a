// Writes a long log of one account directly into the tables: 28 days, three endpoints and a dozen latencies, with the
// matching rollups. Logs of all sizes have the same distribution; only the number of calls differs.
import type { Database } from '../server/src/platform/db/connect.ts'

const step = 250_000

/** Adds the calls from number `from` to `to`, exclusive. */
export async function fillAccountLog(
  { pool }: Database,
  { accountId, keyId }: { accountId: number; keyId: string },
  from: number,
  to: number,
): Promise<void> {
  for (let at = from; at < to; at += step)
    await pool.query(
      `insert into calls (at, request_id, account_id, key_id, endpoint, recorded_status, sent_status, subscription_credits, bonus_credits, ms)
       select now() - (n % 28) * interval '1 day', gen_random_uuid(), $1, $2, '/v2/source/' || n / 28 % 3, 200, 200, 0, 1,
         (array[1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 125, 300])[1 + n / 84 % 12]
       from generate_series($3::bigint, $4::bigint) n`,
      [accountId, keyId, at, Math.min(at + step, to) - 1],
    )
  await pool.query(
    `insert into rollups (account_id, day, endpoint, key_id, status, ms_at_most, calls, credits)
     select account_id, (at at time zone 'UTC')::date, endpoint, key_id, recorded_status, ms, count(*), sum(bonus_credits)
     from calls where endpoint like '/v2/source/%' group by 1, 2, 3, 4, 5, 6
     on conflict (account_id, day, endpoint, key_id, status, ms_at_most)
     do update set calls = excluded.calls, credits = excluded.credits`,
  )
  await pool.query(
    `insert into rollups_hourly
       (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most, calls, credits)
     select account_id, date_trunc('hour', at, 'UTC'), endpoint, key_id, '', '', recorded_status, ms, count(*),
       sum(bonus_credits)
     from calls where endpoint like '/v2/source/%' group by 1, 2, 3, 4, 7, 8
     on conflict (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most)
     do update set calls = excluded.calls, credits = excluded.credits`,
  )
  await pool.query('analyze')
}
