// The life of one call, top to bottom: gates, parameters, idempotency key, hold, lookup, settlement, response. No
// response is sent before its transaction has committed; a refusal costs nothing; after the hold, a client that
// disconnects changes nothing (api-rules 7.4).
import type { Caller } from '../accounts/caller.ts'
import { countRefusal, type MissingFieldsLimit } from '../accounts/free-work-limits.ts'
import type { RateVerdict } from '../accounts/rate-limit.ts'
import type { Credits } from '../ledger/credits.ts'
import { type CallLog, describeLengths } from '../ledger/log/log-rows.ts'
import type { RequestLog } from '../ledger/log/request-log.ts'
import type { FindRecord } from '../lookups/find-record.ts'
import type { Health } from '../lookups/health/health.ts'
import { isServerFault, type LookupResult, toLogProvenance } from '../lookups/lookup-result.ts'
import { type Lookup, planLookup } from '../lookups/plan-lookup.ts'
import { type CallParams, readParams } from '../lookups/read-params.ts'
import { type QueryPair, splitQuery } from '../lookups/read-query.ts'
import type { ConfiguredEndpoint } from '../lookups/sources/configure-endpoints.ts'
import type { Queryable } from '../platform/db/statement.ts'
import { fieldsMissing, type Reason, Refusal, toRefusal } from '../platform/errors.ts'
import { isPending } from '../platform/lib/promises.ts'
import { admit, type Gates } from './admit.ts'
import { type Bill, bill } from './bill.ts'
import type { CallRequest, CallResponse } from './call-request.ts'
import {
  hashRequest,
  type Idempotency,
  type IdempotencyKey,
  type Marker,
  readIdempotency,
  type StoredResponse,
} from './idempotency.ts'
import type { Accepted, Enqueue, JobRequest } from './jobs/enqueue-jobs.ts'
import { createParsedQueryCache, type ParsedQueryCache } from './parsed-query-cache.ts'
import {
  addContentHeaders,
  addPrivateHeaders,
  buildHeaders,
  buildRefusalResponse,
  buildStoredAcceptance,
  type ResponseFacts,
  toContent,
  toRetentionSeconds,
  toStoredResponse,
} from './responses.ts'

