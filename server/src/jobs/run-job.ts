// One job's lookup, from its stored parameters to how it ends: the same lookup and the same bill as a direct call.

import { Failure, isFailure } from '@quarry/kit/errors'
import type { MissingFieldsLimit } from '../access/missing-fields-limit.ts'
import { notFoundBody } from '../calls/answers.ts'
import { bill } from '../calls/bill.ts'
import { toRetentionSeconds } from '../calls/result-retention.ts'
import { fieldsMissing, isRefusal } from '../errors.ts'
import { jsonType } from '../lib/json-type.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { FindRecord } from '../lookups/find-record.ts'
import type { Health } from '../lookups/health.ts'
import type { LookupResult } from '../lookups/lookup-result.ts'
import { planLookup } from '../lookups/plan-lookup.ts'
import type { Provenance } from '../lookups/provenance.ts'
import type { WaitingJob } from './claim.ts'
import { failedEnd, type JobEnd } from './job-end.ts'

export type RunJobParts = {
  endpoints: readonly ConfiguredEndpoint[]
  findRecord: FindRecord
  health: Health
  missingFieldsLimit: MissingFieldsLimit
  onFailure: (failure: unknown, jobId: string, path: string) => void
}

export type RunJob = (job: WaitingJob, signal: AbortSignal) => Promise<JobEnd>

/** Never throws: whatever goes wrong is an end of the job. */
export function createRunJob(parts: RunJobParts): RunJob {
  const { endpoints, findRecord, health, missingFieldsLimit, onFailure } = parts
  const byPath = new Map(endpoints.map((configured) => [configured.endpoint.path as string, configured]))

  async function look(
    configured: ConfiguredEndpoint,
    job: WaitingJob,
    signal: AbortSignal,
  ): Promise<LookupResult> {
    const startedAt = performance.now()
    const { endpoint } = configured
    const asked = planLookup(configured, JSON.parse(job.params), job)
    const atHand = await findRecord.cached(asked, endpoint, job.maxAgeSeconds)
    if (atHand) return atHand
    const member = { accountId: String(job.accountId), signal }
    const result = await findRecord({ ...asked, endpoint, isJob: true, requestId: job.id, member })
    // A worker that stops has cut its lookups short: that says nothing of the site.
    const ms = performance.now() - startedAt
    const isProvoked = asked.providers.some((one) => one.isProvoked(asked.query))
    if (!isProvoked && !signal.aborted)
      health.observe(endpoint.path, job.accountId, result.kind !== 'failed', ms)
    return result
  }

  return async function runJob(job, signal) {
    const startedAt = performance.now()
    const fail = (failure: unknown, provenance: Provenance | null = null): JobEnd => {
      onFailure(failure, job.id, job.endpoint)
      const reason = isFailure(failure) || isRefusal(failure) ? failure.reason : ('internal' as const)
      return failedEnd(job, ['running'], { reason, ms: performance.now() - startedAt, provenance })
    }
    const configured = byPath.get(job.endpoint)
    if (!configured) return fail(new Failure('internal', `no endpoint ${job.endpoint}`))
    try {
      const result = await look(configured, job, signal)
      // A job has waited before its start, so that its result counts and stands whatever the limit says now.
      if (result.kind === 'fields_missing') await missingFieldsLimit.count(job.accountId)
      if (result.kind === 'failed') return fail(result.failure, result.from)
      return endOf(configured, job, result, performance.now() - startedAt)
    } catch (thrown) {
      return fail(thrown)
    }
  }
}

function endOf(
  configured: ConfiguredEndpoint,
  job: WaitingJob,
  result: Exclude<LookupResult, { kind: 'failed' }>,
  ms: number,
): JobEnd {
  if (result.kind === 'fields_missing') return endWithMissingFields(job, result, ms)
  // Never more than was held, whatever the configuration says by now.
  const due = bill({
    price: Math.min(job.price, result.price),
    notFound: configured.endpoint.notFound,
    outcome: result.kind,
    softFail: job.softFail,
    mode: 'job',
  })
  const isFound = result.kind === 'found'
  const isSoft = !isFound && due.sentStatus === 200
  return {
    job,
    from: ['running'],
    state: 'completed',
    statusCode: due.sentStatus,
    recordedStatus: due.recordedStatus,
    credits: due.credits,
    result: isFound ? jsonOf(result) : isSoft ? notFoundBody : null,
    keepSeconds: isFound ? toRetentionSeconds(result.keepSeconds) : null,
    error: isFound ? null : 'Not Found',
    reason: isFound ? null : 'not_found',
    ms,
    cacheAgeSeconds: isFound ? result.ageSeconds : null,
    provenance: result.from,
  }
}

/** There was a record, and not what was required of it: nothing to send, nothing to pay. */
function endWithMissingFields(job: WaitingJob, { problem, from }: FieldsMissing, ms: number): JobEnd {
  const { status, reason, message } = fieldsMissing(problem)
  const end = failedEnd(job, ['running'], { error: message, reason, ms, provenance: from })
  return { ...end, statusCode: status, recordedStatus: status }
}

type FieldsMissing = Extract<LookupResult, { kind: 'fields_missing' }>

const jsonOf = ({ body, contentType }: { body: Buffer; contentType: string }): string =>
  contentType === jsonType ? body.toString() : JSON.stringify(body.toString())
