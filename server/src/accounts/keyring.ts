// Authenticates a secret and returns its caller. Wrong secrets are refused after a database read (or at once, if the
// checksum is wrong), and the response to repeated guesses is delayed. Rotated secrets match until their grace period
// ends.

import type { Pool } from 'pg'
import { prepared } from '../platform/db/statement.ts'
import { Refusal } from '../platform/errors.ts'
import type { MaybePromise } from '../platform/lib/promises.ts'
import type { Caller } from './caller.ts'
import { createGuessLimit, type GuessLimit, type GuessLimitOptions } from './guess-limit.ts'
import { isWellFormed } from './key-format.ts'
import { quotasColumn } from './keys.ts'
import { createSecretLookup, type SecretLookup } from './secret-lookup.ts'

export type KeyringOptions = GuessLimitOptions & {
  database: { pool: Pool }
  /** Requests per second for accounts without a `rate_limit`; null means no limit. */
  defaultPerSecond?: number | null
}

export type Keyring = ReturnType<typeof createKeyringOn>

export function createKeyring(options: KeyringOptions) {
  const { now = () => performance.now(), defaultPerSecond = null } = options
  const { pool } = options.database
  const lookup = createSecretLookup({
    read: (hashes) => readKeys({ pool, defaultPerSecond, now }, hashes),
    isSecret: isWellFormed,
    now,
  })
  return { ...createKeyringOn(lookup, createGuessLimit(options), now), isKnown: lookup.isKnown }
}

/** Creates a keyring for other secrets, such as session tokens. */
export function createKeyringOn(
  lookup: Pick<SecretLookup<KeyRecord>, 'recall' | 'find'>,
  slowDown: GuessLimit,
  now: () => number = () => performance.now(),
) {
  async function findCaller(secret: string, address: string): Promise<Caller> {
    const key = await lookup.find(secret, address)
    if (key !== null) return toValidCaller(key, now())
    await slowDown(address)
    throw new Refusal('invalid_key')
  }

  return {
    /** Throws Refusal: invalid_key, inactive_key, expired_key, or rate_limited if the key could not be read yet. */
    authenticate(secret: string, address: string): MaybePromise<Caller> {
      const cached = lookup.recall(secret)
      return cached ? toValidCaller(cached, now()) : findCaller(secret, address)
    },
  }
}

function toValidCaller(key: KeyRecord, time: number): Caller {
  if (!key.active) throw new Refusal('inactive_key')
  if (time >= key.expiresAtMs) throw new Refusal('expired_key')
  return key.caller
}

/** A key read from the database; times are on this server's monotonic clock. */
export type KeyRecord = {
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
select w.n::integer, a.id as "accountId", a.slug as "accountSlug", a.name as "accountName",
  a.active as "accountActive", a.statistics_enabled as "statisticsEnabled",
  json_build_object('perSecond',
    coalesce(a.limit_per_second, case when not a.rate_limit_set then $2::integer end),
    'perMinute', a.limit_per_minute) as limits,
  k.id as "keyId", k.alias as "keyAlias", k.category as "keyCategory", k.expires as "keyExpires", k.active,
  k.scopes, k.allowed_ips as "allowedIps", k.permissions, ${quotasColumn},
  (extract(epoch from k.expires - t.now) * 1000)::float8 as "expiresInMs",
  (extract(epoch from s.until - t.now) * 1000)::float8 as "validForMs"
from (select quarry_now() as now) t
cross join unnest($1::bytea[]) with ordinality as w(hash, n)
cross join lateral (
  select id, null::timestamptz as until from keys where hash = w.hash
  union all
  select key_id, until from key_graces where hash = w.hash and until > t.now
) s
join keys k on k.id = s.id join accounts a on a.id = k.account_id`,
)

type Row = Omit<Caller, 'secretHash'> & {
  n: number
  active: boolean
  expiresInMs: number | null
  validForMs: number | null
}

export type ReadKeysOptions = {
  pool: Pool
  /** For accounts without a `rate_limit`; null means no limit. */
  defaultPerSecond: number | null
  now: () => number
}

/** Reads many keys in one statement: one result per hash of a secret, in order; null for an unknown hash. */
export async function readKeys({ pool, defaultPerSecond, now }: ReadKeysOptions, hashes: readonly Buffer[]) {
  if (hashes.length === 0) return []
  // Taken before the read, so that the cached age is never too low.
  const at = now()
  const query = { ...readStatement, values: [hashes, defaultPerSecond], query_timeout: timeoutMs }
  const { rows } = await pool.query<Row>(query)
  const found = new Array<KeyRecord | null>(hashes.length).fill(null)
  for (const { n, active, expiresInMs, validForMs, ...caller } of rows)
    found[n - 1] = {
      caller: { ...caller, secretHash: hashes[n - 1] as Buffer },
      active,
      expiresAtMs: at + (expiresInMs ?? Number.POSITIVE_INFINITY),
      validUntilMs: at + (validForMs ?? Number.POSITIVE_INFINITY),
      readAtMs: at,
    }
  return found
}
