// How a job ends: by its own result, by a failure, or because its account asked for it.

import type { Reason } from '../errors.ts'
import type { Provenance } from '../lookups/provenance.ts'

export type OpenJob = {
  id: string
  accountId: number
  keyId: string
  endpoint: string
  params: string
  price: number
  attempts: number
}

export type JobEnd = {
  job: OpenJob
  /** The states it may be ended from. */
  from: readonly ('queued' | 'running')[]
  state: 'completed' | 'failed'
  /** What a direct call would have been answered with. */
  statusCode: number
  recordedStatus: number
  credits: number
  /** JSON text, also of a raw page: a page may hold characters that no column can. */
  result: string | null
  /** How long the result may lie here, where a licence bounds that. */
  keepSeconds: number | null
  error: string | null
  reason: Reason | null
  ms: number
  cacheAgeSeconds: number | null
  /** Who answered, or was asked last; null where nobody was. */
  provenance: Provenance | null
}

/** An end by anything but its own result: never billed, recorded as 500 (api-rules 3). */
export const failedEnd = (
  job: OpenJob,
  from: JobEnd['from'],
  {
    error = 'Internal Error',
    reason = null,
    ms = 0,
    provenance = null,
  }: { error?: string; reason?: Reason | null; ms?: number; provenance?: Provenance | null },
): JobEnd => ({
  job,
  from,
  state: 'failed',
  statusCode: 500,
  recordedStatus: 500,
  credits: 0,
  result: null,
  keepSeconds: null,
  error,
  reason,
  ms,
  cacheAgeSeconds: null,
  provenance,
})

/** The end that its own account asks for. */
export const cancelledEnd = (job: OpenJob): JobEnd => failedEnd(job, ['queued'], { error: cancelled })

const cancelled = 'Cancelled'
export const isCancelled = ({ state, error }: JobEnd) => state === 'failed' && error === cancelled
