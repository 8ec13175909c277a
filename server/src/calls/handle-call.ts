// The life of one call, top to bottom: gates, parameters, hold, lookup, settlement, answer. No answer is sent
// before its transaction has committed; a refusal costs nothing; from the hold on, a client that goes away
// changes nothing (spec 7, rule 4).
import type { Caller } from '../access/caller.ts'
import type { Keyring } from '../access/keyring.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import type { Credits } from '../credits/credits.ts'
import type { Queryable } from '../credits/hold.ts'
import { type Failure, Refusal, toRefusal } from '../errors.ts'
import { type Admission, admit } from './admit.ts'
import { acceptedAnswer, contentHeaders, refusalAnswer, storedAnswer } from './answers.ts'
import { type Bill, bill } from './bill.ts'
import { callHeaders } from './call-headers.ts'
import type { Answer, CallRequest } from './call-request.ts'
import type { Enqueue } from './enqueue.ts'
import type { Health } from './health.ts'
import {
  fingerprintOf,
  type Idempotency,
  type Marker,
  readIdempotencyKey,
  type StoredAnswer,
} from './idempotency.ts'
import type { LookUp, Lookup } from './look-up.ts'
import type { Offer } from './offer.ts'
import { type CallParams, readParams } from './read-params.ts'
import { splitQuery } from './read-query.ts'

