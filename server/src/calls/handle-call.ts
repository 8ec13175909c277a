// The life of one call, top to bottom: gates, parameters, hold, lookup, settlement, answer. No answer is sent
// before its transaction has committed; a refusal costs nothing; from the hold on, a client that goes away
// changes nothing (api-rules 7.4).

import type { HoldRequest } from '../credits/hold.ts'
import type { Queryable } from '../db/statement.ts'
import { fieldsMissing, Refusal, toRefusal } from '../errors.ts'
import { isPending } from '../lib/maybe-promise.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { LookupResult } from '../lookups/lookup-result.ts'
import { type Lookup, planLookup } from '../lookups/plan-lookup.ts'
import { createAcceptJob } from './accept-job.ts'
import { admit } from './admit.ts'
import { addContentHeaders, refusalAnswer, storedAnswer, toContent } from './answers.ts'
import { type Bill, bill } from './bill.ts'
import { buildCallHeaders, type Call, toCallLog } from './call.ts'
import type { CallDeps } from './call-deps.ts'
import { callHeaders } from './call-headers.ts'
import type { Answer, CallRequest } from './call-request.ts'
import { countRefusal } from './count-refusal.ts'
import type { Marker } from './idempotency.ts'
import { createParsedQueryCache } from './parsed-query-cache.ts'
import { readIdempotency } from './read-idempotency.ts'
import { type CallParams, readParams } from './read-params.ts'
import { type QueryPair, splitQuery } from './read-query.ts'
import { toRetentionSeconds } from './result-retention.ts'
import { createServeIdempotent, type Serve } from './serve-idempotent.ts'

export type HandleCall = (configured: ConfiguredEndpoint, request: CallRequest) => Promise<Answer>

