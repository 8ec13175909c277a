// Open jobs and how they end: with a result, with a failure, or cancelled by their account.

import type { Provenance } from '../../lookups/provenance.ts'
import type { Reason, Refusal } from '../../platform/errors.ts'
import type { NewJob } from './enqueue-jobs.ts'

export type OpenJob = Pick<NewJob, 'id' | 'accountId' | 'keyId' | 'endpoint' | 'params' | 'price'> & {
  attempts: number
}

/** SQL: the columns of an OpenJob, from a table `j`. */
export const openJobColumns = `j.id, j.account_id as "accountId", j.key_id as "keyId", j.endpoint, j.params, j.price, j.attempts`

export type JobEnd = {
  job: OpenJob
  /** The states it may be ended from. */
  from: readonly ('queued' | 'running')[]
  state: 'completed' | 'failed'
  /** What a direct call would have been answered with. */
  statusCode: number
  recordedStatus: number
  credits: number
  /** JSON text, also of a raw page, which may contain characters that no text column can hold. */
  result: string | null
  /** Where a licence limits how long the result may be stored. */
  retentionSeconds: number | null
  error: string | null
  reason: Reason | null
  ms: number
  cacheAgeSeconds: number | null
  /** The origin of the result, or of a failure its last provider; null if no provider was called. */
  provenance: Provenance | null
}

/** An end without a result: never billed, recorded as 500 (api-rules 3). */
export const failedEnd = (job: OpenJob, from: JobEnd['from'], details: Partial<JobEnd>): JobEnd => ({
  job,
  from,
  state: 'failed',
  statusCode: 500,
  recordedStatus: 500,
  credits: 0,
  result: null,
  retentionSeconds: null,
  error: 'Internal Error',
  reason: null,
  ms: 0,
  cacheAgeSeconds: null,
  provenance: null,
  ...details,
})

/** An end with the status and the message of a refusal. */
export const refusedEnd = (
  job: OpenJob,
  from: JobEnd['from'],
  { status, reason, message: error }: Refusal,
  details: Partial<JobEnd> = {},
): JobEnd => failedEnd(job, from, { statusCode: status, recordedStatus: status, error, reason, ...details })

export const cancelledEnd = (job: OpenJob, from: 'queued' | 'running' = 'queued'): JobEnd =>
  failedEnd(job, [from], { error: cancelled })

const cancelled = 'Cancelled'
export const isCancelled = ({ state, error }: JobEnd) => state === 'failed' && error === cancelled

// A result whose retention by licence is over is hidden from all readers at once, even before the sweep deletes it.
const isExpired = 'result_until <= quarry_now()'

export const resultColumn = `case when ${isExpired} then null else result end as result`

export const errorColumn = `case when ${isExpired} then 'No longer kept' else error end as error`
