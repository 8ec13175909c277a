// A call with an Idempotency-Key: runs once, then is answered from the store, free of charge, for a day.

import type { Lookup } from '../lookups/plan-lookup.ts'
import { toLogProvenance } from '../lookups/provenance.ts'
import type { AcceptJob } from './accept-job.ts'
import { acceptedAnswer, addContentHeaders } from './answers.ts'
import { buildCallHeaders, type Call, toCallLog } from './call.ts'
import type { CallDeps } from './call-deps.ts'
import type { Answer } from './call-request.ts'
import type { First } from './enqueue.ts'
import { hashRequest, type Marker, type StoredAnswer } from './idempotency.ts'
import type { IdempotencyKey } from './read-idempotency.ts'
import type { CallParams } from './read-params.ts'

export type Serve = (call: Call, params: CallParams, lookup: Lookup, marker?: Marker) => Promise<Answer>

export type ServeIdempotent = (
  call: Call,
  params: CallParams,
  lookup: Lookup,
  key: IdempotencyKey,
) => Promise<Answer>

export function createServeIdempotent(parts: CallDeps, serve: Serve, acceptJob: AcceptJob): ServeIdempotent {
  const { idempotency, pool, credits, health, onFailure, onCall } = parts

  /** Commits the job and its stored 202 together, so that a concurrent duplicate never sees one without the other. */
  async function acceptOnce(call: Call, params: CallParams, lookup: Lookup, marker: Marker): Promise<Answer> {
    const accepted = acceptedAnswer(call.request.id)
    const first: First = (client) => idempotency.take(client, marker, accepted)
    const taken = await acceptJob.once(call, params, lookup, first)
    return 'known' in taken ? replay(call, params, taken.known) : taken
  }

  async function replay(call: Call, params: CallParams, stored: StoredAnswer): Promise<Answer> {
    const { status, recordedStatus, reason, body, from } = stored
    const due = { recordedStatus, sentStatus: status, credits: 0 }
    await credits.record({ ...toCallLog(call, params, due, null), reason, ...toLogProvenance(from) })
    onCall(call.configured.endpoint.path, recordedStatus, 0, performance.now() - call.startedAt)
    const headers = addContentHeaders(buildCallHeaders(call, health, { from }), stored)
    headers['idempotent-replay'] = 'true'
    headers['x-credits-original'] = String(stored.credits)
    return { status, headers, body }
  }

  return async function serveIdempotent(call, params, lookup, key) {
    const { path } = call.configured.endpoint
    const { own, options } = params
    // Named fields only: anything else that is added to the parameters must not change the fingerprint.
    const fingerprint = hashRequest(path, { own, options })
    const marker = { ...key, accountId: call.caller.accountId, fingerprint, requestId: call.request.id }
    if (params.options.isAsync) return acceptOnce(call, params, lookup, marker)
    const stored = await idempotency.take(pool, marker)
    if (stored) return replay(call, params, stored)
    try {
      return await serve(call, params, lookup, marker)
    } catch (thrown) {
      const report = (error: unknown) => onFailure(error, call.request.id, path)
      await idempotency.release(pool, marker).catch(report)
      throw thrown
    }
  }
}
