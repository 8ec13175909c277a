// A call that runs later as a job: its parameters are valid, its credits are held, and the answer names the job
// (api-rules 3).
import { addContentHeaders, toAcceptedAnswer } from './answers.ts'
import { buildCallHeaders, type Call, type CallDeps, type PlannedCall, toCallLog } from './call.ts'
import type { Answer } from './call-request.ts'
import type { Accepted, First, JobRequest } from './enqueue.ts'
import type { StoredAnswer } from './idempotency.ts'

type AcceptDeps = Pick<CallDeps, 'enqueue' | 'health' | 'onCall'>

const acceptedBill = { recordedStatus: 202, sentStatus: 202, credits: 0 }

export const acceptJob = async (deps: AcceptDeps, planned: PlannedCall): Promise<Answer> =>
  buildAcceptedAnswer(deps, planned.call, await deps.enqueue(toJobRequest(planned)))

/** Runs `first` in the same transaction. Where it returns an earlier answer, no job is created. */
export async function acceptJobOnce(
  deps: AcceptDeps,
  planned: PlannedCall,
  first: First,
): Promise<Answer | { known: StoredAnswer }> {
  const accepted = await deps.enqueue.once(toJobRequest(planned), first)
  return 'known' in accepted ? accepted : buildAcceptedAnswer(deps, planned.call, accepted)
}

function buildAcceptedAnswer({ health, onCall }: AcceptDeps, call: Call, { remaining }: Accepted): Answer {
  onCall(call.configured.endpoint.path, acceptedBill.recordedStatus, 0, performance.now() - call.startedAt)
  const headers = buildCallHeaders(call, health, { creditsRemaining: remaining })
  const { status, body, ...content } = toAcceptedAnswer(call.request.id)
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
