// The first gates of every authenticated request, billed or free: key (401), account, scope and address (403),
// refused calls and rate limit (429). In this order, before a byte of the body is read.
import { assertPermitted, type Caller } from '../access/caller.ts'
import type { Keyring } from '../access/keyring.ts'
import type { RateLimiter, RateVerdict } from '../access/rate-limit.ts'
import type { RefusalLimit } from '../access/refusal-limit.ts'
import { Refusal, toRefusal } from '../errors.ts'
import { isPending, type MaybePromise, thenMaybe } from '../lib/maybe-promise.ts'
import type { CallRequest } from './call-request.ts'
import { keysInQuery, type QueryPair } from './read-query.ts'

/** What became known at the gates. Who was turned away at one is known as far as the gates before it were passed. */
export type Admitted = { caller: Caller; rate: RateVerdict; thrown: null }
export type TurnedAway = { caller: Caller | null; rate: RateVerdict | null; thrown: unknown }
export type Admission = Admitted | TurnedAway

export type Gates = {
  keyring: Keyring
  /** Of the console; a session stands for its key. */
  sessionKeyring?: Keyring
  refusalLimit: RefusalLimit
  rateLimiter: RateLimiter
}

/** `path` is the endpoint that a key's scopes are held against; null for the account's own free routes. */
export function admit(
  gates: Gates,
  request: CallRequest,
  query: readonly QueryPair[],
  path: string | null,
): MaybePromise<Admission> {
  const unknown = (thrown: unknown): Admission => ({ caller: null, rate: null, thrown })
  const known = (caller: Caller): MaybePromise<Admission> => passGates(gates, request, path, caller)
  try {
    const caller = callerOf(gates, request, query)
    return isPending(caller) ? caller.then(known, unknown) : known(caller)
  } catch (thrown) {
    return unknown(thrown)
  }
}

/** Who asks, before anything is counted: for what makes calls of its own, which are counted themselves. */
export async function identify(
  { keyring, refusalLimit }: Gates,
  request: CallRequest,
  query: readonly QueryPair[],
): Promise<{ caller: Caller; key: string }> {
  const key = theOneKey(request, query)
  const caller = await keyring.authenticate(key, request.address)
  assertPermitted(caller, null, request.address)
  const wait = refusalLimit.waitSeconds(caller.accountId)
  if (wait > 0) throw new Refusal('rate_limited', undefined, wait)
  return { caller, key }
}

function passGates(
  { refusalLimit, rateLimiter }: Gates,
  { address, rate: counted }: CallRequest,
  path: string | null,
  caller: Caller,
): MaybePromise<Admission> {
  try {
    assertPermitted(caller, path, address)
    const wait = refusalLimit.waitSeconds(caller.accountId)
    if (wait > 0) throw new Refusal('rate_limited', undefined, wait)
  } catch (thrown) {
    return { caller, rate: null, thrown: toRefusal(thrown) }
  }
  return thenMaybe(counted ?? rateLimiter.take(caller.accountId, caller.limits), (rate): Admission => {
    if (rate.allowed) return { caller, rate, thrown: null }
    return { caller, rate, thrown: new Refusal('rate_limited', undefined, rate.retryAfterSeconds) }
  })
}

/** A key that was given counts before a session, which browsers send by themselves. */
function callerOf(
  { keyring, sessionKeyring }: Gates,
  request: CallRequest,
  query: readonly QueryPair[],
): MaybePromise<Caller> {
  const session = request.console?.session
  const hasKey =
    request.keyHeaders.length > 0 || request.bearerKeys.length > 0 || keysInQuery(query).length > 0
  return session && sessionKeyring && !hasKey
    ? sessionKeyring.authenticate(session, request.address)
    : keyring.authenticate(theOneKey(request, query), request.address)
}

// Two keys that differ are ambiguous, and so are two of one kind: none of them is tried.
function theOneKey({ keyHeaders, bearerKeys }: CallRequest, query: readonly QueryPair[]): string {
  const inQuery = keysInQuery(query)
  const first = keyHeaders[0] ?? bearerKeys[0] ?? inQuery[0]
  const isOther = (keys: readonly string[]) => keys.length > 1 || (keys.length === 1 && keys[0] !== first)
  if (first === undefined || isOther(keyHeaders) || isOther(bearerKeys) || isOther(inQuery))
    throw new Refusal('invalid_key')
  return first
}
