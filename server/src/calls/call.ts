// One call past its gates, whether they let it through or not: what is known of it from then on, the headers of its
// answer and its row in the log.
import type { Caller } from '../access/caller.ts'
import type { RateVerdict } from '../access/rate-limit.ts'
import type { Refusal } from '../errors.ts'
import { type CallLog, lengthsOf } from '../log/columns.ts'
import type { Bill } from './bill.ts'
import { callHeaders } from './call-headers.ts'
import type { CallRequest } from './call-request.ts'
import type { Health } from './health.ts'
import type { Lookup } from './look-up.ts'
import type { Offer } from './offer.ts'
import type { CallParams } from './read-params.ts'

export type Call = {
  request: CallRequest
  offer: Offer
  startedAt: number
  caller: Caller
  /** Null where the call was turned away before its rate was looked at. */
  rate: RateVerdict | null
}

type Facts = { creditsUsed?: number; creditsRemaining?: number | null; ageSeconds?: number | null }

export function headersOf(
  { request, offer, caller, rate }: Call,
  health: Health,
  { creditsUsed = 0, creditsRemaining = null, ageSeconds = null }: Facts = {},
): Record<string, string> {
  return callHeaders({
    requestId: request.id,
    creditsUsed,
    creditsRemaining,
    sourceStatus: health.statusOf(offer.endpoint, caller.accountId),
    ageSeconds,
    rate,
  })
}

export function logOf(
  { request, offer, caller, startedAt }: Call,
  params: CallParams | null,
  due: Bill,
  lookup: Lookup | null,
  refusal?: Refusal,
): CallLog {
  const isRefused = refusal !== undefined && refusal.status < 500
  const failure = lookup?.kind === 'failed' ? lookup.failure : null
  const notFound = lookup?.kind === 'not_found' ? ('not_found' as const) : null
  return {
    requestId: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: offer.endpoint.path,
    params: params && (isRefused ? lengthsOf(params.own) : JSON.stringify(params.own)),
    recordedStatus: due.recordedStatus,
    sentStatus: due.sentStatus,
    reason: refusal?.reason ?? failure?.reason ?? notFound,
    ms: performance.now() - startedAt,
    clientClosed: request.hasClientGone(),
    jobId: null,
    cacheAgeSeconds: lookup?.kind === 'found' ? lookup.ageSeconds : null,
    provider: null,
  }
}
