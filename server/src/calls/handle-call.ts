// The life of one call, top to bottom: gates, parameters, hold, lookup, settlement, answer. No answer is sent
// before its transaction has committed; a refusal costs nothing; from the hold on, a client that goes away
// changes nothing (interface 7.4).
import type { HoldRequest } from '../credits/hold.ts'
import type { Queryable } from '../db/queryable.ts'
import { toRefusal } from '../errors.ts'
import { isLate } from '../lib/ready.ts'
import { createAcceptJob } from './accept-job.ts'
import { admit } from './admit.ts'
import { addContentHeaders, contentOf, refusalAnswer, storedAnswer } from './answers.ts'
import { type Bill, bill } from './bill.ts'
import { type Call, headersOf, logOf } from './call.ts'
import { callHeaders } from './call-headers.ts'
import type { CallParts } from './call-parts.ts'
import type { Answer, CallRequest } from './call-request.ts'
import { countRefusal } from './count-refusal.ts'
import { type Marker, readIdempotencyKey } from './idempotency.ts'
import type { Lookup } from './look-up.ts'
import type { Offer } from './offer.ts'
import { type CallParams, readParams } from './read-params.ts'
import { type QueryPair, splitQuery } from './read-query.ts'
import { createServeOnce, type Serve } from './serve-once.ts'

export type HandleCall = (offer: Offer, request: CallRequest) => Promise<Answer>

export function createHandleCall(parts: CallParts): HandleCall {
  const { credits, lookUp, health, idempotency, pool, onFailure, onCall } = parts

  async function handleCall(offer: Offer, request: CallRequest): Promise<Answer> {
    const startedAt = performance.now()
    const query = splitQuery(request.rawQuery)
    const gates = admit(parts, request, query, offer.endpoint.path)
    const { caller, rate, thrown } = isLate(gates) ? await gates : gates
    if (caller === null) return refuseStranger(offer, request, thrown)
    const call = { request, offer, startedAt, caller, rate }
    if (thrown !== null) return refuse(call, null, thrown)
    let params: CallParams
    try {
      params = request.method === 'POST' ? await readPosted(call, query) : readGiven(call, query, null)
    } catch (error) {
      return refuse(call, null, error)
    }
    try {
      return await answerTo(call, params)
    } catch (error) {
      return refuse(call, params, error)
    }
  }

  async function readPosted(call: Call, query: readonly QueryPair[]): Promise<CallParams> {
    return readGiven(call, query, await call.request.readBody(call.caller.accountId))
  }

  function readGiven({ offer, request }: Call, query: readonly QueryPair[], bytes: Buffer | null) {
    const body = bytes && { contentType: request.contentType, bytes }
    return readParams(offer.endpoint, request.method, query, body)
  }

  async function answerTo(call: Call, params: CallParams): Promise<Answer> {
    const { endpoint, site } = call.offer
    const input = endpoint.parse(params.own, site)
    const key = readIdempotencyKey(call.request.idempotencyKeys)
    if (key !== null) return serveOnce(call, params, input, key)
    if (params.options.isAsync) return acceptJob(call, params)
    return serve(call, params, input)
  }

  const serve: Serve = async (call, params, input, marker) => {
    const { caller } = call
    const { endpoint, site, price, open } = call.offer
    const wanted = { endpoint, site, input, maxAgeSeconds: params.options.maxAgeSeconds }
    const cached = lookUp.cached(wanted)
    const atHand = isLate(cached) ? await cached : cached
    if (atHand && price > 0 && !marker) {
      // Nothing to wait for between hold and settlement: one commit does both, with the same checks.
      const found = billOf(call, params, atHand)
      const { remaining } = await credits.charge(logOf(call, params, found, atHand), price)
      return answerFor(call, found, atHand, remaining)
    }
    const hold = price > 0 ? await credits.hold(holdOf(call)) : null
    const lookup =
      atHand ?? (await lookUp({ ...wanted, open, member: { accountId: String(caller.accountId) } }))
    observe(call, lookup, input)
    const due = billOf(call, params, lookup)
    const log = logOf(call, params, due, lookup)
    const keep = marker && ((client: Queryable) => keepAnswer(client, marker, due, lookup))
    if (!hold) await keep?.(pool)
    const settled = hold
      ? await credits.settle(hold, { credits: due.credits, log }, keep)
      : await credits.record(log)
    return answerFor(call, due, lookup, settled?.remaining ?? null)
  }

  const holdOf = ({ request, offer, caller }: Call): HoldRequest => ({
    requestId: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: offer.endpoint.path,
    credits: offer.price,
    kind: 'call',
  })

  /** Only an answer that is worth repeating is kept; after a failure the key is free again. */
  const keepAnswer = (client: Queryable, marker: Marker, due: Bill, lookup: Lookup): Promise<void> =>
    lookup.kind === 'failed'
      ? idempotency.release(client, marker)
      : idempotency.store(client, marker, storedAnswer(due, lookup))

  function billOf({ offer }: Call, params: CallParams, lookup: Lookup): Bill {
    return bill({
      price: offer.price,
      notFound: offer.endpoint.notFound,
      outcome: lookup.kind,
      softFail: params.options.softFail,
      mode: 'sync',
    })
  }

  function observe(call: Call, lookup: Lookup, input: unknown): void {
    const { endpoint, isProvoked } = call.offer
    const ms = performance.now() - call.startedAt
    if (!isProvoked(input)) health.observe(endpoint.path, call.caller.accountId, lookup.kind !== 'failed', ms)
    if (lookup.kind === 'failed') onFailure(lookup.failure, call.request.id, endpoint.path)
  }

  function answerFor(call: Call, due: Bill, lookup: Lookup, creditsRemaining: number | null): Answer {
    onCall(call.offer.endpoint.path, due.recordedStatus, due.credits, performance.now() - call.startedAt)
    const ageSeconds = lookup.kind === 'found' ? lookup.ageSeconds : null
    const headers = headersOf(call, health, { creditsUsed: due.credits, creditsRemaining, ageSeconds })
    if (lookup.kind === 'failed') return refusalAnswer(toRefusal(lookup.failure), headers)
    const content = contentOf(lookup)
    return { status: due.sentStatus, headers: addContentHeaders(headers, content), body: content.body }
  }

  /** The end of a call that was refused, or that failed on our side: logged, never billed. */
  async function refuse(call: Call, params: CallParams | null, thrown: unknown): Promise<Answer> {
    const { offer, request, caller } = call
    const { path } = offer.endpoint
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
      .record(logOf(call, params, due, null, refusal))
      .catch((error: unknown) => onFailure(error, request.id, path))
    return refusalAnswer(refusal, headersOf(call, health))
  }

  /** Whose key is not known learns nothing of the source, and is in no log. */
  function refuseStranger({ endpoint }: Offer, { id }: CallRequest, thrown: unknown): Answer {
    const refusal = toRefusal(thrown)
    if (refusal.status >= 500) onFailure(thrown, id, endpoint.path)
    return refusalAnswer(refusal, strangerHeaders(id))
  }

  const acceptJob = createAcceptJob(parts)
  const serveOnce = createServeOnce(parts, serve, acceptJob)
  return handleCall
}

const strangerHeaders = (requestId: string): Record<string, string> =>
  callHeaders({
    requestId,
    creditsUsed: 0,
    creditsRemaining: null,
    sourceStatus: null,
    ageSeconds: null,
    rate: null,
  })
