// The usage report of api-rules 2.16, from the account's own row: its cost does not depend on how many calls there
// were. What is set aside for calls and jobs that have not ended counts as used, so that each fund adds up at any
// moment.
import { Failure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { prepared } from '../db/statement.ts'

export type UsageReport = {
  remaining: number
  total_used: number
  renewal_date: string | null
  period: { start: string; end: string } | null
  subscription: { used: number; total: number; remaining: number; percent_used: number }
  credits: { given: number; consumed: number; remaining: number; percent_used: number }
  rate_limit: { per_minute: number | null; per_second: number | null }
  account: { name: string; slug: string }
  api_key: {
    alias: string
    active: boolean
    category: string
    expires: string | null
    quotas: Record<'total' | 'daily' | 'weekly' | 'monthly', number | null>
  }
}

// A period that has ended is renewed by the look at it, so that the report never shows a past one.
const renewStatement = prepared(
  'quarry-usage-renew',
  'select quarry_renew(id, quarry_now()) from accounts where id = $1 and period_end <= quarry_now()',
)

// A call belongs to the period of its hold. Jobs may be open for long; a direct call is over within minutes, so that
// its holds, which have no index, are looked through only after a renewal.
const bonusHeldBefore = `
  case when a.period_end is null or a.bonus_held = 0 then 0 else
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
  coalesce(a.limit_per_second, case when not a.rate_limit_given then $3::integer end) as limit_per_second,
  to_char(a.period_start at time zone 'UTC', 'YYYY-MM-DD') as period_start,
  to_char(a.period_end at time zone 'UTC', 'YYYY-MM-DD') as period_end,
  a.period_granted, a.period_bonus_charged, a.subscription_available, a.subscription_held, a.subscription_charged,
  a.bonus_granted, a.bonus_available, a.bonus_held, a.bonus_charged, ${bonusHeldBefore} as bonus_held_before,
  k.alias, k.category, k.active, to_char(k.expires at time zone 'UTC', 'YYYY-MM-DD') as expires,
  k.quota_total, k.quota_daily, k.quota_weekly, k.quota_monthly
from accounts a join keys k on k.account_id = a.id where a.id = $1 and k.id = $2`,
)

type Row = {
  name: string
  slug: string
  limit_per_second: number | null
  limit_per_minute: number | null
  period_start: string | null
  period_end: string | null
  period_granted: number
  period_bonus_charged: number
  subscription_available: number
  subscription_held: number
  subscription_charged: number
  bonus_granted: number
  bonus_available: number
  bonus_held: number
  /** In an earlier period. */
  bonus_held_before: number
  bonus_charged: number
  alias: string
  category: string
  active: boolean
  expires: string | null
  quota_total: number | null
  quota_daily: number | null
  quota_weekly: number | null
  quota_monthly: number | null
}

export async function usageOf(
  pool: Pick<Pool, 'query'>,
  { accountId, keyId }: { accountId: number; keyId: string },
  defaultPerSecond: number | null,
): Promise<UsageReport> {
  await pool.query({ ...renewStatement, values: [accountId] })
  const { rows } = await pool.query<Row>({
    ...readStatement,
    values: [accountId, keyId, defaultPerSecond],
  })
  const row = rows[0]
  if (!row) throw new Failure('internal', 'the caller has no account')
  return report(row)
}

function report(row: Row): UsageReport {
  const { period_start: start, period_end: end } = row
  const period = start !== null && end !== null ? { start, end } : null
  // What is held from an earlier period is no longer part of this one's subscription.
  const used = row.period_granted - row.subscription_available
  const consumed = row.bonus_charged + row.bonus_held
  return {
    remaining: row.subscription_available + row.bonus_available,
    // Without a subscription there is no period: everything since the account was made counts.
    total_used: period
      ? used + row.period_bonus_charged + row.bonus_held - row.bonus_held_before
      : row.subscription_charged + row.subscription_held + consumed,
    renewal_date: end,
    period,
    subscription: {
      used,
      total: row.period_granted,
      remaining: row.subscription_available,
      percent_used: percent(used, row.period_granted),
    },
    credits: {
      given: row.bonus_granted,
      consumed,
      remaining: row.bonus_available,
      percent_used: percent(consumed, row.bonus_granted),
    },
    rate_limit: { per_minute: row.limit_per_minute, per_second: row.limit_per_second },
    account: { name: row.name, slug: row.slug },
    api_key: {
      alias: row.alias,
      active: row.active,
      category: row.category,
      expires: row.expires,
      quotas: {
        total: row.quota_total,
        daily: row.quota_daily,
        weekly: row.quota_weekly,
        monthly: row.quota_monthly,
      },
    },
  }
}

const percent = (used: number, total: number): number =>
  total === 0 ? 0 : Math.round((used / total) * 10_000) / 100
