// A call that is to run later: its parameters are known to be good, its credits are held, and it is answered with a
// job (interface 3).
import type { Queryable } from '../db/queryable.ts'
import { acceptedAnswer, addContentHeaders } from './answers.ts'
import type { Asked } from './asked-providers.ts'
import { type Call, headersOf, logOf } from './call.ts'
import type { CallParts } from './call-parts.ts'
import type { Answer } from './call-request.ts'
import type { CallParams } from './read-params.ts'

export type AcceptJob = (
  call: Call,
  params: CallParams,
  asked: Asked,
  first?: (client: Queryable) => Promise<void>,
) => Promise<Answer>

export function createAcceptJob({
  enqueue,
  health,
  onCall,
}: Pick<CallParts, 'enqueue' | 'health' | 'onCall'>): AcceptJob {
  return async function acceptJob(call, params, { price }, first) {
    const { own, options } = params
    const { caller } = call
    const { id } = call.request
    const { endpoint } = call.configured
    const due = { recordedStatus: 202, sentStatus: 202, credits: 0 }
    const job = {
      id,
      accountId: caller.accountId,
      keyId: caller.keyId,
      endpoint: endpoint.path,
      price,
      params: own,
      softFail: options.softFail,
      maxAgeSeconds: options.maxAgeSeconds,
      provider: options.provider,
      webhook: options.webhook,
      log: { ...logOf(call, params, due, null), jobId: id },
    }
    const { remaining } = await enqueue(job, first)
    onCall(endpoint.path, due.recordedStatus, 0, performance.now() - call.startedAt)
    const headers = headersOf(call, health, { creditsRemaining: remaining })
    const { status, body, ...content } = acceptedAnswer(id)
    return { status, headers: addContentHeaders(headers, content), body }
  }
}
