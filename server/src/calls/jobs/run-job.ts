// Runs the lookup of a job, with the same bill as a direct call.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { MissingFieldsLimit } from '../../accounts/free-work-limits.ts'
import type { WaitingCall } from '../../fetching/fetch-waiters.ts'
import type { FindRecord } from '../../lookups/find-record.ts'
import type { Health } from '../../lookups/health/health.ts'
import { isServerFault, type LookupResult, type Provenance } from '../../lookups/lookup-result.ts'
import { planLookup } from '../../lookups/plan-lookup.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { fieldsMissing, isRefusal } from '../../platform/errors.ts'
import { jsonType } from '../../platform/lib/headers.ts'
import { bill } from '../bill.ts'
import { notFoundBody, toRetentionSeconds } from '../responses.ts'
import { failedEnd, type JobEnd, refusedEnd } from './finish-jobs.ts'
import type { TakenJob } from './queue.ts'

export type RunJobDeps = {
  endpoints: readonly ConfiguredEndpoint[]
  findRecord: FindRecord
  health: Health
  missingFieldsLimit: MissingFieldsLimit
  onFailure: (failure: unknown, jobId: string, path: string) => void
}

export type JobRun = Required<Pick<WaitingCall, 'onWaiting'>> & { signal: AbortSignal }

/** Never throws: a failure is an end of the job too. */
export async function runJob(deps: RunJobDeps, job: TakenJob, run: JobRun): Promise<JobEnd> {
  const startedAt = performance.now()
  const fail = (failure: unknown, provenance: Provenance | null = null): JobEnd => {
    if (!run.signal.aborted) deps.onFailure(failure, job.id, job.endpoint)
    const reason = isFailure(failure) || isRefusal(failure) ? failure.reason : ('internal' as const)
    return failedEnd(job, ['running'], { reason, ms: performance.now() - startedAt, provenance })
  }
  const configured = deps.endpoints.find(({ endpoint }) => endpoint.path === job.endpoint)
  if (!configured) return fail(new Failure('internal', `no endpoint ${job.endpoint}`))
  try {
    const result = await runLookup(deps, configured, job, run)
    // A job waited for the limit before its start, so its result is used whatever the limit is now.
    if (result.kind === 'fields_missing') await deps.missingFieldsLimit.count(job.accountId)
    if (result.kind === 'failed') return fail(result.failure, result.from)
    return toJobEnd(configured, job, result, performance.now() - startedAt)
  } catch (error) {
    return fail(error)
  }
}

async function runLookup(
  { findRecord, health }: RunJobDeps,
  configured: ConfiguredEndpoint,
  job: TakenJob,
  { signal, onWaiting }: JobRun,
): Promise<LookupResult> {
  const startedAt = performance.now()
  const { endpoint } = configured
  const lookup = planLookup(configured, JSON.parse(job.params), job)
  const cached = await findRecord.cached(lookup, endpoint, job.maxAgeSeconds, String(job.accountId))
  if (cached) return cached
  const caller = { accountId: String(job.accountId), signal, onWaiting }
  const result = await findRecord({ ...lookup, endpoint, isJob: true, requestId: job.id, caller })
  // Lookups that are aborted say nothing about the site.
  const ms = performance.now() - startedAt
  const hasFault =
    isServerFault(result) || lookup.providers.some((provider) => provider.hasSandboxFault(lookup.query))
  if (!hasFault && !signal.aborted) health.observe(endpoint.path, job.accountId, result.kind !== 'failed', ms)
  return result
}

function toJobEnd(
  configured: ConfiguredEndpoint,
  job: TakenJob,
  result: Exclude<LookupResult, { kind: 'failed' }>,
  ms: number,
): JobEnd {
  // The record lacks a required field: no result, no charge.
  if (result.kind === 'fields_missing')
    return refusedEnd(job, ['running'], fieldsMissing(result.problem), { ms, provenance: result.from })
  // Never more than was held, even if the price has changed since.
  const jobBill = bill({
    price: Math.min(job.price, result.price),
    notFound: configured.endpoint.notFound,
    outcome: result.kind,
    softFail: job.softFail,
    mode: 'job',
  })
  const isFound = result.kind === 'found'
  const isSoft = !isFound && jobBill.sentStatus === 200
  return {
    job,
    from: ['running'],
    state: 'completed',
    statusCode: jobBill.sentStatus,
    recordedStatus: jobBill.recordedStatus,
    credits: jobBill.credits,
    result: isFound ? toJson(result) : isSoft ? notFoundBody : null,
    retentionSeconds: isFound ? toRetentionSeconds(result.retentionSeconds) : null,
    error: isFound ? null : 'Not Found',
    reason: isFound ? null : 'not_found',
    ms,
    cacheAgeSeconds: isFound ? result.ageSeconds : null,
    provenance: result.from,
  }
}

const toJson = ({ body, contentType }: { body: Buffer; contentType: string }): string =>
  contentType === jsonType ? body.toString() : JSON.stringify(body.toString())
