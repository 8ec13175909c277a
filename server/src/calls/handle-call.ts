// The life of one call, top to bottom: gates, parameters, hold, lookup, settlement, answer. No answer is sent
// before its transaction has committed; a refusal costs nothing; from the hold on, a client that goes away
// changes nothing (spec 7, rule 4).
import type { Caller } from '../access/caller.ts'
import type { Keyring } from '../access/keyring.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import type { Credits } from '../credits/credits.ts'
import { type Failure, Refusal, toRefusal } from '../errors.ts'
import { type Admission, admit } from './admit.ts'
import { notFoundBody, rawPageHeaders, refusalAnswer } from './answers.ts'
import { type Bill, bill } from './bill.ts'
import { callHeaders } from './call-headers.ts'
import { type Answer, type CallRequest, jsonType } from './call-request.ts'
import { acceptedBody, type Enqueue } from './enqueue.ts'
import type { Health } from './health.ts'
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
  const { credits, lookUp, health, enqueue, onFailure, onCall } = parts

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
      if (params.options.isAsync) return await accept(call, caller, params)
      return await serve(call, caller, params, input)
    } catch (thrown) {
      return refuse(call, thrown)
    }
  }

  async function serve(call: Call, caller: Caller, params: CallParams, input: unknown): Promise<Answer> {
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
    if (atHand && price > 0) {
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
    const settled = hold
      ? await credits.settle(hold, { credits: due.credits, log })
      : await credits.record(log)
    return answerFor(call, due, lookup, settled?.remaining ?? null)
  }

  /** A call that is to run later: its parameters are known to be good, its credits are held (spec 3). */
  async function accept(call: Call, caller: Caller, params: CallParams): Promise<Answer> {
    const { request, offer, admission } = call
    const { id } = request
    const due = { recordedStatus: 202, sentStatus: 202, credits: 0 }
    const { remaining } = await enqueue({
      id,
      accountId: caller.accountId,
      keyId: caller.keyId,
      endpoint: offer.endpoint.path,
      price: offer.price,
      params: params.own,
      softFail: params.options.softFail,
      maxAgeSeconds: params.options.maxAgeSeconds,
      log: { ...logOf(call, caller, due, null), jobId: id },
    })
    onCall(offer.endpoint.path, due.recordedStatus, 0, performance.now() - call.startedAt)
    const headers = callHeaders({
      requestId: id,
      creditsUsed: 0,
      creditsRemaining: remaining,
      sourceStatus: health.statusOf(offer.endpoint),
      ageSeconds: null,
      rate: admission.rate,
    })
    const location = { 'content-type': jsonType, location: `/jobs/${id}` }
    return { status: 202, headers: { ...headers, ...location }, body: acceptedBody(id) }
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
    if (lookup.kind === 'found') {
      const isRawPage = lookup.contentType !== jsonType
      const typed = { ...headers, 'content-type': lookup.contentType, ...(isRawPage ? rawPageHeaders : {}) }
      return { status: due.sentStatus, headers: typed, body: lookup.body }
    }
    const notFound = refusalAnswer(new Refusal('not_found'), headers)
    return due.sentStatus === 200 ? { ...notFound, status: 200, body: notFoundBody } : notFound
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
