// What a call hands over when it is to run later. The life of a call knows no more of jobs than this; the jobs
// themselves live a layer above.
import type { Queryable } from '../db/statement.ts'
import type { CallLog } from '../log/log-rows.ts'
import type { StoredAnswer } from './idempotency.ts'

export type JobRequest = {
  /** The request's own id: the job, its hold and its charge are all named after it. */
  id: string
  accountId: number
  keyId: string
  endpoint: string
  price: number
  params: Record<string, unknown>
  softFail: boolean
  maxAgeSeconds: number
  /** The one that was asked for; null for whoever is configured. */
  provider: string | null
  /** Names of fields, as they were given. */
  require: string | null
  requireAny: string | null
  webhook: string | null
  /** The row of the answer 202. */
  log: CallLog
}

/** Done in the transaction of what it stands before: an answer that was given earlier, or null to go on. */
export type First = (client: Queryable) => Promise<StoredAnswer | null>

export type Accepted = { remaining: number | null }

/** Holds the price, keeps the job and logs the 202, all in one commit. Throws Refusal like a hold. */
export type Enqueue = ((job: JobRequest) => Promise<Accepted>) & {
  /** The same behind `first`, in one commit with what it does. Where it knows the answer, no job is taken on. */
  once: (job: JobRequest, first: First) => Promise<Accepted | { known: StoredAnswer }>
}
