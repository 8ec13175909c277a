// All functions of the database. They are applied before the migrations, which may use them; their bodies are checked
// when they run, so their order does not matter.
import { bookSlotsFunction, findBudgetFunction } from './book-slots.ts'
import type { DatabaseFunction } from './database-function.ts'
import { correctBonusFunction, grantBonusFunction, setSubscriptionFunction } from './grants.ts'
import { callNearFunction, dropMonthsFunction, ledgerNearFunction, makeMonthsFunction } from './log.ts'
import { monthFunction, nextMonthFunction, nowFunction, renewFunction } from './periods.ts'
import { listDueFunction, listQueuedFunction, lockDueFunction, lockQueuedFunction } from './queues.ts'
import {
  quotaLeftFunction,
  quotaUsedFunction,
  quotaWaitFunction,
  reserveFunction,
  takeCreditsFunction,
  takeQuotaFunction,
} from './reserve.ts'
import { refuseAmountFunction, settleFunction } from './settle.ts'
import {
  countStoredFunctions,
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
