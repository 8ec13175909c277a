// A call that runs later as a job: its parameters are valid, its credits are held, and the answer names the job
// (api-rules 3).
import type { Lookup } from '../lookups/plan-lookup.ts'
import { addContentHeaders, toAcceptedAnswer } from './answers.ts'
import { buildCallHeaders, type Call, toCallLog } from './call.ts'
import type { CallDeps } from './call-deps.ts'
import type { Answer } from './call-request.ts'
import type { Accepted, First, JobRequest } from './enqueue.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { CallParams } from './read-params.ts'

type AcceptDeps = Pick<CallDeps, 'enqueue' | 'health' | 'onCall'>

const acceptedBill = { recordedStatus: 202, sentStatus: 202, credits: 0 }

export async function acceptJob(
  deps: AcceptDeps,
  call: Call,
  params: CallParams,
  lookup: Lookup,
): Promise<Answer> {
  return buildAcceptedAnswer(deps, call, await deps.enqueue(toJobRequest(call, params, lookup)))
}

/** Runs `first` in the same transaction. Where it returns an earlier answer, no job is created. */
export async function acceptJobOnce(
  deps: AcceptDeps,
  call: Call,
  params: CallParams,
  lookup: Lookup,
  first: First,
): Promise<Answer | { known: StoredAnswer }> {
  const accepted = await deps.enqueue.once(toJobRequest(call, params, lookup), first)
  return 'known' in accepted ? accepted : buildAcceptedAnswer(deps, call, accepted)
}

function buildAcceptedAnswer({ health, onCall }: AcceptDeps, call: Call, { remaining }: Accepted): Answer {
  onCall(call.configured.endpoint.path, acceptedBill.recordedStatus, 0, performance.now() - call.startedAt)
  const headers = buildCallHeaders(call, health, { creditsRemaining: remaining })
  const { status, body, ...content } = toAcceptedAnswer(call.request.id)
  return { status, headers: addContentHeaders(headers, content), body }
}

function toJobRequest(call: Call, params: CallParams, { price }: Lookup): JobRequest {
  const { isAsync: _, ...options } = params.options
  const { caller, configured, request } = call
  return {
    ...options,
    id: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: configured.endpoint.path,
    price,
    params: params.own,
    log: { ...toCallLog(call, params, acceptedBill, null), jobId: request.id },
  }
}
