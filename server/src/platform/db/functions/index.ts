// All functions of the database. They are applied before the migrations, which may use them; their bodies are checked
// when they run, so their order does not matter.
import { bookSlotsFunction, findBudgetFunction } from './book-slots.ts'
import { countStoredFunctions } from './count-stored.ts'
import type { DatabaseFunction } from './database-function.ts'
import { listDueFunction, lockDueFunction } from './due-deliveries.ts'
import { correctBonusFunction, grantBonusFunction, setSubscriptionFunction } from './grants.ts'
import { dropMonthsFunction, makeMonthsFunction } from './months.ts'
import { callNearFunction, ledgerNearFunction } from './near.ts'
import { monthFunction, nextMonthFunction, nowFunction } from './now.ts'
import { listQueuedFunction, lockQueuedFunction } from './queued-jobs.ts'
import { quotaLeftFunction, quotaUsedFunction, quotaWaitFunction } from './quotas.ts'
import { renewFunction } from './renew.ts'
import { reserveFunction, takeCreditsFunction, takeQuotaFunction } from './reserve.ts'
import { refuseAmountFunction, settleFunction } from './settle.ts'
import {
  dateWebhookSecretFunction,
  keepKeyGraceFunction,
  keepWebhookGraceFunction,
  refuseChangeFunction,
} from './triggers.ts'

export const functions: readonly DatabaseFunction[] = [
  nowFunction,
  monthFunction,
  nextMonthFunction,
  refuseChangeFunction,
  renewFunction,
  grantBonusFunction,
  correctBonusFunction,
  setSubscriptionFunction,
  makeMonthsFunction,
  dropMonthsFunction,
  quotaUsedFunction,
  quotaLeftFunction,
  quotaWaitFunction,
  takeQuotaFunction,
  takeCreditsFunction,
  reserveFunction,
  refuseAmountFunction,
  settleFunction,
  keepKeyGraceFunction,
  keepWebhookGraceFunction,
  dateWebhookSecretFunction,
  ...countStoredFunctions,
  callNearFunction,
  ledgerNearFunction,
  findBudgetFunction,
  bookSlotsFunction,
  listQueuedFunction,
  lockQueuedFunction,
  listDueFunction,
  lockDueFunction,
]