export type CallParts = {
  keyring: Keyring
  rateLimiter: RateLimiter
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

type Call = {
  request: CallRequest
  offer: Offer
  startedAt: number
  admission: Admission
  params: CallParams | null
}

export type HandleCall = (offer: Offer, request: CallRequest) => Promise<Answer>

export function createHandleCall(parts: CallParts): HandleCall {
  const { credits, lookUp, health, enqueue, idempotency, pool, onFailure, onCall } = parts

  async function handleCall(offer: Offer, request: CallRequest): Promise<Answer> {
    const call: Call = { request, offer, startedAt: performance.now(), admission: {}, params: null }
    try {
      const query = splitQuery(request.rawQuery)
      const caller = await admit(parts, request, query, offer.endpoint.path, call.admission)
      const bytes = request.method === 'POST' ? await request.readBody() : null
      const body = bytes && { contentType: request.contentType, bytes }
      const params = readParams(offer.endpoint, request.method, query, body)
      call.params = params
      const input = offer.endpoint.parse(params.own, offer.site)
      const key = readIdempotencyKey(request.idempotencyKeys)
      if (key !== null) return await serveOnce(call, caller, params, input, key)
      if (params.options.isAsync) return await accept(call, caller, params)
      return await serve(call, caller, params, input)
    } catch (thrown) {
      return refuse(call, thrown)
    }
  }

  /** A call under an idempotency key: run once, answered from the store for a day after. */
  async function serveOnce(call: Call, caller: Caller, params: CallParams, input: unknown, key: string) {
    const fingerprint = fingerprintOf(call.offer.endpoint.path, params)
    const marker = { accountId: caller.accountId, key, fingerprint, requestId: call.request.id }
    let stored: StoredAnswer | null = null
    if (params.options.isAsync) {
      const first = async (client: Queryable) => {
        stored = await idempotency.take(client, marker, acceptedAnswer(call.request.id))
        if (stored) throw new Refusal('conflict')
      }
      const accepted = await accept(call, caller, params, first).catch((thrown: unknown) => {
        if (stored === null) throw thrown
      })
      return accepted ?? replay(call, caller, stored as unknown as StoredAnswer)
    }
    stored = await idempotency.take(pool, marker)
    if (stored) return replay(call, caller, stored)
    try {
      return await serve(call, caller, params, input, marker)
    } catch (thrown) {
      await idempotency
        .release(pool, marker)
        .catch((error: unknown) => onFailure(error, call.request.id, call.offer.endpoint.path))
      throw thrown
    }
  }

  async function replay(call: Call, caller: Caller, stored: StoredAnswer): Promise<Answer> {
    const due = { recordedStatus: stored.recordedStatus, sentStatus: stored.status, credits: 0 }
    await credits.record({ ...logOf(call, caller, due, null), reason: stored.reason })
    onCall(call.offer.endpoint.path, due.recordedStatus, 0, performance.now() - call.startedAt)
    const facts = { requestId: call.request.id, creditsUsed: 0, creditsRemaining: null, ageSeconds: null }
    const sourceStatus = health.statusOf(call.offer.endpoint)
    const headers = callHeaders({ ...facts, sourceStatus, rate: call.admission.rate })
    return {
      status: stored.status,
      headers: { ...headers, ...contentHeaders(stored), 'idempotent-replay': 'true' },
      body: stored.body,
    }
  }

  async function serve(
    call: Call,
    caller: Caller,
    params: CallParams,
    input: unknown,
    marker?: Marker,
  ): Promise<Answer> {
    const { endpoint, site, price, getFor } = call.offer
    const wanted = { endpoint, site, input, maxAgeSeconds: params.options.maxAgeSeconds }
    const request = {
      requestId: call.request.id,
      accountId: caller.accountId,
      keyId: caller.keyId,
      endpoint: endpoint.path,
      credits: price,
    }
    const atHand = await lookUp.cached(wanted)
    if (atHand && price > 0 && !marker) {
      // Nothing to wait for between hold and settlement: one commit does both, with the same checks.
      const found = billOf(call, params, atHand)
      const { remaining } = await credits.charge(request, logOf(call, caller, found, atHand))
      return answerFor(call, found, atHand, remaining)
    }
    const hold = price > 0 ? await credits.hold({ ...request, kind: 'call' }) : null
    const lookup = atHand ?? (await lookUp({ ...wanted, get: getFor(caller.accountId) }))
    observe(call, lookup, input)
    const due = billOf(call, params, lookup)
    const log = logOf(call, caller, due, lookup)
    const keep = marker && ((client: Queryable) => keepAnswer(client, marker, due, lookup))
    if (!hold) await keep?.(pool)
    const settled = hold
      ? await credits.settle(hold, { credits: due.credits, log }, keep)
      : await credits.record(log)
    return answerFor(call, due, lookup, settled?.remaining ?? null)
  }

  /** Only an answer that is worth repeating is kept; after a failure the key is free again. */
  const keepAnswer = (client: Queryable, marker: Marker, due: Bill, lookup: Lookup): Promise<void> =>
    lookup.kind === 'failed'
      ? idempotency.release(client, marker)
      : idempotency.store(client, marker, storedAnswer(due, lookup))

  /** A call that is to run later: its parameters are known to be good, its credits are held (spec 3). */
  async function accept(
    call: Call,
    caller: Caller,
    params: CallParams,
    first?: (client: Queryable) => Promise<void>,
  ): Promise<Answer> {
    const { request, offer, admission } = call
    const { id } = request
    const due = { recordedStatus: 202, sentStatus: 202, credits: 0 }
    const job = {
      id,
      accountId: caller.accountId,
      keyId: caller.keyId,
      endpoint: offer.endpoint.path,
      price: offer.price,
      params: params.own,
      softFail: params.options.softFail,
      maxAgeSeconds: params.options.maxAgeSeconds,
      webhook: params.options.webhook,
      log: { ...logOf(call, caller, due, null), jobId: id },
    }
    const { remaining } = await enqueue(job, first)
    onCall(offer.endpoint.path, due.recordedStatus, 0, performance.now() - call.startedAt)
    const headers = callHeaders({
      requestId: id,
      creditsUsed: 0,
      creditsRemaining: remaining,
      sourceStatus: health.statusOf(offer.endpoint),
      ageSeconds: null,
      rate: admission.rate,
    })
    const stored = acceptedAnswer(id)
    return { status: 202, headers: { ...headers, ...contentHeaders(stored) }, body: stored.body }
  }

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
    if (!isProvoked(input))
      health.observe(endpoint.path, lookup.kind !== 'failed', performance.now() - call.startedAt)
    if (lookup.kind === 'failed') onFailure(lookup.failure, call.request.id, endpoint.path)
  }

  function answerFor(call: Call, due: Bill, lookup: Lookup, creditsRemaining: number | null): Answer {
    const { offer, request, admission } = call
    onCall(offer.endpoint.path, due.recordedStatus, due.credits, performance.now() - call.startedAt)
    const headers = callHeaders({
      requestId: request.id,
      creditsUsed: due.credits,
      creditsRemaining,
      sourceStatus: health.statusOf(offer.endpoint),
      ageSeconds: lookup.kind === 'found' ? lookup.ageSeconds : null,
      rate: admission.rate,
    })
    if (lookup.kind === 'failed') return refusalAnswer(toRefusal(lookup.failure), headers)
    const stored = storedAnswer(due, lookup)
    return { status: stored.status, headers: { ...headers, ...contentHeaders(stored) }, body: stored.body }
  }

  /** The end of a call that was refused, or that failed on our side: logged once its key is known, never billed. */
  async function refuse(call: Call, thrown: unknown): Promise<Answer> {
    const { offer, request, admission } = call
    const refusal = toRefusal(thrown)
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
    const headers = callHeaders({
      requestId: request.id,
      creditsUsed: 0,
      creditsRemaining: null,
      sourceStatus: admission.caller ? health.statusOf(offer.endpoint) : null,
      ageSeconds: null,
      rate: admission.rate,
    })
    return refusalAnswer(refusal, headers)
  }

  return handleCall
}

function logOf(call: Call, caller: Caller, due: Bill, lookup: Lookup | null, refusal?: Refusal) {
  const { request, offer, params, startedAt } = call
  const failure: Failure | null = lookup?.kind === 'failed' ? lookup.failure : null
  const notFound = lookup?.kind === 'not_found' ? ('not_found' as const) : null
  return {
    requestId: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: offer.endpoint.path,
    params: params && JSON.stringify(params.own),
    recordedStatus: due.recordedStatus,
    sentStatus: due.sentStatus,
    reason: refusal?.reason ?? failure?.reason ?? notFound,
    ms: performance.now() - startedAt,
    clientClosed: request.hasClientGone(),
    jobId: null,
    cacheAgeSeconds: lookup?.kind === 'found' ? lookup.ageSeconds : null,
  }
}
