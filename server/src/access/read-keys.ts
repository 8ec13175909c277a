// Reads keys by the hashes of their secrets, many in one statement. Rotated secrets match until their grace period
// ends.

import type { Pool } from 'pg'
import { prepared } from '../db/statement.ts'
import type { Caller, Permission } from './caller.ts'

/** A key read from the database; times are on this server's monotonic clock. */
export type KnownKey = {
  caller: Caller
  active: boolean
  expiresAtMs: number
  /** The end of a rotated secret's grace period. */
  validUntilMs: number
  readAtMs: number
}

/** All callers with uncached keys wait for this statement, so an unresponsive connection must not block it for long. */
const timeoutMs = 10_000

// Expiry is computed on the database's clock, because this server's clock may be wrong.
const readStatement = prepared(
  'quarry-keys',
  `
select w.n::integer, a.id as account_id, a.slug, a.name, a.active as account_active, a.statistics_enabled,
  coalesce(a.limit_per_second, case when not a.rate_limit_given then $2::integer end) as limit_per_second, a.limit_per_minute,
  k.id as key_id, k.alias, k.category, k.active, k.expires, k.scopes, k.allowed_ips, k.permissions,
  k.quota_total, k.quota_daily, k.quota_weekly, k.quota_monthly,
  (extract(epoch from k.expires - t.now) * 1000)::float8 as expires_in_ms,
  (extract(epoch from s.until - t.now) * 1000)::float8 as valid_for_ms
from (select quarry_now() as now) t
cross join unnest($1::bytea[]) with ordinality as w(hash, n)
cross join lateral (
  select id, null::timestamptz as until from keys where hash = w.hash
  union all
  select key_id, until from key_graces where hash = w.hash and until > t.now
) s
join keys k on k.id = s.id join accounts a on a.id = k.account_id`,
)

type Row = {
  n: number
  account_id: number
  slug: string
  name: string
  account_active: boolean
  statistics_enabled: boolean
  limit_per_second: number | null
  limit_per_minute: number | null
  key_id: string
  alias: string
  category: string
  active: boolean
  expires: Date | null
  scopes: string[] | null
  allowed_ips: string[] | null
  permissions: Permission[]
  quota_total: number | null
  quota_daily: number | null
  quota_weekly: number | null
  quota_monthly: number | null
  expires_in_ms: number | null
  valid_for_ms: number | null
}

export type ReadKeysOptions = {
  pool: Pool
  /** For accounts without a `rate_limit`; null means no limit. */
  defaultPerSecond: number | null
  now: () => number
}

/** One result per hash, in order; null for an unknown hash. */
export async function readKeys(
  { pool, defaultPerSecond, now }: ReadKeysOptions,
  hashes: readonly Buffer[],
): Promise<(KnownKey | null)[]> {
  // Taken before the read, so that the cached age is never too low.
  const at = now()
  const values = [hashes, defaultPerSecond]
  const query = { ...readStatement, values, query_timeout: timeoutMs }
  const { rows } = await pool.query<Row>(query)
  const found = new Array<KnownKey | null>(hashes.length).fill(null)
  for (const row of rows) {
    const hash = hashes[row.n - 1]
    if (hash) found[row.n - 1] = toKnownKey(row, hash, at)
  }
  return found
}

function toKnownKey(row: Row, hash: Buffer, at: number): KnownKey {
  const after = (ms: number | null) => (ms === null ? Number.POSITIVE_INFINITY : at + ms)
  return {
    caller: toCaller(row, hash),
    active: row.active,
    expiresAtMs: after(row.expires_in_ms),
    validUntilMs: after(row.valid_for_ms),
    readAtMs: at,
  }
}

const toCaller = (row: Row, secretHash: Buffer): Caller => ({
  accountId: row.account_id,
  accountSlug: row.slug,
  accountName: row.name,
  accountActive: row.account_active,
  statisticsEnabled: row.statistics_enabled,
  limits: { perSecond: row.limit_per_second, perMinute: row.limit_per_minute },
  keyId: row.key_id,
  secretHash,
  keyAlias: row.alias,
  keyCategory: row.category,
  keyExpires: row.expires,
  quotas: {
    total: row.quota_total,
    daily: row.quota_daily,
    weekly: row.quota_weekly,
    monthly: row.quota_monthly,
  },
  scopes: row.scopes,
  allowedIps: row.allowed_ips,
  permissions: row.permissions,
})
