// One call while it is served: what is known of it, the headers of its answer and its row in the log.
import type { Caller } from '../access/caller.ts'
import type { Refusal } from '../errors.ts'
import { type CallLog, lengthsOf } from '../log/columns.ts'
import type { Admission } from './admit.ts'
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
  admission: Admission
  params: CallParams | null
}

type Facts = { creditsUsed?: number; creditsRemaining?: number | null; ageSeconds?: number | null }

/** The headers of the call's answer; a call whose caller is unknown learns nothing of the source. */
export function headersOf(
  { request, offer, admission }: Call,
  health: Health,
  { creditsUsed = 0, creditsRemaining = null, ageSeconds = null }: Facts = {},
): Record<string, string> {
  return callHeaders({
    requestId: request.id,
    creditsUsed,
    creditsRemaining,
    sourceStatus: admission.caller ? health.statusOf(offer.endpoint, admission.caller.accountId) : null,
    ageSeconds,
    rate: admission.rate,
  })
}

export function logOf(
  call: Call,
  caller: Caller,
  due: Bill,
  lookup: Lookup | null,
  refusal?: Refusal,
): CallLog {
  const { request, offer, params, startedAt } = call
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
