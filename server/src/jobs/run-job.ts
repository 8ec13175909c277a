// One job's lookup, from its stored parameters to how it ends: the same lookup and the same bill as a direct call.

import { notFoundBody } from '../calls/answers.ts'
import { bill } from '../calls/bill.ts'
import { jsonType } from '../calls/call-request.ts'
import type { Health } from '../calls/health.ts'
import type { LookUp, Lookup } from '../calls/look-up.ts'
import type { Offer } from '../calls/offer.ts'
import { Failure, Refusal } from '../errors.ts'
import type { WaitingJob } from './claim.ts'
import { failedEnd, type JobEnd } from './finish.ts'

export type RunJobParts = {
  offers: readonly Offer[]
  lookUp: LookUp
  health: Health
  onFailure: (failure: unknown, jobId: string, path: string) => void
}

export type RunJob = (job: WaitingJob, signal: AbortSignal) => Promise<JobEnd>

/** Never throws: whatever goes wrong is an end of the job. */
export function createRunJob({ offers, lookUp, health, onFailure }: RunJobParts): RunJob {
  const byPath = new Map(offers.map((offer) => [offer.endpoint.path as string, offer]))

  async function look(offer: Offer, job: WaitingJob, signal: AbortSignal): Promise<Lookup> {
    const startedAt = performance.now()
    const { endpoint, site } = offer
    const input = endpoint.parse(JSON.parse(job.params), site)
    const wanted = { endpoint, site, input, maxAgeSeconds: job.maxAgeSeconds }
    const atHand = await lookUp.cached(wanted)
    if (atHand) return atHand
    const member = { accountId: String(job.accountId), signal }
    const lookup = await lookUp({ ...wanted, open: offer.openForJob, member, isJob: true })
    // A worker that stops has cut its lookups short: that says nothing of the site.
    const ms = performance.now() - startedAt
    if (!offer.isProvoked(input) && !signal.aborted)
      health.observe(endpoint.path, job.accountId, lookup.kind !== 'failed', ms)
    return lookup
  }

  return async function runJob(job, signal) {
    const startedAt = performance.now()
    const fail = (failure: unknown): JobEnd => {
      onFailure(failure, job.id, job.endpoint)
      const reason =
        failure instanceof Failure || failure instanceof Refusal ? failure.reason : ('internal' as const)
      return failedEnd(job, ['running'], { reason, ms: performance.now() - startedAt })
    }
    const offer = byPath.get(job.endpoint)
    if (!offer) return fail(new Failure('internal', `no endpoint ${job.endpoint}`))
    try {
      const lookup = await look(offer, job, signal)
      if (lookup.kind === 'failed') return fail(lookup.failure)
      return endOf(offer, job, lookup, performance.now() - startedAt)
    } catch (thrown) {
      return fail(thrown)
    }
  }
}

function endOf(
  offer: Offer,
  job: WaitingJob,
  lookup: Exclude<Lookup, { kind: 'failed' }>,
  ms: number,
): JobEnd {
  // The price is the one that was held, whatever the configuration says by now.
  const due = bill({
    price: job.price,
    notFound: offer.endpoint.notFound,
    outcome: lookup.kind,
    softFail: job.softFail,
    mode: 'job',
  })
  const isFound = lookup.kind === 'found'
  const isSoft = !isFound && due.sentStatus === 200
  return {
    job,
    from: ['running'],
    state: 'completed',
    statusCode: due.sentStatus,
    recordedStatus: due.recordedStatus,
    credits: due.credits,
    result: isFound ? jsonOf(lookup) : isSoft ? notFoundBody : null,
    error: isFound ? null : 'Not Found',
    reason: isFound ? null : 'not_found',
    ms,
    cacheAgeSeconds: isFound ? lookup.ageSeconds : null,
  }
}

const jsonOf = ({ body, contentType }: { body: Buffer; contentType: string }): string =>
  contentType === jsonType ? body.toString() : JSON.stringify(body.toString())
