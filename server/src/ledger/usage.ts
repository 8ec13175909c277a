// The usage report of api-rules 2.16, read from the account's row, so that its cost does not grow with the log. Held
// credits count as used, so that each fund adds up at any time. Also what is left of a key's quotas.

import { Failure } from '@quarry/kit/errors'
import { prepared, type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { renewPeriod } from './grants.ts'

// A call belongs to the period of its hold. Jobs may stay open for long. Direct calls end within minutes, and their
// holds have no index: they are searched only shortly after a renewal.
const bonusHeldBefore = `
  case when a.bonus_held = 0 then 0 else
    (select coalesce(sum(h.bonus), 0) from holds h
      where h.kind = 'job' and h.account_id = a.id and h.period < a.period)
    + case when a.period_start < quarry_now() - interval '10 minutes' then 0 else
      (select coalesce(sum(h.bonus), 0) from holds h
        where h.kind = 'call' and h.account_id = a.id and h.period < a.period) end
  end`

const readStatement = prepared(
  'quarry-usage',
  `
select a.name, a.slug, a.limit_per_minute,
  coalesce(a.limit_per_second, case when not a.rate_limit_set then $3::integer end) as limit_per_second,
  to_char(a.period_start at time zone 'UTC', 'YYYY-MM-DD') as period_start,
  to_char(a.period_end at time zone 'UTC', 'YYYY-MM-DD') as period_end,
  a.period_granted, a.period_bonus_charged, a.subscription_available,
  a.bonus_granted - a.bonus_corrected as bonus_given, a.bonus_available, a.bonus_held,
  a.bonus_charged, ${bonusHeldBefore} as bonus_held_before,
  k.alias, k.category, k.active, to_char(k.expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires,
  json_build_object('total', k.quota_total, 'daily', k.quota_daily, 'weekly', k.quota_weekly,
    'monthly', k.quota_monthly) as quotas
from accounts a join keys k on k.account_id = a.id where a.id = $1 and k.id = $2`,
)

type Row = Record<
  | `period_${'granted' | 'bonus_charged'}`
  | 'subscription_available'
  | `bonus_${'given' | 'available' | 'held' | 'held_before' | 'charged'}`,
  number
> &
  Record<'limit_per_second' | 'limit_per_minute', number | null> &
  Record<'name' | 'slug' | 'alias' | 'category' | 'period_start' | 'period_end', string> & {
    active: boolean
    expires: string | null
    quotas: Record<'total' | 'daily' | 'weekly' | 'monthly', number | null>
  }

export type UsageCaller = { accountId: number; keyId: string }

/** `defaultPerSecond` is shown for accounts without a `rate_limit`. */
export async function readUsage(
  pool: Queryable,
  { accountId, keyId }: UsageCaller,
  defaultPerSecond: number | null,
) {
  await renewPeriod(pool, accountId)
  const { rows } = await pool.query<Row>({ ...readStatement, values: [accountId, keyId, defaultPerSecond] })
  if (!rows[0]) throw new Failure('internal', 'the caller has no account')
  return toReport(rows[0])
}

function toReport(row: Row) {
  // Credits held in an earlier period are not part of this period's subscription.
  const used = row.period_granted - row.subscription_available
  const consumed = row.bonus_charged + row.bonus_held
  return {
    remaining: row.subscription_available + row.bonus_available,
    total_used: used + row.period_bonus_charged + row.bonus_held - row.bonus_held_before,
    renewal_date: row.period_end,
    period: { start: row.period_start, end: row.period_end },
    subscription: {
      used,
      total: row.period_granted,
      remaining: row.subscription_available,
      percent_used: toPercent(used, row.period_granted),
    },
    credits: {
      given: row.bonus_given,
      consumed,
      remaining: row.bonus_available,
      percent_used: toPercent(consumed, row.bonus_given),
    },
    rate_limit: { per_minute: row.limit_per_minute, per_second: row.limit_per_second },
    account: { name: row.name, slug: row.slug },
    api_key: {
      alias: row.alias,
      active: row.active,
      category: row.category,
      expires: row.expires,
      quotas: row.quotas,
    },
  }
}

const toPercent = (used: number, total: number): number =>
  total === 0 ? 0 : Math.round((used / total) * 10_000) / 100

const quotaStatement = statement(
  'select least(total, monthly, weekly, daily)::float8 as credits from quarry_quota_left($1, $2, quarry_now())',
)

type QuotaHolder = { accountId: number; keyId: string; quotas: Row['quotas'] }

/** The credits that are left within a key's quotas; null if it has none. */
export async function readQuotaLeft(pool: Queryable, key: QuotaHolder): Promise<number | null> {
  if (Object.values(key.quotas).every((quota) => quota === null)) return null
  const [left] = await readRows<{ credits: number | null }>(pool, quotaStatement, [key.accountId, key.keyId])
  return Math.max(0, left?.credits ?? 0)
}
