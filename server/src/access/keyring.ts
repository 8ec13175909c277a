// From a secret to a caller. Answers are remembered for less than a second, so that a change acts within one on
// every server, and a busy key costs about one read a second.

import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { Refusal } from '../errors.ts'
import type { Ready } from '../lib/ready.ts'
import type { Caller } from './caller.ts'
import { createGuessLimit, type GuessLimitOptions } from './guess-limit.ts'
import { hashKey, isWellFormed } from './key-format.ts'

export type KeyringOptions = GuessLimitOptions & { database: { pool: Pool } }

export type Keyring = {
  /** Throws Refusal: invalid_key, inactive_key or expired_key. */
  authenticate: (secret: string, address: string) => Ready<Caller>
}

const rememberMs = 900
const maxRemembered = 10_000
const maxKnown = 10_000

type Known = { caller: Caller; active: boolean; expiresAtMs: number; validUntilMs: number; readAtMs: number }

export function createKeyring(options: KeyringOptions): Keyring {
  const { now = () => performance.now() } = options
  const { pool } = options.database
  const guesses = createGuessLimit(options)
  const remembered = new LRUCache<string, { at: number; known: Promise<Known | null> }>({
    max: maxRemembered,
  })
  // Keys that were good once: someone else's guessing from their address never keeps them from being read.
  const good = new LRUCache<string, true>({ max: maxKnown })
  // Hashing costs more than the rest of an authentication: a key in use is not hashed again.
  const inUse = new LRUCache<string, Known>({ max: maxKnown })

  function recall(name: string): Promise<Known | null> | undefined {
    const entry = remembered.get(name)
    return entry && now() - entry.at < rememberMs ? entry.known : undefined
  }

  function read(name: string, hash: Buffer): Promise<Known | null> {
    // The age counts from before the read, and whoever asks meanwhile shares it.
    const at = now()
    const known = readKey(pool, hash, at)
    remembered.set(name, { at, known })
    known.then(
      (found) => found && good.set(name, true),
      () => remembered.get(name)?.known === known && remembered.delete(name),
    )
    return known
  }

  /** Reads a key that was never good here. It counts as a guess until it proves not to be one. */
  async function readStranger(name: string, hash: Buffer, address: string): Promise<Known | null> {
    // Decision: from an address that guesses, such a key is read after a pause and only a few at a time: guessing
    // stays slow and cheap, and does not shut out an honest neighbour of the guesser.
    if (guesses.isOver(address) && !(await guesses.pause(address))) return null
    guesses.note(address)
    try {
      return await (recall(name) ?? read(name, hash))
    } finally {
      guesses.forgive(address)
    }
  }

  async function refuseGuess(address: string): Promise<never> {
    const slow = guesses.isOver(address)
    guesses.note(address)
    if (slow) await guesses.pause(address)
    throw new Refusal('invalid_key')
  }

  async function authenticateAnew(secret: string, address: string): Promise<Caller> {
    if (!isWellFormed(secret)) return refuseGuess(address)
    const hash = hashKey(secret)
    const name = hash.toString('latin1')
    const known = await (recall(name) ??
      (good.has(name) ? read(name, hash) : readStranger(name, hash, address)))
    if (known === null || now() >= known.validUntilMs) return refuseGuess(address)
    inUse.set(secret, known)
    return callerAt(known, now())
  }

  return {
    authenticate(secret, address) {
      const known = inUse.get(secret)
      const time = now()
      if (known && time - known.readAtMs < rememberMs && time < known.validUntilMs)
        return callerAt(known, time)
      return authenticateAnew(secret, address)
    },
  }
}

function callerAt(known: Known, time: number): Caller {
  if (!known.active) throw new Refusal('inactive_key')
  if (time >= known.expiresAtMs) throw new Refusal('expired_key')
  return known.caller
}

// Expiry is told as a time from now, by the database's clock: this server's may be wrong.
const statement = `
select a.id as account_id, a.slug, a.name, a.active as account_active, a.statistics_enabled,
  a.limit_per_second, a.limit_per_minute,
  k.id as key_id, k.alias, k.category, k.active, k.expires, k.scopes, k.allowed_ips,
  k.quota_total, k.quota_daily, k.quota_weekly, k.quota_monthly,
  (extract(epoch from k.expires - t.now) * 1000)::float8 as expires_in_ms,
  case when k.hash = $1 then null
    else (extract(epoch from k.previous_until - t.now) * 1000)::float8 end as valid_for_ms
from keys k join accounts a on a.id = k.account_id cross join (select quarry_now() as now) t
where k.hash = $1 or (k.previous_hash = $1 and k.previous_until > t.now)`

type Row = {
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
  quota_total: number | null
  quota_daily: number | null
  quota_weekly: number | null
  quota_monthly: number | null
  expires_in_ms: number | null
  valid_for_ms: number | null
}

async function readKey(pool: Pool, hash: Buffer, at: number): Promise<Known | null> {
  const { rows } = await pool.query<Row>({ name: 'quarry-key', text: statement, values: [hash] })
  const row = rows[0]
  if (!row) return null
  const after = (ms: number | null) => (ms === null ? Number.POSITIVE_INFINITY : at + ms)
  return {
    caller: callerOf(row),
    active: row.active,
    expiresAtMs: after(row.expires_in_ms),
    validUntilMs: after(row.valid_for_ms),
    readAtMs: at,
  }
}

const callerOf = (row: Row): Caller => ({
  accountId: row.account_id,
  accountSlug: row.slug,
  accountName: row.name,
  accountActive: row.account_active,
  statisticsEnabled: row.statistics_enabled,
  limits: { perSecond: row.limit_per_second, perMinute: row.limit_per_minute },
  keyId: row.key_id,
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
})
