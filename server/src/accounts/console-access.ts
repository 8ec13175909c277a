// Wires up console sign-in: the keyrings for keys and sessions, and the sessions of accounts and the operator.
import type { Database } from '../platform/db/connect.ts'
import { createGuessLimit } from './guess-limit.ts'
import { createKeyring, createKeyringOn } from './keyring.ts'
import { createSecretLookup } from './secret-lookup.ts'
import { createSessions, isCode, isSessionToken, readSessions } from './sessions.ts'
import { createSignIn, createSignInLimit } from './sign-in.ts'

export type ConsoleAccess = ReturnType<typeof createConsoleAccess>

export type ConsoleAccessOptions = {
  database: Pick<Database, 'pool' | 'reads'>
  adminToken: string
  checkToken: (token: string, address: string) => Promise<void>
  defaultPerSecond: number | null
}

export function createConsoleAccess(options: ConsoleAccessOptions) {
  const { database, adminToken, checkToken, defaultPerSecond } = options
  const { pool } = database
  const now = () => performance.now()
  // Signing in writes rows, but must not use the connections that charges need.
  const sessions = createSessions({ pool: database.reads('sessions'), adminToken })
  const sessionLookup = createSecretLookup({
    read: (hashes) => readSessions({ pool, defaultPerSecond, now }, hashes),
    isSecret: isSessionToken,
  })
  const codeLookup = createSecretLookup({
    read: (hashes) => sessions.readCodes(hashes, now()),
    isSecret: isCode,
  })
  const slowDown = createGuessLimit()
  const keyring = createKeyring({ database, defaultPerSecond })
  const sessionKeys = {
    recall: (token: string) => sessionLookup.recall(token)?.key ?? undefined,
    find: async (token: string, address: string) => (await sessionLookup.find(token, address))?.key ?? null,
  }
  const sessionKeyring = createKeyringOn(sessionKeys, slowDown)
  return {
    keyring,
    sessionKeyring,
    sessions,
    signIn: createSignIn({
      sessions,
      keyring,
      sessionKeyring,
      sessionLookup,
      codeLookup,
      checkToken,
      slowDown,
      limit: createSignInLimit(),
    }),
    async isOperator(session: string, address: string) {
      const found = sessionLookup.recall(session) ?? (await sessionLookup.find(session, address))
      return found !== null && found.key === null && sessions.isOperator(found.secretHash)
    },
  }
}
