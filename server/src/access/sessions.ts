// The life of a session of the console: begun with a secret or a code, ended by hand, by time, or with the secret that
// it stands for. What a session may do is never more than what its secret may.
import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { hashKey } from './key-format.ts'
import { isLiving, type Session, useSessions } from './read-sessions.ts'
import { isSessionToken, makeCode, makeSessionToken } from './session-token.ts'

/** What a session stands for: a key with the secret that was given, or the operator. */
export type StandsFor = { keyId: string | null; secretHash: Buffer }

export type Sessions = {
  /** Returns the token, which exists nowhere else. */
  begin: (standsFor: StandsFor) => Promise<string>
  /** Null for what is no session, or none any more. Using one keeps it from ending as idle. */
  find: (token: string) => Promise<StandsFor | null>
  /** Ends the session, or all that stand for the same. */
  end: (token: string, options: { everywhere: boolean }) => Promise<void>
  /** Good once, for ten minutes. */
  makeCode: (standsFor: StandsFor) => Promise<string>
  takeCode: (code: string) => Promise<StandsFor | null>
  /** Whether a session of the operator still stands for him: his token may be another one since. */
  isOperator: (standsFor: StandsFor) => boolean
}

/** Decision: whoever signs in more often without signing out ends the oldest. */
const maxPerKey = 50
const codeMinutes = 10

const sweepStatement = statement(`delete from sessions where not (${isLiving})`)
const boundStatement = statement(`
delete from sessions where hash in (
  select hash from sessions where key_id is not distinct from $1 order by created_at desc, hash offset ${maxPerKey - 1}
)`)
const beginStatement = statement('insert into sessions (hash, key_id, secret_hash) values ($1, $2, $3)')
const endStatement = statement('delete from sessions where hash = $1')
const endAllStatement = statement(`
delete from sessions where key_id is not distinct from (select key_id from sessions where hash = $1)
  and exists (select 1 from sessions where hash = $1)`)
const codeStatement = statement(`
insert into session_codes (hash, key_id, secret_hash, until)
values ($1, $2, $3, quarry_now() + interval '${codeMinutes} minutes')`)
const sweepCodesStatement = statement('delete from session_codes where until <= quarry_now()')
const takeStatement = statement(`
delete from session_codes where hash = $1 and until > quarry_now() returning key_id, secret_hash`)

const standsFor = ({ key_id: keyId, secret_hash: secretHash }: Omit<Session, 'hash'>): StandsFor => ({
  keyId,
  secretHash,
})

export function createSessions({ pool, adminToken }: { pool: Pool; adminToken: string }): Sessions {
  const operatorHash = hashKey(adminToken)
  return {
    begin: ({ keyId, secretHash }) =>
      inTransaction(pool, async (client) => {
        const { text, hash } = makeSessionToken()
        await client.query(sweepStatement)
        await client.query({ ...boundStatement, values: [keyId] })
        await client.query({ ...beginStatement, values: [hash, keyId, secretHash] })
        return text
      }),
    async find(token) {
      if (!isSessionToken(token)) return null
      const [found] = await useSessions(pool, [hashKey(token)])
      return found ? standsFor(found) : null
    },
    async end(token, { everywhere }) {
      if (!isSessionToken(token)) return
      await pool.query({ ...(everywhere ? endAllStatement : endStatement), values: [hashKey(token)] })
    },
    async makeCode({ keyId, secretHash }) {
      const { text, hash } = makeCode()
      await pool.query(sweepCodesStatement)
      await pool.query({ ...codeStatement, values: [hash, keyId, secretHash] })
      return text
    },
    async takeCode(code) {
      const { rows } = await pool.query<Omit<Session, 'hash'>>({ ...takeStatement, values: [hashKey(code)] })
      return rows[0] ? standsFor(rows[0]) : null
    },
    isOperator: ({ keyId, secretHash }) => keyId === null && timingSafeEqual(secretHash, operatorHash),
  }
}
