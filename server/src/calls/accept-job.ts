// A call that is to run later: its parameters are known to be good, its credits are held, and it is answered with a
// job (api-rules 3).

import type { Lookup } from '../lookups/plan-lookup.ts'
import { acceptedAnswer, addContentHeaders } from './answers.ts'
import { buildCallHeaders, type Call, toCallLog } from './call.ts'
import type { CallDeps } from './call-deps.ts'
import type { Answer } from './call-request.ts'
import type { Accepted, First, JobRequest } from './enqueue.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { CallParams } from './read-params.ts'

export type AcceptJob = ((call: Call, params: CallParams, lookup: Lookup) => Promise<Answer>) & {
  /** The same behind `first`: where it knows the answer, that comes back and no job is taken on. */
  once: (
    call: Call,
    params: CallParams,
    lookup: Lookup,
    first: First,
  ) => Promise<Answer | { known: StoredAnswer }>
}

const due = { recordedStatus: 202, sentStatus: 202, credits: 0 }

export function createAcceptJob({
  enqueue,
  health,
  onCall,
}: Pick<CallDeps, 'enqueue' | 'health' | 'onCall'>): AcceptJob {
  function answerFor(call: Call, { remaining }: Accepted): Answer {
    onCall(call.configured.endpoint.path, due.recordedStatus, 0, performance.now() - call.startedAt)
    const headers = buildCallHeaders(call, health, { creditsRemaining: remaining })
    const { status, body, ...content } = acceptedAnswer(call.request.id)
    return { status, headers: addContentHeaders(headers, content), body }
  }

  const acceptJob = async (call: Call, params: CallParams, lookup: Lookup) =>
    answerFor(call, await enqueue(jobOf(call, params, lookup)))
  const once: AcceptJob['once'] = async (call, params, lookup, first) => {
    const taken = await enqueue.once(jobOf(call, params, lookup), first)
    return 'known' in taken ? taken : answerFor(call, taken)
  }
  return Object.assign(acceptJob, { once })
}

function jobOf(call: Call, params: CallParams, { price }: Lookup): JobRequest {
  const { own, options } = params
  const { caller, configured, request } = call
  return {
    id: request.id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: configured.endpoint.path,
    price,
    params: own,
    softFail: options.softFail,
    maxAgeSeconds: options.maxAgeSeconds,
    provider: options.provider,
    require: options.require,
    requireAny: options.requireAny,
    webhook: options.webhook,
    log: { ...toCallLog(call, params, due, null), jobId: request.id },
  }
}
