// Sessions by their hashes, many in one statement. Whoever reads one uses it: that keeps it from ending as idle, written
// down once a minute at most.

import type { Pool } from 'pg'
import { prepared, type Queryable, statement } from '../db/statement.ts'
import { type KnownKey, type ReadKeysOptions, readKeys } from './read-keys.ts'
import type { TimedRead } from './secret-lookup.ts'

export const sessionHours = 12
const idle = `interval '1 hour'`
export const isLiving = `created_at > quarry_now() - interval '${sessionHours} hours' and seen_at > quarry_now() - ${idle}`

// A row that another server is just marking as seen is as good as marked.
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

async function useSessions(pool: Pool, hashes: readonly Buffer[]): Promise<Session[]> {
  const { rows } = await pool.query<Session>({ ...useStatement, values: [hashes] })
  return rows
}

const livingStatement = statement(`select hash from sessions where hash = any($1::bytea[]) and ${isLiving}`)

/** Those that have not ended, without using them. */
export async function livingSessions(client: Queryable, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await client.query<{ hash: Buffer }>({ ...livingStatement, values: [hashes] })
  return rows.map(({ hash }) => hash)
}

/** One answer for each hash, in order. What holds for a key holds for its sessions. */
export async function readSessions(
  options: ReadKeysOptions,
  hashes: readonly Buffer[],
): Promise<(KnownSession | null)[]> {
  const readAtMs = options.now()
  const sessions = await useSessions(options.pool, hashes)
  const ofKeys = sessions.filter(({ key_id: id }) => id !== null)
  const secrets = ofKeys.map(({ secret_hash: hash }) => hash)
  const keys = ofKeys.length === 0 ? [] : await readKeys(options, secrets)
  const byHash = new Map<string, KnownSession>()
  for (const { hash, key_id: id, secret_hash: secretHash } of sessions)
    if (id === null)
      byHash.set(toMapKey(hash), { readAtMs, validUntilMs: Number.POSITIVE_INFINITY, secretHash, key: null })
  ofKeys.forEach(({ hash, secret_hash: secretHash }, index) => {
    const known = keys[index]
    if (!known) return
    const key = { ...known, caller: { ...known.caller, sessionHash: hash } }
    byHash.set(toMapKey(hash), { readAtMs, validUntilMs: known.validUntilMs, secretHash, key })
  })
  return hashes.map((hash) => byHash.get(toMapKey(hash)) ?? null)
}

const toMapKey = (hash: Buffer): string => hash.toString('latin1')
