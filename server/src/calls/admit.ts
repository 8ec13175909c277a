// The first gates of every authenticated request, billed or free: key (401), account, scope and address (403),
// refused calls and rate limit (429). In this order, before a byte of the body is read.
import { assertPermitted, type Caller } from '../accounts/caller.ts'
import type { RefusalLimit } from '../accounts/free-work-limits.ts'
import type { Keyring } from '../accounts/keyring.ts'
import type { RateLimiter, RateVerdict } from '../accounts/rate-limit.ts'
import { listQueryKeys, type QueryPair } from '../lookups/read-query.ts'
import { Refusal, toRefusal } from '../platform/errors.ts'
import { isPending, type MaybePromise, thenMaybe } from '../platform/lib/promises.ts'
import type { CallRequest } from './call-request.ts'

/** The result of the gates. The caller of a refused request is set if the key was accepted. */
type Admitted = { caller: Caller; rate: RateVerdict; thrown: null }
type Refused = { caller: Caller | null; rate: RateVerdict | null; thrown: unknown }
export type Admission = Admitted | Refused

export type Gates = {
  keyring: Keyring
  /** Sessions of the console; each acts as its key. */
  sessionKeyring?: Keyring
  refusalLimit: RefusalLimit
  rateLimiter: RateLimiter
}

/** `path` is the endpoint that the key's scopes must allow; null for free routes of the account. */
export function admit(gates: Gates, request: CallRequest, query: readonly QueryPair[], path: string | null) {
  const refuseUnknown = (thrown: unknown): Admission => ({ caller: null, rate: null, thrown })
  const pass = (caller: Caller): MaybePromise<Admission> => passGates(gates, request, path, caller)
  try {
    const caller = authenticate(gates, request, query)
    return isPending(caller) ? caller.then(pass, refuseUnknown) : pass(caller)
  } catch (thrown) {
    return refuseUnknown(thrown)
  }
}

/** Identifies the caller without counting: for routes whose own calls are counted. */
export async function identify(gates: Gates, request: CallRequest, query: readonly QueryPair[]) {
  const key = readKey(request, query)
  const caller = await gates.keyring.authenticate(key, request.address)
  assertPermitted(caller, null, request.address)
  const wait = gates.refusalLimit.waitSeconds(caller.accountId)
  if (wait > 0) throw new Refusal('rate_limited', undefined, wait)
  return { caller, key }
}

function passGates(
  { refusalLimit, rateLimiter }: Gates,
  { address, rate: earlierRate }: CallRequest,
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
  return thenMaybe(earlierRate ?? rateLimiter.take(caller.accountId, caller.limits), (rate): Admission => {
    if (rate.allowed) return { caller, rate, thrown: null }
    return { caller, rate, thrown: new Refusal('rate_limited', undefined, rate.retryAfterSeconds) }
  })
}

/** A key takes precedence over a session, which browsers send by themselves. */
function authenticate({ keyring, sessionKeyring }: Gates, request: CallRequest, query: readonly QueryPair[]) {
  const session = request.console?.session
  const hasKey =
    request.keyHeaders.length > 0 || request.bearerKeys.length > 0 || listQueryKeys(query).length > 0
  return session && sessionKeyring && !hasKey
    ? sessionKeyring.authenticate(session, request.address)
    : keyring.authenticate(readKey(request, query), request.address)
}

function readKey(request: RequestKeys, query: readonly QueryPair[]): string {
  const key = findKey(request, query)
  if (key === null) throw new Refusal('invalid_key')
  return key
}

export type RequestKeys = Pick<CallRequest, 'keyHeaders' | 'bearerKeys'>

/** Null without a key. Two different keys, or two of one kind, are ambiguous and count as none. */
export function findKey({ keyHeaders, bearerKeys }: RequestKeys, query: readonly QueryPair[]): string | null {
  const inQuery = listQueryKeys(query)
  const first = keyHeaders[0] ?? bearerKeys[0] ?? inQuery[0]
  const isOther = (keys: readonly string[]) => keys.length > 1 || (keys.length === 1 && keys[0] !== first)
  const isAmbiguous = isOther(keyHeaders) || isOther(bearerKeys) || isOther(inQuery)
  return first === undefined || isAmbiguous ? null : first
}
