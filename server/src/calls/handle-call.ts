// The life of one call, top to bottom: gates, parameters, hold, lookup, settlement, answer. No answer is sent
// before its transaction has committed; a refusal costs nothing; from the hold on, a client that goes away
// changes nothing (spec 7, rule 4).
import type { Caller } from '../access/caller.ts'
import type { Credits } from '../credits/credits.ts'
import type { HoldRequest } from '../credits/hold.ts'
import type { Queryable } from '../db/queryable.ts'
import { toRefusal } from '../errors.ts'
import { createAcceptJob } from './accept-job.ts'
import { admit, type Gates } from './admit.ts'
import { addContentHeaders, contentOf, refusalAnswer, storedAnswer } from './answers.ts'
import { type Bill, bill } from './bill.ts'
import { type Call, headersOf, logOf } from './call.ts'
import type { Answer, CallRequest } from './call-request.ts'
import { countRefusal } from './count-refusal.ts'
import type { Enqueue } from './enqueue.ts'
import type { Health } from './health.ts'
import { type Idempotency, type Marker, readIdempotencyKey } from './idempotency.ts'
import type { LookUp, Lookup } from './look-up.ts'
import type { Offer } from './offer.ts'
import { type CallParams, readParams } from './read-params.ts'
import { splitQuery } from './read-query.ts'
import { createServeOnce, type Serve } from './serve-once.ts'

export type CallParts = Gates & {
  credits: Credits
  lookUp: LookUp
  health: Health
  enqueue: Enqueue
  idempotency: Idempotency
  /** For statements outside any transaction. */
  pool: Queryable
  onFailure: (failure: unknown, requestId: string, path: string) => void
  onCall: (path: string, recordedStatus: number, credits: number, ms: number) => void
}

export type HandleCall = (offer: Offer, request: CallRequest) => Promise<Answer>

export function createHandleCall(parts: CallParts): HandleCall {
  const { credits, lookUp, health, idempotency, pool, onFailure, onCall } = parts

  async function handleCall(offer: Offer, request: CallRequest): Promise<Answer> {
    const call: Call = { request, offer, startedAt: performance.now(), admission: {}, params: null }
    try {
      const query = splitQuery(request.rawQuery)
      const admitted = admit(parts, request, query, offer.endpoint.path, call.admission)
      const caller = admitted instanceof Promise ? await admitted : admitted
      const bytes = request.method === 'POST' ? await request.readBody(caller.accountId) : null
      const body = bytes && { contentType: request.contentType, bytes }
      const params = readParams(offer.endpoint, request.method, query, body)
      call.params = params
      const input = offer.endpoint.parse(params.own, offer.site)
      const key = readIdempotencyKey(request.idempotencyKeys)
      if (key !== null) return await serveOnce(call, caller, params, input, key)
      if (params.options.isAsync) return await acceptJob(call, caller, params)
      return await serve(call, caller, params, input)
    } catch (thrown) {
      return refuse(call, thrown)
    }
  }

  const serve: Serve = async (call, caller, params, input, marker) => {
    const { endpoint, site, price, open } = call.offer
    const wanted = { endpoint, site, input, maxAgeSeconds: params.options.maxAgeSeconds }
    const cached = lookUp.cached(wanted)
    const atHand = cached instanceof Promise ? await cached : cached
    if (atHand && price > 0 && !marker) {
      // Nothing to wait for between hold and settlement: one commit does both, with the same checks.
      const found = billOf(call, params, atHand)
      const { remaining } = await credits.charge(logOf(call, caller, found, atHand), price)
      return answerFor(call, found, atHand, remaining)
    }
    const hold = price > 0 ? await credits.hold(holdOf(call, caller)) : null
    const lookup =
      atHand ?? (await lookUp({ ...wanted, open, member: { accountId: String(caller.accountId) } }))
    observe(call, caller, lookup, input)
    const due = billOf(call, params, lookup)
    const log = logOf(call, caller, due, lookup)
    const keep = marker && ((client: Queryable) => keepAnswer(client, marker, due, lookup))
    if (!hold) await keep?.(pool)
    const settled = hold
      ? await credits.settle(hold, { credits: due.credits, log }, keep)
      : await credits.record(log)
    return answerFor(call, due, lookup, settled?.remaining ?? null)
  }

  const holdOf = ({ request, offer }: Call, { accountId, keyId }: Caller): HoldRequest => ({
    requestId: request.id,
    accountId,
    keyId,
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

  function observe(call: Call, { accountId }: Caller, lookup: Lookup, input: unknown): void {
    const { endpoint, isProvoked } = call.offer
    const ms = performance.now() - call.startedAt
    if (!isProvoked(input)) health.observe(endpoint.path, accountId, lookup.kind !== 'failed', ms)
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

  /** The end of a call that was refused, or that failed on our side: logged once its key is known, never billed. */
  async function refuse(call: Call, thrown: unknown): Promise<Answer> {
    const { offer, request, admission } = call
    const refusal = countRefusal(parts.refusalLimit, admission, toRefusal(thrown))
    if (refusal.status >= 500) onFailure(thrown, request.id, offer.endpoint.path)
    const due = bill({
      price: 0,
      notFound: 'free',
      outcome: 'refused',
      softFail: false,
      mode: 'sync',
      refusedStatus: refusal.status,
    })
    if (admission.caller) {
      onCall(offer.endpoint.path, due.recordedStatus, 0, performance.now() - call.startedAt)
      await credits
        .record(logOf(call, admission.caller, due, null, refusal))
        .catch((error: unknown) => onFailure(error, request.id, offer.endpoint.path))
    }
    return refusalAnswer(refusal, headersOf(call, health))
  }

  const acceptJob = createAcceptJob(parts)
  const serveOnce = createServeOnce(parts, serve, acceptJob)
  return handleCall
}
