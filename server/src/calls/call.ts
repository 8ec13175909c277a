// One call after its gates, admitted or refused: what it needs, the headers of its answer and its row in the log.
import type { Caller } from '../accounts/caller.ts'
import type { MissingFieldsLimit } from '../accounts/free-work-limits.ts'
import { addRateLimitHeaders, type RateVerdict } from '../accounts/rate-limit.ts'
import type { Credits } from '../ledger/credits.ts'
import { type CallLog, describeLengths } from '../ledger/log/log-rows.ts'
import type { FindRecord } from '../lookups/find-record.ts'
import type { Health } from '../lookups/health/health.ts'
import type { LookupResult } from '../lookups/lookup-result.ts'
import type { Lookup } from '../lookups/plan-lookup.ts'
import { addProvenanceHeaders, type Provenance, toLogProvenance } from '../lookups/provenance.ts'
import type { CallParams } from '../lookups/read-params.ts'
import type { ConfiguredEndpoint } from '../lookups/sources/configured-endpoint.ts'
import type { Queryable } from '../platform/db/statement.ts'
import type { Reason, Refusal } from '../platform/errors.ts'
import type { Gates } from './admit.ts'
import type { Bill } from './bill.ts'
import type { CallRequest } from './call-request.ts'
import type { Enqueue } from './enqueue.ts'
import type { Idempotency } from './idempotency.ts'

/** The dependencies of a call, wired once for all calls. */
export type CallDeps = Gates & {
  credits: Credits
  findRecord: FindRecord
  health: Health
  enqueue: Enqueue
  idempotency: Idempotency
  missingFieldsLimit: MissingFieldsLimit
  /** For statements outside a transaction. */
  pool: Queryable
  onFailure: (failure: unknown, requestId: string, path: string) => void
  onCall: (path: string, recordedStatus: number, credits: number, ms: number) => void
}

export type Call = {
  request: CallRequest
  configured: ConfiguredEndpoint
  startedAt: number
  caller: Caller
  /** Null where the call was refused before its rate was checked. */
  rate: RateVerdict | null
}

/** A call whose parameters are valid. */
export type PlannedCall = { call: Call; params: CallParams; lookup: Lookup }

type AnswerFacts = {
  creditsUsed?: number
  creditsRemaining?: number | null
  ageSeconds?: number | null
  /** Null where no provider was called. */
  from?: Provenance | null
}

/** The headers of every metered answer. */
export function buildHeaders(
  requestId: string,
  rate: RateVerdict | null = null,
  sourceStatus: string | null = null,
  { creditsUsed = 0, creditsRemaining = null, ageSeconds = null, from = null }: AnswerFacts = {},
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'x-credits-used': String(creditsUsed),
  }
  if (creditsRemaining !== null) headers['x-credits-remaining'] = String(creditsRemaining)
  if (sourceStatus !== null) headers['x-source-status'] = sourceStatus
  if (ageSeconds !== null) headers.age = String(ageSeconds)
  if (from !== null) addProvenanceHeaders(headers, from)
  return rate ? addRateLimitHeaders(headers, rate.policies) : headers
}

/** For every answer to a lookup: no cache may store it, and it depends on these request headers. */
export function addPrivateHeaders(headers: Record<string, string>): Record<string, string> {
  headers['cache-control'] = 'private, no-store'
  headers.vary = 'accept, authorization, x-api-key'
  return headers
}

export function buildCallHeaders(call: Call, health: Health, facts?: AnswerFacts): Record<string, string> {
  const { request, configured, caller, rate } = call
  const sourceStatus = health.getStatus(configured.endpoint, caller.accountId)
  return addPrivateHeaders(buildHeaders(request.id, rate, sourceStatus, facts))
}

export function toCallLog(
  { request, configured, caller, startedAt }: Call,
  params: CallParams | null,
  due: Bill,
  result: LookupResult | null,
  refusal?: Refusal,
): CallLog {
  const isRefused = refusal !== undefined && refusal.status < 500
  // Listed one by one: spreading them costs as much as the rest of the row.
  const { provider, recordFields, recordForm } = toLogProvenance(result?.from ?? null)
  return {
    requestId: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: configured.endpoint.path,
    params: params && (isRefused ? describeLengths(params.own) : JSON.stringify(params.own)),
    recordedStatus: due.recordedStatus,
    sentStatus: due.sentStatus,
    reason: refusal?.reason ?? (result && findReason(result)),
    ms: performance.now() - startedAt,
    clientClosed: request.hasClientGone(),
    jobId: null,
    cacheAgeSeconds: result?.kind === 'found' ? result.ageSeconds : null,
    provider,
    recordFields,
    recordForm,
  }
}

/** Why there is no record; null where there is one. */
function findReason(result: LookupResult): Reason | null {
  if (result.kind === 'failed') return result.failure.reason
  return result.kind === 'found' ? null : result.kind
}
