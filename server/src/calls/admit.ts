// The first gates of every authenticated request, billed or free: key (401), account, scope and address (403),
// refused calls and rate limit (429). In this order, before a byte of the body is read.
import { assertPermitted, type Caller } from '../access/caller.ts'
import type { Keyring } from '../access/keyring.ts'
import type { RateLimiter, RateVerdict } from '../access/rate-limit.ts'
import type { RefusalLimit } from '../access/refusal-limit.ts'
import { Refusal } from '../errors.ts'
import type { Ready } from '../lib/ready.ts'
import type { CallRequest } from './call-request.ts'
import { keysInQuery, type QueryPair } from './read-query.ts'

/** Who calls, filled in as far as the gates were passed: a refused call is logged with what is known. */
export type Admission = { caller?: Caller; rate?: RateVerdict }

export type Gates = { keyring: Keyring; refusalLimit: RefusalLimit; rateLimiter: RateLimiter }

/** `path` is the endpoint that a key's scopes are held against; null for the account's own free routes. */
export function admit(
  gates: Gates,
  request: CallRequest,
  query: readonly QueryPair[],
  path: string | null,
  admission: Admission,
): Ready<Caller> {
  const withinLimits = (caller: Caller, rate: RateVerdict): Caller => {
    admission.rate = rate
    if (!rate.allowed) throw new Refusal('rate_limited', undefined, rate.retryAfterSeconds)
    return caller
  }
  const permitted = (caller: Caller): Ready<Caller> => {
    admission.caller = caller
    assertPermitted(caller, path, request.address)
    const wait = gates.refusalLimit.waitSeconds(caller.accountId)
    if (wait > 0) throw new Refusal('rate_limited', undefined, wait)
    const rate = gates.rateLimiter.take(caller.accountId, caller.limits)
    return rate instanceof Promise
      ? rate.then((verdict) => withinLimits(caller, verdict))
      : withinLimits(caller, rate)
  }
  const caller = gates.keyring.authenticate(theOneKey(request.keyHeaders, query), request.address)
  return caller instanceof Promise ? caller.then(permitted) : permitted(caller)
}

// Two keys that differ are ambiguous, and so are two headers: neither is tried.
function theOneKey(headers: readonly string[], query: readonly QueryPair[]): string {
  const inQuery = keysInQuery(query)
  const first = headers[0] ?? inQuery[0]
  const ambiguous = headers.length > 1 || inQuery.length > 1 || inQuery.some((key) => key !== first)
  if (first === undefined || ambiguous) throw new Refusal('invalid_key')
  return first
}
