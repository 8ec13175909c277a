// The dependencies of a call, wired once for all calls.

import type { MissingFieldsLimit } from '../access/missing-fields-limit.ts'
import type { Credits } from '../credits/credits.ts'
import type { Queryable } from '../db/statement.ts'
import type { FindRecord } from '../lookups/find-record.ts'
import type { Health } from '../lookups/health.ts'
import type { Gates } from './admit.ts'
import type { Enqueue } from './enqueue.ts'
import type { Idempotency } from './idempotency.ts'

export type CallDeps = Gates & {
  credits: Credits
  findRecord: FindRecord
  health: Health
  enqueue: Enqueue
  idempotency: Idempotency
  missingFieldsLimit: MissingFieldsLimit
  /** For statements outside a transaction. */
  pool: Queryable
  onFailure: (failure: unknown, requestId: string, path: string) => void
  onCall: (path: string, recordedStatus: number, credits: number, ms: number) => void
}
