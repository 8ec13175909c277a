// Everything by which the console is let in: keys, and the sessions that stand for them or for the operator.
import type { Pool } from 'pg'
import { createGuessLimit } from './guess-limit.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { readSessionKeys } from './read-sessions.ts'
import { isSessionToken } from './session-token.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

export type ConsoleAccess = {
  keyring: Keyring
  sessionKeyring: Keyring
  sessions: Sessions
  signIn: SignIn
  isOperator: (session: string) => Promise<boolean>
}

export type ConsoleAccessOptions = {
  database: { pool: Pool }
  adminToken: string
  checkToken: (given: string, address: string) => Promise<void>
  defaultPerSecond: number | null
}

export function createConsoleAccess(options: ConsoleAccessOptions): ConsoleAccess {
  const { database, adminToken, checkToken, defaultPerSecond } = options
  const { pool } = database
  const sessions = createSessions({ pool, adminToken })
  const keyring = createKeyring({ database, defaultPerSecond })
  const now = () => performance.now()
  const sessionKeyring = createKeyring({
    database,
    isSecret: isSessionToken,
    read: (hashes) => readSessionKeys({ pool, defaultPerSecond, now }, hashes),
  })
  return {
    keyring,
    sessionKeyring,
    sessions,
    signIn: createSignIn({ sessions, keyring, sessionKeyring, checkToken, slowDown: createGuessLimit() }),
    async isOperator(session) {
      const found = await sessions.find(session)
      return found !== null && sessions.isOperator(found)
    },
  }
}
