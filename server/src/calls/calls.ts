// Opens the module of billed calls and of everything that makes them: jobs, batches, watches, webhooks and events.
import type { Accounts } from '../accounts/accounts.ts'
import type { Fetching } from '../fetching/fetching.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Lookups } from '../lookups/lookups.ts'
import { toLogged } from '../platform/errors.ts'
import { runEvery } from '../platform/lib/run.ts'
import { secondsBuckets } from '../platform/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import { createBatches } from './batches/batches.ts'
import { createUploads } from './batches/uploads.ts'
import { addCallMetrics, addJobMetrics } from './call-metrics.ts'
import { createEvents } from './events/events.ts'
import { createHandleCall } from './handle-call.ts'
import { createHandleFree } from './handle-free.ts'
import { createIdempotency, createStoredBodyBound } from './idempotency.ts'
import { createJobs } from './jobs/jobs.ts'
import { createRunWatches } from './watches/run-watches.ts'
import { createWatches } from './watches/watches.ts'
import { createDeliveries } from './webhooks/read-deliveries.ts'
import { createTestDelivery } from './webhooks/test-delivery.ts'
import { createOwnWebhooks, createRotateWebhookSecret } from './webhooks/webhook-secrets.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

const sweepMs = 60_000

export type CallsDeps = {
  platform: Platform
  fetching: Fetching
  ledger: Ledger
  lookups: Lookups
  accounts: Accounts
}

export type Calls = ReturnType<typeof createCalls>

export function createCalls({ platform, fetching, ledger, lookups, accounts }: CallsDeps) {
  const { config, database, alone, tuning, metrics, onError } = platform
  const { pool, reads, withSlot } = database
  const { endpoints, findRecord, health } = lookups
  const { limitChanges, missingFieldsLimit } = accounts
  const { defaultPerSecond, jobResultHours } = config.limits
  const works = config.role !== 'api'
  const onCall = addCallMetrics(metrics, secondsBuckets)
  const onFailure = createFailureReport(platform)
  const webhooks = createWebhooks({ pool, deliver: fetching.deliver, onError })
  const jobs = createJobs({
    database,
    endpoints,
    findRecord,
    health,
    missingFieldsLimit,
    startLimiter: accounts.startLimiter,
    defaultPerSecond,
    resultHours: jobResultHours,
    maxStoredBytes: config.limits.storedBytesPerAccount,
    works,
    alone,
    checkWebhook: webhooks.check,
    onWork: () => works && webhooks.wake(),
    leaseSeconds: tuning.jobLeaseSeconds,
    onEnd: ({ job, recordedStatus, credits, ms }) => onCall(job.endpoint, recordedStatus, credits, ms),
    onFailure,
    onError,
  })
  addJobMetrics(metrics, jobs.backlog)
  const { finishJobs, storage, waiters } = jobs.deps
  const checkWebhook = webhooks.check
  const batches = createBatches({
    pool,
    reads,
    withSlot,
    finishJobs,
    storage,
    waiters,
    endpoints,
    checkWebhook,
  })
  const uploads = createUploads({
    pool,
    withSlot,
    storage,
    checkWebhook,
    resultHours: jobResultHours,
    works,
    alone,
    limits: tuning.uploads,
    onError,
  })
  const watches = createWatches({
    pool,
    reads,
    withSlot,
    storage,
    maxPerAccount: config.limits.watchesPerAccount,
    checkWebhook,
  })
  const runWatches = createRunWatches({ pool, storage, endpoints, pollMs: tuning.watchPollMs, onError })
  const testDelivery = createTestDelivery({
    reads,
    deliver: fetching.deliver,
    silentAfterMs: tuning.webhookTestMs,
  })
  const bound = createStoredBodyBound({ pool, maxBytes: config.limits.idempotentBytesPerAccount, onError })
  const idempotency = createIdempotency({ pool, bound })
  const { watchKeys } = accounts
  const events = createEvents({ reads, watchKeys, maxStreams: tuning.maxStreams, onError })
  metrics.gauge('event_streams', 'Open event streams', [], events.count)
  const gates = {
    keyring: accounts.keyring,
    sessionKeyring: accounts.sessionKeyring,
    refusalLimit: accounts.refusalLimit,
    rateLimiter: accounts.requestLimiter,
    credits: ledger.credits,
    requestLog: ledger.requestLog,
    findRecord,
    health,
    enqueue: jobs.enqueue,
    idempotency,
    missingFieldsLimit,
    pool,
    onFailure,
    onCall,
  }
  let stopSweep = async () => {}
  return {
    gates,
    handleCall: createHandleCall(gates),
    handleFree: createHandleFree(gates),
    idempotency,
    jobs,
    batches,
    uploads,
    watches,
    events,
    testDelivery,
    deliveries: createDeliveries(database),
    ownWebhooks: createOwnWebhooks({ pool, reads, withSlot, limitChanges }),
    rotateWebhookSecret: createRotateWebhookSecret(database),
    async start(): Promise<void> {
      await idempotency.sweep({ everyone: alone })
      stopSweep = runEvery(sweepMs, () => idempotency.sweep(), onError)
      await jobs.start()
      if (works) webhooks.start()
      await uploads.start()
      if (works) runWatches.start()
    },
    /** Ends the requests that wait for something, so that the server can close their connections. */
    async stopWaiting(): Promise<void> {
      jobs.stopWaiting()
      uploads.stopReading()
      batches.stopFiles()
      testDelivery.stopWaiting()
      await events.close()
    },
    /** Ends running work or hands it back; this still needs lookups. */
    async close(): Promise<void> {
      await stopSweep()
      await bound.close()
      await runWatches.close()
      await uploads.close()
      await jobs.close()
      await webhooks.close()
    },
  }
}

/** While the database is lost, every call fails. */
const createFailureReport =
  ({ log, isDatabaseUp }: Platform) =>
  (failure: unknown, requestId: string, path: string): void =>
    log[isDatabaseUp() ? 'warn' : 'debug']({ ...toLogged(failure), requestId, path }, 'call failed')
