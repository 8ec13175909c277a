// Starts, reads and ends console sessions. A session starts with a secret or a code, and ends on sign-out, on timeout,
// or when its secret becomes invalid. Each step is one statement that never waits for row locks of other sessions.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { prepared, type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { hashKey } from './key-format.ts'
import { type KeyRecord, type ReadKeysOptions, readKeys } from './keyring.ts'
import type { TimedRead } from './secret-lookup.ts'

const tokenForm = /^qrs_[\w-]{43}$/
const codeForm = /^[\w-]{24}$/

type Token = { text: string; hash: Buffer }

export const makeSessionToken = (): Token => toToken(`qrs_${randomBytes(32).toString('base64url')}`)

export const makeCode = (): Token => toToken(randomBytes(18).toString('base64url'))

const toToken = (text: string): Token => ({ text, hash: hashKey(text) })

/** Whether a text has the format of a session token. The session may still not exist. */
export const isSessionToken = (text: string): boolean => tokenForm.test(text)

/** Whether a text has the format of a sign-in code. */
export const isCode = (text: string): boolean => codeForm.test(text)

/** The identity of a session: a key with the secret used, or the operator. */
export type SessionOwner = { keyId: string | null; secretHash: Buffer }

/** A code that has not been used yet. */
export type OpenCode = SessionOwner & TimedRead

export type Sessions = ReturnType<typeof createSessions>

export const sessionHours = 12
const idle = `interval '1 hour'`
const isLiving = `created_at > quarry_now() - interval '${sessionHours} hours' and seen_at > quarry_now() - ${idle}`
/** Decision: signing in beyond this limit ends the oldest session. */
const maxPerKey = 50
const codeMinutes = 10

// Skips locked rows: another statement is deleting them too, or has just used them.
const beginStatement = statement(`
with surplus as (
  delete from sessions where hash in (
    select hash from sessions where hash in (
      select hash from sessions where key_id is not distinct from $2 order by created_at desc, hash offset ${maxPerKey - 1}
    ) for update skip locked
  )
)
insert into sessions (hash, key_id, secret_hash) values ($1, $2, $3)`)
const sweepStatement = statement(`
delete from sessions where hash in (select hash from sessions where not (${isLiving}) for update skip locked)`)
const endStatement = statement('delete from sessions where hash = $1')
const endAllStatement = statement(`
delete from sessions where key_id is not distinct from (select key_id from sessions where hash = $1)
  and exists (select 1 from sessions where hash = $1)`)
const codeStatement = statement(`
insert into session_codes (hash, key_id, secret_hash, until)
values ($1, $2, $3, quarry_now() + interval '${codeMinutes} minutes')`)
const sweepCodesStatement = statement(`
delete from session_codes where hash in (
  select hash from session_codes where until <= quarry_now() for update skip locked
)`)
const readCodesStatement = statement(`
select hash, key_id, secret_hash from session_codes where hash = any($1::bytea[]) and until > quarry_now()`)
const takeStatement = statement(
  'delete from session_codes where hash = $1 and until > quarry_now() returning hash',
)

export function createSessions({ pool, adminToken }: { pool: Queryable; adminToken: string }) {
  const operatorHash = hashKey(adminToken)
  return {
    /** Returns the session token; only its hash is stored. */
    async begin({ keyId, secretHash }: SessionOwner) {
      const { text, hash } = makeSessionToken()
      await pool.query({ ...beginStatement, values: [hash, keyId, secretHash] })
      return text
    },
    /** Ends the session, or all sessions of the same key or operator. */
    async end(token: string, { everywhere }: { everywhere: boolean }) {
      if (!isSessionToken(token)) return
      await pool.query({ ...(everywhere ? endAllStatement : endStatement), values: [hashKey(token)] })
    },
    /** Creates a code that works once, within ten minutes. */
    async makeCode({ keyId, secretHash }: SessionOwner) {
      const { text, hash } = makeCode()
      await pool.query({ ...codeStatement, values: [hash, keyId, secretHash] })
      return text
    },
    /** Reads codes without using them; one result per hash. `readAtMs` is the time of the read. */
    async readCodes(hashes: readonly Buffer[], readAtMs: number): Promise<(OpenCode | null)[]> {
      const rows = await readRows<SessionRow>(pool, readCodesStatement, [hashes])
      return hashes.map((hash) => {
        const row = rows.find((candidate) => candidate.hash.equals(hash))
        if (!row) return null
        const { key_id: keyId, secret_hash: secretHash } = row
        return { keyId, secretHash, readAtMs, validUntilMs: Number.POSITIVE_INFINITY }
      })
    },
    /** Consumes a code; false if it was used before or has expired. */
    async takeCode(code: string) {
      return (await readRows(pool, takeStatement, [hashKey(code)])).length > 0
    },
    /** Deletes expired sessions and codes. */
    async sweep() {
      await pool.query(sweepStatement)
      await pool.query(sweepCodesStatement)
    },
    /** Whether an operator's session is still valid: the admin token may have changed since. */
    isOperator: (secretHash: Buffer) => timingSafeEqual(secretHash, operatorHash),
  }
}

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

type SessionRow = { hash: Buffer; key_id: string | null; secret_hash: Buffer }

/** A session with its key; a session without a key belongs to the operator. */
export type SessionRecord = TimedRead & { secretHash: Buffer; key: KeyRecord | null }

const livingStatement = statement(`select hash from sessions where hash = any($1::bytea[]) and ${isLiving}`)

/** Returns the hashes whose session has not ended; does not count as use. */
export async function livingSessions(client: Queryable, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const living = await readRows<{ hash: Buffer }>(client, livingStatement, [hashes])
  return living.map(({ hash }) => hash)
}

/**
 * Many sessions in one statement; one result per hash, in order. A session is only as valid as its key. A read counts
 * as use and postpones the idle timeout, which is written at most once a minute.
 */
export async function readSessions(options: ReadKeysOptions, hashes: readonly Buffer[]) {
  const readAtMs = options.now()
  const sessions = await readRows<SessionRow>(options.pool, useStatement, [hashes])
  const keySessions = sessions.filter(({ key_id: id }) => id !== null)
  const keyHashes = keySessions.map(({ secret_hash: hash }) => hash)
  const keys = await readKeys(options, keyHashes)
  const byHash = new Map<string, SessionRecord>()
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
