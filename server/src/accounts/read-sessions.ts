// Reads sessions by the hashes of their tokens, many in one statement. A read counts as use and postpones the idle
// timeout; it is written at most once a minute.

import { prepared, type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { type KnownKey, type ReadKeysOptions, readKeys } from './read-keys.ts'
import type { TimedRead } from './secret-lookup.ts'

export const sessionHours = 12
const idle = `interval '1 hour'`
export const isLiving = `created_at > quarry_now() - interval '${sessionHours} hours' and seen_at > quarry_now() - ${idle}`

// Skips rows that another server is updating at the moment.
const useStatement = prepared(
  'quarry-sessions',
  `
with living as (
  select hash, key_id, secret_hash, seen_at from sessions where hash = any($1::bytea[]) and ${isLiving}
), seen as (
  update sessions set seen_at = quarry_now() where hash in (
    select s.hash from sessions s join living l on l.hash = s.hash
    where l.seen_at < quarry_now() - interval '1 minute' for update of s skip locked
  )
)
select hash, key_id, secret_hash from living`,
)

export type Session = { hash: Buffer; key_id: string | null; secret_hash: Buffer }

/** A session with its key; a session without a key belongs to the operator. */
export type KnownSession = TimedRead & { secretHash: Buffer; key: KnownKey | null }

const livingStatement = statement(`select hash from sessions where hash = any($1::bytea[]) and ${isLiving}`)

/** Returns the hashes whose session has not ended; does not count as use. */
export async function livingSessions(client: Queryable, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const living = await readRows<{ hash: Buffer }>(client, livingStatement, [hashes])
  return living.map(({ hash }) => hash)
}

/** One result per hash, in order. A session is only as valid as its key. */
export async function readSessions(options: ReadKeysOptions, hashes: readonly Buffer[]) {
  const readAtMs = options.now()
  const sessions = await readRows<Session>(options.pool, useStatement, [hashes])
  const keySessions = sessions.filter(({ key_id: id }) => id !== null)
  const keyHashes = keySessions.map(({ secret_hash: hash }) => hash)
  const keys = await readKeys(options, keyHashes)
  const byHash = new Map<string, KnownSession>()
  for (const { hash, key_id: id, secret_hash: secretHash } of sessions)
    if (id === null)
      byHash.set(toMapKey(hash), { readAtMs, validUntilMs: Number.POSITIVE_INFINITY, secretHash, key: null })
  keySessions.forEach(({ hash, secret_hash: secretHash }, index) => {
    const cachedKey = keys[index]
    if (!cachedKey) return
    const key = { ...cachedKey, caller: { ...cachedKey.caller, sessionHash: hash } }
    byHash.set(toMapKey(hash), { readAtMs, validUntilMs: cachedKey.validUntilMs, secretHash, key })
  })
  return hashes.map((hash) => byHash.get(toMapKey(hash)) ?? null)
}

const toMapKey = (hash: Buffer): string => hash.toString('latin1')
