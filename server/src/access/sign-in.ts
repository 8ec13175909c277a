// Signing in to the console with a key, the operator's token or a code, and what a session then shows of whom it stands
// for. A wrong secret counts as a guess, whichever it was meant to be.
import { invalidParameter, Refusal } from '../errors.ts'
import { assertPermitted, type Caller, mayManage } from './caller.ts'
import type { GuessLimit } from './guess-limit.ts'
import { hashKey, isWellFormed } from './key-format.ts'
import type { Keyring } from './keyring.ts'
import { seesWholeAccount } from './reach.ts'
import type { Sessions, StandsFor } from './sessions.ts'

export type Given = { secret?: string; code?: string }

export type SessionView = {
  role: 'account' | 'operator' | null
  account: { slug: string; name: string } | null
  key: {
    id: string
    alias: string
    category: string
    scopes: readonly string[] | null
    permissions: readonly string[]
  } | null
  may: { statistics: boolean; keys: boolean; webhooks: boolean }
}

export type SignInOptions = {
  sessions: Sessions
  keyring: Keyring
  /** Of sessions instead of keys. */
  sessionKeyring: Keyring
  checkToken: (given: string, address: string) => Promise<void>
  slowDown: GuessLimit
}

export type SignIn = {
  /** The token of a new session. Throws Refusal. */
  begin: (given: Given, address: string) => Promise<string>
  /** Of whom a session stands for; of nobody where it has ended. */
  show: (token: string | null, address: string) => Promise<SessionView>
  end: Sessions['end']
}

const nobody: SessionView = {
  role: null,
  account: null,
  key: null,
  may: { statistics: false, keys: false, webhooks: false },
}

export function createSignIn(options: SignInOptions): SignIn {
  const { sessions, keyring, sessionKeyring, checkToken, slowDown } = options

  async function standsFor({ secret, code }: Given, address: string): Promise<StandsFor> {
    if (secret !== undefined && code !== undefined)
      throw invalidParameter('code', 'cannot be given with secret')
    if (code !== undefined) return byCode(code, address)
    if (secret === undefined) throw invalidParameter('secret', 'is required')
    if (!isWellFormed(secret)) {
      await checkToken(secret, address)
      return { keyId: null, secretHash: hashKey(secret) }
    }
    const caller = await keyring.authenticate(secret, address)
    assertPermitted(caller, null, address)
    return { keyId: caller.keyId, secretHash: caller.secretHash }
  }

  async function byCode(code: string, address: string): Promise<StandsFor> {
    const found = await sessions.takeCode(code)
    if (found) return found
    await slowDown(address)
    throw new Refusal('invalid_key', 'The link has been used, or is too old')
  }

  return {
    begin: async (given, address) => sessions.begin(await standsFor(given, address)),
    async show(token, address) {
      const found = token === null ? null : await sessions.find(token)
      if (token === null || found === null) return nobody
      if (found.keyId === null) return sessions.isOperator(found) ? { ...nobody, role: 'operator' } : nobody
      try {
        return viewOf(await sessionKeyring.authenticate(token, address))
      } catch (error) {
        if (error instanceof Refusal) return nobody
        throw error
      }
    },
    end: sessions.end,
  }
}

const viewOf = (caller: Caller): SessionView => ({
  role: 'account',
  account: { slug: caller.accountSlug, name: caller.accountName },
  key: {
    id: caller.keyId,
    alias: caller.keyAlias,
    category: caller.keyCategory,
    scopes: caller.scopes,
    permissions: caller.permissions,
  },
  may: {
    statistics: caller.statisticsEnabled,
    keys: mayManage(caller),
    webhooks: seesWholeAccount(caller),
  },
})
