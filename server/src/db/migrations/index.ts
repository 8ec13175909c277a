// The migrations in order, listed by hand so that a build needs no folder to scan. They make and alter tables;
// functions are in the folder beside this one. A name that has been released stays, and what it did to tables is never
// changed, only followed by another.
import { accountsAndKeys } from './0001-accounts-and-keys.ts'
import { ledgerAndHolds } from './0002-ledger-and-holds.ts'
import { callLog } from './0003-call-log.ts'
import { jobs } from './0006-jobs.ts'
import { idempotency } from './0007-idempotency.ts'
import { batches } from './0008-batches.ts'
import { webhooks } from './0009-webhooks.ts'
import { logWithoutTimeIndex } from './0010-log-without-time-index.ts'
import { gracesAndLimits } from './0012-graces-and-limits.ts'
import { storedBytes } from './0013-stored-bytes.ts'
import { redeliveryAndHolds } from './0014-redelivery-and-holds.ts'
import { logProvider } from './0016-log-provider.ts'
import { endpointHours } from './0017-endpoint-hours.ts'
import { events } from './0018-events.ts'
import { manageKeys } from './0018-manage-keys.ts'
import { webhooksByAccount } from './0019-webhooks-by-account.ts'
import { provenance } from './0020-provenance.ts'
import { providerPace } from './0021-provider-pace.ts'
import { providerAnswers } from './0022-provider-answers.ts'
import { recordFields } from './0023-record-fields.ts'
import { boundedKeeping } from './0024-bounded-keeping.ts'
import { agentSpending } from './0030-agent-spending.ts'
import { sessions } from './0031-sessions.ts'
import { drift } from './0034-drift.ts'
import { watches } from './0035-watches.ts'
import { incidents } from './0040-incidents.ts'
import { rollupsPending } from './0041-rollups-pending.ts'
import { jobsHandedBack } from './0045-jobs-handed-back.ts'
import { deliveryLeases } from './0046-delivery-leases.ts'
import { idempotentBodies } from './0050-idempotent-bodies.ts'
import { dropUnusedFunctions } from './0101-drop-unused-functions.ts'

/** Names and SQL texts. */
export type Migrations = Readonly<Record<string, string>>

/** What this one brought is among the functions now. */
const functionsOnly = ''

export const migrations: Migrations = {
  '0001-accounts-and-keys': accountsAndKeys,
  '0002-ledger-and-holds': ledgerAndHolds,
  '0003-call-log': callLog,
  '0004-reserve': functionsOnly,
  '0005-settle': functionsOnly,
  '0006-jobs': jobs,
  '0007-idempotency': idempotency,
  '0008-batches': batches,
  '0009-webhooks': webhooks,
  '0010-reserve-runs': logWithoutTimeIndex,
  '0012-graces-and-limits': gracesAndLimits,
  '0013-stored-bytes': storedBytes,
  '0014-redelivery-and-holds': redeliveryAndHolds,
  '0016-log-provider': logProvider,
  '0017-endpoint-hours': endpointHours,
  '0018-events': events,
  '0018-manage-keys': manageKeys,
  '0019-webhooks-by-account': webhooksByAccount,
  '0020-provenance': provenance,
  '0021-provider-pace': providerPace,
  '0022-provider-answers': providerAnswers,
  '0023-record-fields': recordFields,
  '0024-bounded-keeping': boundedKeeping,
  '0030-agent-spending': agentSpending,
  '0031-sessions': sessions,
  '0034-drift': drift,
  '0035-watches': watches,
  '0040-incidents': incidents,
  '0041-rollups-pending': rollupsPending,
  '0045-jobs-handed-back': jobsHandedBack,
  '0046-delivery-leases': deliveryLeases,
  '0050-idempotent-bodies': idempotentBodies,
  '0101-drop-unused-functions': dropUnusedFunctions,
}
