// Sessions by their hashes, many in one statement. Whoever reads one uses it: that keeps it from ending as idle, written
// down once a minute at most.
import type { Pool } from 'pg'
import type { Queryable } from '../db/queryable.ts'
import { prepared, statement } from '../db/statement.ts'
import { type KnownKey, type ReadKeysOptions, readKeys } from './read-keys.ts'

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

export async function useSessions(pool: Pool, hashes: readonly Buffer[]): Promise<Session[]> {
  const { rows } = await pool.query<Session>({ ...useStatement, values: [hashes] })
  return rows
}

const livingStatement = statement(`select hash from sessions where hash = any($1::bytea[]) and ${isLiving}`)

/** Those that have not ended, without using them. */
export async function livingSessions(client: Queryable, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await client.query<{ hash: Buffer }>({ ...livingStatement, values: [hashes] })
  return rows.map(({ hash }) => hash)
}

/** The keys that sessions stand for, one answer for each hash: what holds for the key holds for its session. */
export async function readSessionKeys(
  options: ReadKeysOptions,
  hashes: readonly Buffer[],
): Promise<(KnownKey | null)[]> {
  const sessions = (await useSessions(options.pool, hashes)).filter(({ key_id: id }) => id !== null)
  if (sessions.length === 0) return hashes.map(() => null)
  const keys = await readKeys(
    options,
    sessions.map(({ secret_hash: hash }) => hash),
  )
  return hashes.map((hash) => {
    const index = sessions.findIndex((session) => session.hash.equals(hash))
    const known = keys[index]
    return known ? { ...known, caller: { ...known.caller, sessionHash: hash } } : null
  })
}