/** The dependencies of a call, wired once for all calls. */
export type CallDeps = Gates & {
  credits: Credits
  requestLog: RequestLog
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

export type HandleCall = (configured: ConfiguredEndpoint, request: CallRequest) => Promise<CallResponse>

/** A call after its gates, admitted or refused. */
type Call = {
  request: CallRequest
  configured: ConfiguredEndpoint
  startedAt: number
  caller: Caller
  /** Null if the call was refused before its rate was checked. */
  rate: RateVerdict | null
}

/** A call whose parameters are valid. */
type PlannedCall = { call: Call; params: CallParams; lookup: Lookup }

export function createHandleCall(deps: CallDeps): HandleCall {
  const parsedQueries = createParsedQueryCache()
  return (configured, request) => handleCall(deps, parsedQueries, configured, request)
}

async function handleCall(
  deps: CallDeps,
  parsedQueries: ParsedQueryCache,
  configured: ConfiguredEndpoint,
  request: CallRequest,
): Promise<CallResponse> {
  const startedAt = performance.now()
  const parsed = parsedQueries.get(configured, request)
  const query = parsed ? parsed.query : splitQuery(request.rawQuery)
  const { path } = configured.endpoint
  const admission = admit(deps, request, query, path)
  const { caller, rate, thrown } = isPending(admission) ? await admission : admission
  if (caller === null) return refuseUnknownCaller(deps, path, request.id, thrown)
  const call = { request, configured, startedAt, caller, rate }
  if (thrown !== null) return refuse(deps, call, null, thrown)
  let params: CallParams | null = null
  try {
    params = parsed ? parsed.params : await readCallParams(call, query)
    const lookup = parsed ? parsed.lookup : planLookup(configured, params.own, params.options)
    if (!parsed) parsedQueries.set(configured, request, { query, params, lookup })
    return await answerCall(deps, { call, params, lookup })
  } catch (error) {
    return refuse(deps, call, params, error)
  }
}

async function readCallParams({ configured, request, caller }: Call, query: readonly QueryPair[]) {
  const { method, contentType } = request
  const body = method === 'POST' ? { contentType, bytes: await request.readBody(caller.accountId) } : null
  return readParams(configured.endpoint, method, query, body, request.accept)
}

// Not `async`: every call runs through here, and each further promise costs time.
function answerCall(deps: CallDeps, planned: PlannedCall): Promise<CallResponse> {
  const key = readIdempotency(planned.call.request)
  if (key !== null) return serveIdempotent(deps, planned, key)
  return planned.params.options.isAsync ? acceptJob(deps, planned) : serve(deps, planned)
}

/** A call with an Idempotency-Key: the first one runs, later ones get its stored response free of charge. */
async function serveIdempotent(
  deps: CallDeps,
  planned: PlannedCall,
  key: IdempotencyKey,
): Promise<CallResponse> {
  const { idempotency, pool, onFailure } = deps
  const { request, caller, configured } = planned.call
  const { path } = configured.endpoint
  const { own, options } = planned.params
  // Named fields only: other additions to the parameters must not change the fingerprint.
  const fingerprint = hashRequest(path, { own, options })
  const marker = { ...key, accountId: caller.accountId, fingerprint, requestId: request.id }
  if (request.isStoredOnly) return replay(deps, planned, await idempotency.read(pool, marker))
  if (options.isAsync) return acceptJobOnce(deps, planned, marker)
  const stored = await idempotency.take(pool, marker)
  if (stored) return replay(deps, planned, stored)
  try {
    return await serve(deps, planned, marker)
  } catch (thrown) {
    const report = (error: unknown) => onFailure(error, request.id, path)
    await idempotency.release(pool, marker).catch(report)
    throw thrown
  }
}

/** Holds the price, finds the record and settles; a cached record is charged at once. */
async function serve(deps: CallDeps, planned: PlannedCall, marker?: Marker): Promise<CallResponse> {
  const { call, params, lookup } = planned
  const { credits, requestLog, findRecord, missingFieldsLimit, pool } = deps
  const { caller, configured, request } = call
  const { maxAgeSeconds } = params.options
  const accountId = String(caller.accountId)
  const fromCache = findRecord.cached(lookup, configured.endpoint, maxAgeSeconds, accountId)
  const cached = isPending(fromCache) ? await fromCache : fromCache
  const cachedBill = cached && toBill(call, params, cached)
  if (cached && cachedBill && cachedBill.credits > 0 && !marker) {
    // One commit holds and settles, with the same checks.
    const log = toCallLog(call, params, cachedBill, cached)
    const { remaining } = await credits.charge(log, cachedBill.credits)
    return buildResponse(deps, call, cachedBill, cached, remaining)
  }
  if (!cached && lookup.missingFields) assertNoWait(missingFieldsLimit.waitSeconds(caller.accountId))
  // A cached record costs the price of its provider, which may be zero while another provider has a price.
  const price = cachedBill?.credits ?? lookup.price
  const hold =
    price > 0
      ? await credits.hold({
          requestId: request.id,
          accountId: caller.accountId,
          keyId: caller.keyId,
          endpoint: configured.endpoint.path,
          credits: price,
          kind: 'call',
        })
      : null
  const result =
    cached ??
    (await findRecord({
      ...lookup,
      endpoint: configured.endpoint,
      requestId: request.id,
      caller: { accountId },
    }))
  observe(deps, call, result, lookup)
  if (result.kind === 'fields_missing') assertNoWait(await missingFieldsLimit.count(caller.accountId))
  const callBill = toBill(call, params, result)
  const log = toCallLog(call, params, callBill, result)
  const endMarker = marker && ((client: Queryable) => storeOrRelease(deps, client, marker, callBill, result))
  if (!hold) await endMarker?.(pool)
  const settled = hold
    ? await credits.settle(hold, { credits: callBill.credits, log }, endMarker)
    : await requestLog.record(log)
  return buildResponse(deps, call, callBill, result, settled?.remaining ?? null)
}

const toBill = ({ configured }: Call, params: CallParams, result: LookupResult): Bill =>
  bill({
    price: 'price' in result ? result.price : 0,
    notFound: configured.endpoint.notFound,
    outcome: result.kind,
    softFail: params.options.softFail,
    mode: 'sync',
  })

function observe(deps: CallDeps, call: Call, result: LookupResult, { providers, query }: Lookup): void {
  const { path } = call.configured.endpoint
  const ms = performance.now() - call.startedAt
  if (!isServerFault(result) && !providers.some(({ hasSandboxFault }) => hasSandboxFault(query)))
    deps.health.observe(path, call.caller.accountId, result.kind !== 'failed', ms)
  if (result.kind === 'failed') deps.onFailure(result.failure, call.request.id, path)
}

/** Stores the response if it has a record or says that there is none; otherwise frees the key. */
function storeOrRelease(
  { idempotency }: CallDeps,
  client: Queryable,
  marker: Marker,
  callBill: Bill,
  result: LookupResult,
): Promise<void> {
  if (result.kind === 'failed' || result.kind === 'fields_missing') return idempotency.release(client, marker)
  const retentionSeconds = result.kind === 'found' ? toRetentionSeconds(result.retentionSeconds) : null
  return idempotency.store(client, marker, toStoredResponse(callBill, result), retentionSeconds)
}

function buildResponse(
  { health, onCall }: CallDeps,
  call: Call,
  callBill: Bill,
  result: LookupResult,
  creditsRemaining: number | null,
): CallResponse {
  const { path } = call.configured.endpoint
  onCall(path, callBill.recordedStatus, callBill.credits, performance.now() - call.startedAt)
  const ageSeconds = result.kind === 'found' ? result.ageSeconds : null
  const facts = { creditsUsed: callBill.credits, creditsRemaining, ageSeconds, from: result.from }
  const headers = buildCallHeaders(call, health, facts)
  if (result.kind === 'failed') return buildRefusalResponse(toRefusal(result.failure), headers)
  if (result.kind === 'fields_missing') return buildRefusalResponse(fieldsMissing(result.problem), headers)
  const content = toContent(result)
  return { status: callBill.sentStatus, headers: addContentHeaders(headers, content), body: content.body }
}

function buildCallHeaders(call: Call, health: Health, facts?: ResponseFacts): Record<string, string> {
  const { request, configured, caller, rate } = call
  const sourceStatus = health.getStatus(configured.endpoint, caller.accountId)
  return addPrivateHeaders(buildHeaders(request.id, rate, sourceStatus, facts))
}

/** Sends the stored response of an earlier request again, free of charge. */
async function replay(
  { requestLog, health, onCall }: CallDeps,
  { call, params }: PlannedCall,
  stored: StoredResponse,
): Promise<CallResponse> {
  const { status, recordedStatus, reason, body, from } = stored
  const replayBill = { recordedStatus, sentStatus: status, credits: 0 }
  await requestLog.record({ ...toCallLog(call, params, replayBill, null), reason, ...toLogProvenance(from) })
  onCall(call.configured.endpoint.path, recordedStatus, 0, performance.now() - call.startedAt)
  const headers = addContentHeaders(buildCallHeaders(call, health, { from }), stored)
  headers['idempotent-replay'] = 'true'
  headers['x-credits-original'] = String(stored.credits)
  return { status, headers, body }
}

const acceptedBill = { recordedStatus: 202, sentStatus: 202, credits: 0 }

/** The call runs later as a job: its credits are held, and the response names the job (api-rules 3). */
const acceptJob = async (deps: CallDeps, planned: PlannedCall): Promise<CallResponse> =>
  buildAcceptance(deps, planned.call, await deps.enqueue(toJobRequest(planned)))

/** Commits the job and its stored 202 together, so that a concurrent duplicate never sees one without the other. */
async function acceptJobOnce(deps: CallDeps, planned: PlannedCall, marker: Marker): Promise<CallResponse> {
  const acceptance = buildStoredAcceptance(planned.call.request.id)
  const takeKey = (client: Queryable) => deps.idempotency.take(client, marker, acceptance)
  const accepted = await deps.enqueue.once(toJobRequest(planned), takeKey)
  return 'stored' in accepted
    ? replay(deps, planned, accepted.stored)
    : buildAcceptance(deps, planned.call, accepted)
}

function buildAcceptance({ health, onCall }: CallDeps, call: Call, { remaining }: Accepted): CallResponse {
  onCall(call.configured.endpoint.path, acceptedBill.recordedStatus, 0, performance.now() - call.startedAt)
  const headers = buildCallHeaders(call, health, { creditsRemaining: remaining })
  const { status, body, ...content } = buildStoredAcceptance(call.request.id)
  return { status, headers: addContentHeaders(headers, content), body }
}

function toJobRequest({ call, params, lookup }: PlannedCall): JobRequest {
  const { isAsync: _, ...options } = params.options
  const { caller, configured, request } = call
  return {
    ...options,
    id: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: configured.endpoint.path,
    price: lookup.price,
    params: params.own,
    log: { ...toCallLog(call, params, acceptedBill, null), jobId: request.id },
  }
}

/** Ends a call that was refused or that failed on our side: logged, never billed. */
async function refuse(deps: CallDeps, call: Call, params: CallParams | null, thrown: unknown) {
  const { requestLog, health, onFailure, onCall } = deps
  const { configured, request, caller } = call
  const { path } = configured.endpoint
  const refusal = countRefusal(deps.refusalLimit, caller, toRefusal(thrown))
  const { status } = refusal
  if (status >= 500 && refusal.reason !== 'not_configured') onFailure(thrown, request.id, path)
  const free = { price: 0, notFound: 'free', softFail: false, mode: 'sync' } as const
  const callBill = bill({ ...free, outcome: 'refused', refusedStatus: status })
  onCall(path, callBill.recordedStatus, 0, performance.now() - call.startedAt)
  await requestLog
    .record(toCallLog(call, params, callBill, null, refusal))
    .catch((error: unknown) => onFailure(error, request.id, path))
  return buildRefusalResponse(refusal, buildCallHeaders(call, health))
}

/** Callers with an unknown key get no source details and no log row. */
function refuseUnknownCaller(
  { onFailure }: CallDeps,
  path: string,
  id: string,
  thrown: unknown,
): CallResponse {
  const refusal = toRefusal(thrown)
  if (refusal.status >= 500) onFailure(thrown, id, path)
  return buildRefusalResponse(refusal, addPrivateHeaders(buildHeaders(id)))
}

function assertNoWait(seconds: number): void {
  if (seconds > 0) throw new Refusal('rate_limited', undefined, seconds)
}

function toCallLog(
  { request, configured, caller, startedAt }: Call,
  params: CallParams | null,
  callBill: Bill,
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
    recordedStatus: callBill.recordedStatus,
    sentStatus: callBill.sentStatus,
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

/** Why there is no record; null if there is one. */
function findReason(result: LookupResult): Reason | null {
  if (result.kind === 'failed') return result.failure.reason
  return result.kind === 'found' ? null : result.kind
}
