// The life of one call, top to bottom: gates, parameters, hold, lookup, settlement, answer. No answer is sent before
// its transaction has committed; a refusal costs nothing; after the hold, a client that disconnects changes nothing
// (api-rules 7.4).
import { countRefusal } from '../accounts/refusal-limit.ts'
import { isServerFault, type LookupResult } from '../lookups/lookup-result.ts'
import { type Lookup, planLookup } from '../lookups/plan-lookup.ts'
import { type CallParams, readParams } from '../lookups/read-params.ts'
import { type QueryPair, splitQuery } from '../lookups/read-query.ts'
import type { ConfiguredEndpoint } from '../lookups/sources/configured-endpoint.ts'
import type { Queryable } from '../platform/db/statement.ts'
import { fieldsMissing, Refusal, toRefusal } from '../platform/errors.ts'
import { isPending } from '../platform/lib/maybe-promise.ts'
import { acceptJob } from './accept-job.ts'
import { admit } from './admit.ts'
import { addContentHeaders, buildRefusalAnswer, toContent, toStoredAnswer } from './answers.ts'
import { type Bill, bill } from './bill.ts'
import {
  addPrivateHeaders,
  buildCallHeaders,
  buildHeaders,
  type Call,
  type CallDeps,
  type PlannedCall,
  toCallLog,
} from './call.ts'
import type { Answer, CallRequest } from './call-request.ts'
import type { Marker } from './idempotency.ts'
import { createParsedQueryCache, type ParsedQueryCache } from './parsed-query-cache.ts'
import { readIdempotency } from './read-idempotency.ts'
import { toRetentionSeconds } from './result-retention.ts'
import { serveIdempotent } from './serve-idempotent.ts'

export type HandleCall = (configured: ConfiguredEndpoint, request: CallRequest) => Promise<Answer>

export function createHandleCall(deps: CallDeps): HandleCall {
  const parsedQueries = createParsedQueryCache()
  return (configured, request) => handleCall(deps, parsedQueries, configured, request)
}

async function handleCall(
  deps: CallDeps,
  parsedQueries: ParsedQueryCache,
  configured: ConfiguredEndpoint,
  request: CallRequest,
): Promise<Answer> {
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
function answerCall(deps: CallDeps, planned: PlannedCall): Promise<Answer> {
  const key = readIdempotency(planned.call.request)
  if (key !== null) return serveIdempotent(deps, planned, key, (marker) => serve(deps, planned, marker))
  return planned.params.options.isAsync ? acceptJob(deps, planned) : serve(deps, planned)
}

async function serve(deps: CallDeps, planned: PlannedCall, marker?: Marker): Promise<Answer> {
  const { call, params, lookup } = planned
  const { credits, findRecord, missingFieldsLimit, pool } = deps
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
    return buildAnswer(deps, call, cachedBill, cached, remaining)
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
  const store = marker && ((client: Queryable) => storeAnswer(deps, client, marker, callBill, result))
  if (!hold) await store?.(pool)
  const settled = hold
    ? await credits.settle(hold, { credits: callBill.credits, log }, store)
    : await credits.record(log)
  return buildAnswer(deps, call, callBill, result, settled?.remaining ?? null)
}

/** Stores only records and their absence; otherwise frees the key. */
function storeAnswer(
  { idempotency }: CallDeps,
  client: Queryable,
  marker: Marker,
  callBill: Bill,
  result: LookupResult,
): Promise<void> {
  if (result.kind === 'failed' || result.kind === 'fields_missing') return idempotency.release(client, marker)
  const retentionSeconds = result.kind === 'found' ? toRetentionSeconds(result.retentionSeconds) : null
  return idempotency.store(client, marker, toStoredAnswer(callBill, result), retentionSeconds)
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

function buildAnswer(
  { health, onCall }: CallDeps,
  call: Call,
  callBill: Bill,
  result: LookupResult,
  creditsRemaining: number | null,
): Answer {
  const { path } = call.configured.endpoint
  onCall(path, callBill.recordedStatus, callBill.credits, performance.now() - call.startedAt)
  const ageSeconds = result.kind === 'found' ? result.ageSeconds : null
  const facts = { creditsUsed: callBill.credits, creditsRemaining, ageSeconds, from: result.from }
  const headers = buildCallHeaders(call, health, facts)
  if (result.kind === 'failed') return buildRefusalAnswer(toRefusal(result.failure), headers)
  if (result.kind === 'fields_missing') return buildRefusalAnswer(fieldsMissing(result.problem), headers)
  const content = toContent(result)
  return { status: callBill.sentStatus, headers: addContentHeaders(headers, content), body: content.body }
}

/** Ends a call that was refused or that failed on our side: logged, never billed. */
async function refuse(deps: CallDeps, call: Call, params: CallParams | null, thrown: unknown) {
  const { credits, health, onFailure, onCall } = deps
  const { configured, request, caller } = call
  const { path } = configured.endpoint
  const refusal = countRefusal(deps.refusalLimit, caller, toRefusal(thrown))
  const { status } = refusal
  if (status >= 500 && refusal.reason !== 'not_configured') onFailure(thrown, request.id, path)
  const free = { price: 0, notFound: 'free', softFail: false, mode: 'sync' } as const
  const callBill = bill({ ...free, outcome: 'refused', refusedStatus: status })
  onCall(path, callBill.recordedStatus, 0, performance.now() - call.startedAt)
  await credits
    .record(toCallLog(call, params, callBill, null, refusal))
    .catch((error: unknown) => onFailure(error, request.id, path))
  return buildRefusalAnswer(refusal, buildCallHeaders(call, health))
}

/** Callers with an unknown key get no source details and no log row. */
function refuseUnknownCaller({ onFailure }: CallDeps, path: string, id: string, thrown: unknown): Answer {
  const refusal = toRefusal(thrown)
  if (refusal.status >= 500) onFailure(thrown, id, path)
  return buildRefusalAnswer(refusal, addPrivateHeaders(buildHeaders(id)))
}

function assertNoWait(seconds: number): void {
  if (seconds > 0) throw new Refusal('rate_limited', undefined, seconds)
}
