// How a call becomes a job. Calls know only these types; jobs are implemented in the folder `jobs`, a layer above.

import type { CallLog } from '../ledger/log/log-rows.ts'
import type { CallOptions } from '../lookups/read-params.ts'
import type { Queryable } from '../platform/db/statement.ts'
import type { StoredAnswer } from './idempotency.ts'

export type JobRequest = Omit<CallOptions, 'isAsync' | 'format'> & {
  /** The id of the request, also of the job, its hold and its charge. */
  id: string
  accountId: number
  keyId: string
  endpoint: string
  price: number
  params: Record<string, unknown>
  /** The log row of the 202. */
  log: CallLog
}

/** Runs first in the transaction; returns an earlier answer, or null to continue. */
export type First = (client: Queryable) => Promise<StoredAnswer | null>

export type Accepted = { remaining: number | null }

/** Holds the price, stores the job and logs the 202 in one commit. Throws Refusal like a hold. */
export type Enqueue = ((job: JobRequest) => Promise<Accepted>) & {
  /** The same after `first`, in one commit. Where that returns an answer, no job is created. */
  once: (job: JobRequest, first: First) => Promise<Accepted | { known: StoredAnswer }>
}
