// Opens the module of credits and of the request log. Timers renew leases, release the holds of crashed servers, add up
// counters and maintain tables.
import { runEvery } from '../platform/lib/run.ts'
import type { Platform } from '../platform/platform.ts'
import { createBackgroundAudit } from './audit.ts'
import { createCredits } from './credits.ts'
import { createRequestLog } from './log/request-log.ts'
import { runMaintenance } from './run-maintenance.ts'
import { readUsage, type UsageCaller } from './usage.ts'

export type Ledger = Awaited<ReturnType<typeof createLedger>>

export async function createLedger({ platform }: { platform: Platform }) {
  const { config, database, serverId, clock, nowMs, tracer, onError } = platform
  const { logRetentionMonths, defaultPerSecond } = config.limits
  const credits = createCredits({ database, owner: serverId })
  const requestLog = createRequestLog({ database, credits, nowMs, onError })
  const audit = createBackgroundAudit({ pool: database.readPool, clock, nowMs, onError })
  const traced = tracer && (await import('./trace-ledger.ts')).traceLedger(tracer, { credits, requestLog })
  const stops: (() => Promise<void>)[] = []
  const maintain = () => runMaintenance(database.pool, logRetentionMonths, onError)
  return {
    credits: traced?.credits ?? credits,
    requestLog: traced?.requestLog ?? requestLog,
    readUsage: (caller: UsageCaller) => readUsage(database.reads(caller.accountId), caller, defaultPerSecond),
    audit,
    async start(): Promise<void> {
      await maintain()
      await credits.sweepOrphans({ everyone: platform.alone })
      stops.push(
        runEvery(5_000, credits.renewLeases, onError),
        runEvery(5_000, credits.sweepOrphans, onError),
        runEvery(1_000, requestLog.flushRefusals, onError),
        runEvery(2_000, requestLog.addUp, onError),
        runEvery(3_600_000, maintain, onError),
      )
    },
    async close(): Promise<void> {
      await audit.close()
      await Promise.all(stops.splice(0).map((stop) => stop()))
      await requestLog.close()
      await credits.close()
    },
  }
}