export function createHandleCall(parts: CallDeps): HandleCall {
  const { credits, findRecord, health, idempotency, pool, onFailure, onCall } = parts
  const parsedQueries = createParsedQueryCache()

  async function handleCall(configured: ConfiguredEndpoint, request: CallRequest): Promise<Answer> {
    const startedAt = performance.now()
    const parsed = parsedQueries.get(configured, request)
    const query = parsed ? parsed.query : splitQuery(request.rawQuery)
    const gates = admit(parts, request, query, configured.endpoint.path)
    const { caller, rate, thrown } = isPending(gates) ? await gates : gates
    if (caller === null) return refuseStranger(configured, request, thrown)
    const call = { request, configured, startedAt, caller, rate }
    if (thrown !== null) return refuse(call, null, thrown)
    let params: CallParams
    try {
      params = parsed ? parsed.params : await readGiven(call, query)
    } catch (error) {
      return refuse(call, null, error)
    }
    try {
      return await answerTo(call, params, parsed ? parsed.lookup : parseLookup(call, query, params))
    } catch (error) {
      return refuse(call, params, error)
    }
  }

  async function readGiven(call: Call, query: readonly QueryPair[]): Promise<CallParams> {
    const { configured, request, caller } = call
    const { method, contentType } = request
    const body = method === 'POST' ? { contentType, bytes: await request.readBody(caller.accountId) } : null
    return readParams(configured.endpoint, method, query, body)
  }

  function parseLookup(
    { configured, request }: Call,
    query: readonly QueryPair[],
    params: CallParams,
  ): Lookup {
    const lookup = planLookup(configured, params.own, params.options)
    parsedQueries.set(configured, request, { query, params, lookup })
    return lookup
  }

  // Without `async`, like all that only hands on: this is the way of every call.
  function answerTo(call: Call, params: CallParams, lookup: Lookup): Promise<Answer> {
    const key = readIdempotency(call.request)
    if (key !== null) return serveIdempotent(call, params, lookup, key)
    if (params.options.isAsync) return acceptJob(call, params, lookup)
    return serve(call, params, lookup)
  }

  const serve: Serve = async (call, params, lookup, marker) => {
    const { caller, configured } = call
    const cached = findRecord.cached(lookup, configured.endpoint, params.options.maxAgeSeconds)
    const atHand = isPending(cached) ? await cached : cached
    const found = atHand && billOf(call, params, atHand)
    if (atHand && found && found.credits > 0 && !marker) {
      // Nothing to wait for between hold and settlement: one commit does both, with the same checks.
      const { remaining } = await credits.charge(toCallLog(call, params, found, atHand), found.credits)
      return answerFor(call, found, atHand, remaining)
    }
    if (!atHand && lookup.missingFields) assertNoWait(parts.missingFieldsLimit.waitSeconds(caller.accountId))
    // A cached record costs what its provider costs, which may be nothing where another provider has a price.
    const price = found?.credits ?? lookup.price
    const hold = price > 0 ? await credits.hold(holdOf(call, price)) : null
    const result =
      atHand ??
      (await findRecord({
        ...lookup,
        endpoint: configured.endpoint,
        requestId: call.request.id,
        caller: { accountId: String(caller.accountId) },
      }))
    observe(call, result, lookup)
    if (result.kind === 'fields_missing') assertNoWait(await parts.missingFieldsLimit.count(caller.accountId))
    const due = billOf(call, params, result)
    const log = toCallLog(call, params, due, result)
    const keep = marker && ((client: Queryable) => keepAnswer(client, marker, due, result))
    if (!hold) await keep?.(pool)
    const settled = hold
      ? await credits.settle(hold, { credits: due.credits, log }, keep)
      : await credits.record(log)
    return answerFor(call, due, result, settled?.remaining ?? null)
  }

  const holdOf = ({ request, configured, caller }: Call, price: number): HoldRequest => ({
    requestId: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: configured.endpoint.path,
    credits: price,
    kind: 'call',
  })

  /** Only an answer that is worth repeating is kept; after a failure, or without a record, the key is free again. */
  const keepAnswer = (client: Queryable, marker: Marker, due: Bill, result: LookupResult): Promise<void> =>
    result.kind === 'failed' || result.kind === 'fields_missing'
      ? idempotency.release(client, marker)
      : idempotency.store(client, marker, storedAnswer(due, result), keepOf(result))

  const keepOf = (result: LookupResult): number | null =>
    result.kind === 'found' ? toRetentionSeconds(result.retentionSeconds) : null

  function billOf({ configured }: Call, params: CallParams, result: LookupResult): Bill {
    return bill({
      price: 'price' in result ? result.price : 0,
      notFound: configured.endpoint.notFound,
      outcome: result.kind,
      softFail: params.options.softFail,
      mode: 'sync',
    })
  }

  function observe(call: Call, result: LookupResult, { providers, query }: Lookup): void {
    const { endpoint } = call.configured
    const ms = performance.now() - call.startedAt
    if (!providers.some(({ hasSandboxFault }) => hasSandboxFault(query)))
      health.observe(endpoint.path, call.caller.accountId, result.kind !== 'failed', ms)
    if (result.kind === 'failed') onFailure(result.failure, call.request.id, endpoint.path)
  }

  function answerFor(call: Call, due: Bill, result: LookupResult, creditsRemaining: number | null): Answer {
    onCall(call.configured.endpoint.path, due.recordedStatus, due.credits, performance.now() - call.startedAt)
    const ageSeconds = result.kind === 'found' ? result.ageSeconds : null
    const headers = buildCallHeaders(call, health, {
      creditsUsed: due.credits,
      creditsRemaining,
      ageSeconds,
      from: result.from,
    })
    if (result.kind === 'failed') return refusalAnswer(toRefusal(result.failure), headers)
    if (result.kind === 'fields_missing') return refusalAnswer(fieldsMissing(result.problem), headers)
    const content = toContent(result)
    return { status: due.sentStatus, headers: addContentHeaders(headers, content), body: content.body }
  }

  /** The end of a call that was refused, or that failed on our side: logged, never billed. */
  async function refuse(call: Call, params: CallParams | null, thrown: unknown): Promise<Answer> {
    const { configured, request, caller } = call
    const { path } = configured.endpoint
    const refusal = countRefusal(parts.refusalLimit, caller, toRefusal(thrown))
    if (refusal.status >= 500) onFailure(thrown, request.id, path)
    const due = bill({
      price: 0,
      notFound: 'free',
      outcome: 'refused',
      softFail: false,
      mode: 'sync',
      refusedStatus: refusal.status,
    })
    onCall(path, due.recordedStatus, 0, performance.now() - call.startedAt)
    await credits
      .record(toCallLog(call, params, due, null, refusal))
      .catch((error: unknown) => onFailure(error, request.id, path))
    return refusalAnswer(refusal, buildCallHeaders(call, health))
  }

  /** Whose key is not known learns nothing of the source, and is in no log. */
  function refuseStranger({ endpoint }: ConfiguredEndpoint, { id }: CallRequest, thrown: unknown): Answer {
    const refusal = toRefusal(thrown)
    if (refusal.status >= 500) onFailure(thrown, id, endpoint.path)
    return refusalAnswer(refusal, strangerHeaders(id))
  }

  const acceptJob = createAcceptJob(parts)
  const serveIdempotent = createServeIdempotent(parts, serve, acceptJob)
  return handleCall
}

function assertNoWait(seconds: number): void {
  if (seconds > 0) throw new Refusal('rate_limited', undefined, seconds)
}

const strangerHeaders = (requestId: string): Record<string, string> =>
  callHeaders({
    requestId,
    creditsUsed: 0,
    creditsRemaining: null,
    sourceStatus: null,
    ageSeconds: null,
    rate: null,
    from: null,
  })
