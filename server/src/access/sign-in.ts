// Signing in to the console with a key, the operator's token or a code, and what a session then shows of its holder.
// A wrong secret counts as a guess, whichever it was meant to be.
import { invalidParameter } from '@quarry/kit/errors'
import { isRefusal, Refusal } from '../errors.ts'
import { assertPermitted, type Caller, canManage } from './caller.ts'
import type { GuessLimit } from './guess-limit.ts'
import { hashKey, isWellFormed } from './key-format.ts'
import type { Keyring } from './keyring.ts'
import { canSeeWholeAccount } from './reach.ts'
import type { KnownSession } from './read-sessions.ts'
import type { SecretLookup } from './secret-lookup.ts'
import type { OpenCode, Sessions, StandsFor } from './sessions.ts'
import type { SignInLimit } from './sign-in-limit.ts'

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
  sessionLookup: SecretLookup<KnownSession>
  codeLookup: SecretLookup<OpenCode>
  checkToken: (given: string, address: string) => Promise<void>
  slowDown: GuessLimit
  limit: SignInLimit
}

export type SignIn = {
  /** Begins a session. Throws Refusal. */
  begin: (given: Given, address: string) => Promise<{ token: string; view: SessionView }>
  /** Returns the owner of a session, with the role null where it has ended. */
  show: (token: string | null, address: string) => Promise<SessionView>
  end: (token: string, address: string, options: { everywhere: boolean }) => Promise<void>
}

export const signedOut: SessionView = {
  role: null,
  account: null,
  key: null,
  may: { statistics: false, keys: false, webhooks: false },
}
const operator: SessionView = { ...signedOut, role: 'operator' }

/** The owner of a secret. The view is null where it has to be read. */
type Holder = StandsFor & { view: SessionView | null }

export function createSignIn(options: SignInOptions): SignIn {
  const { sessions, keyring, sessionKeyring, sessionLookup, codeLookup, checkToken, slowDown, limit } =
    options

  async function findHolder({ secret, code }: Given, address: string): Promise<Holder> {
    if (secret !== undefined && code !== undefined)
      throw invalidParameter('code', 'cannot be given with secret')
    if (code !== undefined) {
      const found = await codeLookup.find(code, address)
      return found ? { ...found, view: null } : refuseCode(address)
    }
    if (secret === undefined) throw invalidParameter('secret', 'is required')
    if (!isWellFormed(secret)) {
      await checkToken(secret, address)
      return { keyId: null, secretHash: hashKey(secret), view: operator }
    }
    const caller = await keyring.authenticate(secret, address)
    assertPermitted(caller, null, address)
    return { keyId: caller.keyId, secretHash: caller.secretHash, view: toSessionView(caller) }
  }

  async function refuseCode(address: string): Promise<never> {
    await slowDown(address)
    throw new Refusal('invalid_key', 'The link has been used, or is too old')
  }

  async function findSession(token: string, address: string): Promise<KnownSession | null> {
    const found = sessionLookup.recall(token) ?? (await sessionLookup.find(token, address))
    if (found === null) await slowDown(address)
    return found
  }

  async function show(token: string | null, address: string): Promise<SessionView> {
    const found = token === null ? null : await findSession(token, address)
    if (token === null || found === null) return signedOut
    if (found.key === null) return sessions.isOperator(found.secretHash) ? operator : signedOut
    try {
      return toSessionView(await sessionKeyring.authenticate(token, address))
    } catch (error) {
      if (isRefusal(error)) return signedOut
      throw error
    }
  }

  return {
    async begin(given, address) {
      const holder = await findHolder(given, address)
      // Counted first: a code is not used up by a sign-in that is refused.
      await limit.count(holder.keyId, address)
      const token = await limit.inTurn(holder.keyId, async () => {
        if (given.code !== undefined && !(await sessions.takeCode(given.code))) return refuseCode(address)
        return sessions.begin(holder)
      })
      return { token, view: holder.view ?? (await show(token, address)) }
    },
    show,
    async end(token, address, scope) {
      if ((await findSession(token, address)) === null) return
      await sessions.end(token, scope)
      sessionLookup.forget(token)
    },
  }
}

const toSessionView = (caller: Caller): SessionView => ({
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
    keys: canManage(caller),
    webhooks: canSeeWholeAccount(caller),
  },
})
