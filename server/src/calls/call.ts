// One call past its gates, whether they let it through or not: what is known of it from then on, the headers of its
// answer and its row in the log.

import type { Caller } from '../access/caller.ts'
import type { RateVerdict } from '../access/rate-limit.ts'
import type { Reason, Refusal } from '../errors.ts'
import { type CallLog, describeLengths } from '../log/log-rows.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { Health } from '../lookups/health.ts'
import type { LookupResult } from '../lookups/lookup-result.ts'
import { type Provenance, toLogProvenance } from '../lookups/provenance.ts'
import type { Bill } from './bill.ts'
import { callHeaders } from './call-headers.ts'
import type { CallRequest } from './call-request.ts'
import type { CallParams } from './read-params.ts'

export type Call = {
  request: CallRequest
  configured: ConfiguredEndpoint
  startedAt: number
  caller: Caller
  /** Null where the call was turned away before its rate was looked at. */
  rate: RateVerdict | null
}

type Facts = {
  creditsUsed?: number
  creditsRemaining?: number | null
  ageSeconds?: number | null
  from?: Provenance | null
}

export function buildCallHeaders(
  { request, configured, caller, rate }: Call,
  health: Health,
  { creditsUsed = 0, creditsRemaining = null, ageSeconds = null, from = null }: Facts = {},
): Record<string, string> {
  return callHeaders({
    requestId: request.id,
    creditsUsed,
    creditsRemaining,
    sourceStatus: health.getStatus(configured.endpoint, caller.accountId),
    ageSeconds,
    rate,
    from,
  })
}

export function toCallLog(
  { request, configured, caller, startedAt }: Call,
  params: CallParams | null,
  due: Bill,
  result: LookupResult | null,
  refusal?: Refusal,
): CallLog {
  const isRefused = refusal !== undefined && refusal.status < 500
  const failure = result?.kind === 'failed' ? result.failure : null
  const without = result && withoutRecord[result.kind]
  // One by one: to spread them costs as much as all the rest of the row.
  const { provider, recordFields, recordForm } = toLogProvenance(result?.from ?? null)
  return {
    requestId: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: configured.endpoint.path,
    params: params && (isRefused ? describeLengths(params.own) : JSON.stringify(params.own)),
    recordedStatus: due.recordedStatus,
    sentStatus: due.sentStatus,
    reason: refusal?.reason ?? failure?.reason ?? without ?? null,
    ms: performance.now() - startedAt,
    clientClosed: request.hasClientGone(),
    jobId: null,
    cacheAgeSeconds: result?.kind === 'found' ? result.ageSeconds : null,
    provider,
    recordFields,
    recordForm,
  }
}

const withoutRecord: Partial<Record<LookupResult['kind'], Reason>> = {
  not_found: 'not_found',
  fields_missing: 'fields_missing',
}
