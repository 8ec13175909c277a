// A call under an idempotency key: run once, then answered from the store, free of charge, for a day.

import type { Asked } from '../lookups/plan-lookup.ts'
import { loggedProvenance } from '../lookups/provenance.ts'
import type { AcceptJob } from './accept-job.ts'
import { acceptedAnswer, addContentHeaders } from './answers.ts'
import { type Call, headersOf, logOf } from './call.ts'
import type { CallParts } from './call-deps.ts'
import type { Answer } from './call-request.ts'
import type { First } from './enqueue.ts'
import { fingerprintOf, type Marker, type StoredAnswer } from './idempotency.ts'
import type { IdempotencyKey } from './read-idempotency.ts'
import type { CallParams } from './read-params.ts'

export type Serve = (call: Call, params: CallParams, asked: Asked, marker?: Marker) => Promise<Answer>

export type ServeOnce = (call: Call, params: CallParams, asked: Asked, key: IdempotencyKey) => Promise<Answer>

export function createServeOnce(parts: CallParts, serve: Serve, acceptJob: AcceptJob): ServeOnce {
  const { idempotency, pool, credits, health, onFailure, onCall } = parts

  /** The job and its stored 202 are one commit: there is no time in which a twin could be in the way. */
  async function acceptOnce(call: Call, params: CallParams, asked: Asked, marker: Marker): Promise<Answer> {
    const accepted = acceptedAnswer(call.request.id)
    const first: First = (client) => idempotency.take(client, marker, accepted)
    const taken = await acceptJob.once(call, params, asked, first)
    return 'known' in taken ? replay(call, params, taken.known) : taken
  }

  async function replay(call: Call, params: CallParams, stored: StoredAnswer): Promise<Answer> {
    const { status, recordedStatus, reason, body, from } = stored
    const due = { recordedStatus, sentStatus: status, credits: 0 }
    await credits.record({ ...logOf(call, params, due, null), reason, ...loggedProvenance(from) })
    onCall(call.configured.endpoint.path, recordedStatus, 0, performance.now() - call.startedAt)
    const headers = addContentHeaders(headersOf(call, health, { from }), stored)
    headers['idempotent-replay'] = 'true'
    headers['x-credits-original'] = String(stored.credits)
    return { status, headers, body }
  }

  return async function serveOnce(call, params, asked, key) {
    const { path } = call.configured.endpoint
    const { own, options } = params
    // By name: whatever else is kept with the parameters one day must not make another request of them.
    const fingerprint = fingerprintOf(path, { own, options })
    const marker = { ...key, accountId: call.caller.accountId, fingerprint, requestId: call.request.id }
    if (params.options.isAsync) return acceptOnce(call, params, asked, marker)
    const stored = await idempotency.take(pool, marker)
    if (stored) return replay(call, params, stored)
    try {
      return await serve(call, params, asked, marker)
    } catch (thrown) {
      const report = (error: unknown) => onFailure(error, call.request.id, path)
      await idempotency.release(pool, marker).catch(report)
      throw thrown
    }
  }
}
