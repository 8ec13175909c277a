// A call with an Idempotency-Key: runs once, then is answered from the store, free of charge, for a day.

import { toLogProvenance } from '../lookups/provenance.ts'
import type { Queryable } from '../platform/db/statement.ts'
import { acceptJobOnce } from './accept-job.ts'
import { addContentHeaders, toAcceptedAnswer } from './answers.ts'
import { buildCallHeaders, type CallDeps, type PlannedCall, toCallLog } from './call.ts'
import type { Answer } from './call-request.ts'
import { hashRequest, type Marker, type StoredAnswer } from './idempotency.ts'
import type { IdempotencyKey } from './read-idempotency.ts'

export async function serveIdempotent(
  deps: CallDeps,
  planned: PlannedCall,
  key: IdempotencyKey,
  serve: (marker: Marker) => Promise<Answer>,
): Promise<Answer> {
  const { idempotency, pool, onFailure } = deps
  const { request, caller, configured } = planned.call
  const { path } = configured.endpoint
  const { own, options } = planned.params
  // Named fields only: other additions to the parameters must not change the fingerprint.
  const fingerprint = hashRequest(path, { own, options })
  const marker = { ...key, accountId: caller.accountId, fingerprint, requestId: request.id }
  if (request.isStoredOnly) return replay(deps, planned, await idempotency.read(pool, marker))
  if (options.isAsync) return acceptOnce(deps, planned, marker)
  const stored = await idempotency.take(pool, marker)
  if (stored) return replay(deps, planned, stored)
  try {
    return await serve(marker)
  } catch (thrown) {
    const report = (error: unknown) => onFailure(error, request.id, path)
    await idempotency.release(pool, marker).catch(report)
    throw thrown
  }
}

/** Commits the job and its stored 202 together, so that a concurrent duplicate never sees one without the other. */
async function acceptOnce(deps: CallDeps, planned: PlannedCall, marker: Marker): Promise<Answer> {
  const accepted = toAcceptedAnswer(planned.call.request.id)
  const first = (client: Queryable) => deps.idempotency.take(client, marker, accepted)
  const answer = await acceptJobOnce(deps, planned, first)
  return 'known' in answer ? replay(deps, planned, answer.known) : answer
}

async function replay(deps: CallDeps, { call, params }: PlannedCall, stored: StoredAnswer): Promise<Answer> {
  const { credits, health, onCall } = deps
  const { status, recordedStatus, reason, body, from } = stored
  const replayBill = { recordedStatus, sentStatus: status, credits: 0 }
  await credits.record({ ...toCallLog(call, params, replayBill, null), reason, ...toLogProvenance(from) })
  onCall(call.configured.endpoint.path, recordedStatus, 0, performance.now() - call.startedAt)
  const headers = addContentHeaders(buildCallHeaders(call, health, { from }), stored)
  headers['idempotent-replay'] = 'true'
  headers['x-credits-original'] = String(stored.credits)
  return { status, headers, body }
}
