// Signs in to the console with a key, the admin token or a code, and shows the owner of a session. Every wrong secret
// counts as a guess.
import { invalidParameter } from '@quarry/kit/errors'
import { boolean, list, nullable, object, oneOf, type Static, text } from '@quarry/kit/schema'
import { createAccountSlots } from '../platform/db/account-slots.ts'
import { isRefusal, Refusal } from '../platform/errors.ts'
import { namedObject, uuid } from '../platform/lib/schemas.ts'
import { assertPermitted, type Caller, canManage, canSeeWholeAccount, permissions } from './caller.ts'
import { createChangeLimit } from './free-work-limits.ts'
import type { GuessLimit } from './guess-limit.ts'
import { hashKey, isWellFormed } from './key-format.ts'
import type { Keyring } from './keyring.ts'
import { toNetwork } from './network-slots.ts'
import type { SecretLookup } from './secret-lookup.ts'
import type { OpenCode, SessionRecord, Sessions } from './sessions.ts'

type Credentials = { secret?: string; code?: string }

export const session = namedObject('Session', {
  role: nullable(oneOf(['account', 'operator'], 'Null when signed out.')),
  account: nullable(object({ slug: text('demo'), name: text('Demo') })),
  key: nullable(
    object({
      id: uuid(),
      alias: text('demo'),
      category: text('development'),
      scopes: nullable(list(text('/v2/usage'))),
      permissions: list(oneOf(permissions)),
    }),
  ),
  may: object(
    { statistics: boolean(true), keys: boolean(false), webhooks: boolean(true) },
    'What the key may see beyond its own calls.',
  ),
})
type SessionView = Static<typeof session>

export type SignInOptions = {
  sessions: Sessions
  keyring: Keyring
  /** Authenticates session tokens instead of keys. */
  sessionKeyring: Keyring
  sessionLookup: SecretLookup<SessionRecord>
  codeLookup: SecretLookup<OpenCode>
  checkToken: (token: string, address: string) => Promise<void>
  slowDown: GuessLimit
  limit: SignInLimit
}

export type SignIn = ReturnType<typeof createSignIn>

export const signedOut: SessionView = {
  role: null,
  account: null,
  key: null,
  may: { statistics: false, keys: false, webhooks: false },
}
const operator: SessionView = { ...signedOut, role: 'operator' }

export const createSignIn = (options: SignInOptions) => ({
  /** Starts a session. Throws Refusal. */
  begin: (credentials: Credentials, address: string) => beginSession(options, credentials, address),
  /** Returns the owner of a session; the role is null if the session has ended. */
  show: (token: string | null, address: string) => showSession(options, token, address),
  end: (token: string, address: string, scope: { everywhere: boolean }) =>
    endSession(options, token, address, scope),
})

async function beginSession(options: SignInOptions, credentials: Credentials, address: string) {
  const { sessions, limit } = options
  const { code } = credentials
  const holder = await findHolder(options, credentials, address)
  // Counted first, so that a refused sign-in does not consume the code.
  await limit.count(holder.keyId, address)
  const token = await limit.withSlot(holder.keyId, async () => {
    if (code !== undefined && !(await sessions.takeCode(code))) return refuseCode(options, address)
    return sessions.begin(holder)
  })
  return { token, view: holder.view ?? (await showSession(options, token, address)) }
}

/** The owner of a secret. `view` is null if it must still be read. */
async function findHolder(options: SignInOptions, { secret, code }: Credentials, address: string) {
  const { codeLookup, checkToken, keyring } = options
  if (secret !== undefined && code !== undefined)
    throw invalidParameter('code', 'cannot be given with secret')
  if (code !== undefined) {
    const found = await codeLookup.find(code, address)
    return found ? { ...found, view: null } : refuseCode(options, address)
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

async function refuseCode({ slowDown }: SignInOptions, address: string): Promise<never> {
  await slowDown(address)
  throw new Refusal('invalid_key', 'The link was used before or has expired; create a new one')
}

async function showSession(options: SignInOptions, token: string | null, address: string) {
  const found = token === null ? null : await findSession(options, token, address)
  if (token === null || found === null) return signedOut
  if (found.key === null) return options.sessions.isOperator(found.secretHash) ? operator : signedOut
  try {
    return toSessionView(await options.sessionKeyring.authenticate(token, address))
  } catch (error) {
    if (isRefusal(error)) return signedOut
    throw error
  }
}

async function endSession(
  options: SignInOptions,
  token: string,
  address: string,
  scope: { everywhere: boolean },
): Promise<void> {
  if ((await findSession(options, token, address)) === null) return
  await options.sessions.end(token, scope)
  options.sessionLookup.forget(token)
}

async function findSession({ sessionLookup, slowDown }: SignInOptions, token: string, address: string) {
  const found = sessionLookup.recall(token) ?? (await sessionLookup.find(token, address))
  if (found === null) await slowDown(address)
  return found
}

const toSessionView = (caller: Caller): SessionView => ({
  role: 'account',
  account: { slug: caller.accountSlug, name: caller.accountName },
  key: {
    id: caller.keyId,
    alias: caller.keyAlias,
    category: caller.keyCategory,
    scopes: caller.scopes && [...caller.scopes],
    permissions: [...caller.permissions],
  },
  may: {
    statistics: caller.statisticsEnabled,
    keys: canManage(caller),
    webhooks: canSeeWholeAccount(caller),
  },
})

export type SignInLimit = ReturnType<typeof createSignInLimit>

const perKeyAndMinute = 30
const perNetworkAndMinute = 120
/** One key gets half of the slots, which is one. */
const slots = 2

/**
 * Limits sign-ins per minute, for each key and for each network. Wrong secrets do not count here; the guess limit slows
 * those down.
 */
export function createSignInLimit() {
  const limitKey = createChangeLimit(perKeyAndMinute)
  const limitNetwork = createChangeLimit(perNetworkAndMinute)
  const withSlot = createAccountSlots(slots)
  return {
    /** Counts a sign-in with a valid secret; throws 429 if there were too many. `keyId` null is the operator. */
    async count(keyId: string | null, address: string) {
      await limitKey(keyId ?? 'operator')
      // Accounts that share a network or proxy with the operator must not lock the operator out.
      if (keyId !== null) await limitNetwork(toNetwork(address))
    },
    /** Runs sign-ins one at a time for each key. */
    withSlot: <T>(keyId: string | null, work: () => Promise<T>) => withSlot(keyId ?? 'operator', work),
  }
}
