// Opens the module of credits and of the request log.
import type { Platform } from '../platform/platform.ts'
import { createBackgroundAudit } from './audit.ts'
import { createCredits } from './credits.ts'

export type Ledger = Awaited<ReturnType<typeof createLedger>>

export async function createLedger({ platform }: { platform: Platform }) {
  const { config, database, serverId, clock, nowMs, tracer, onError } = platform
  const credits = createCredits({
    database,
    owner: serverId,
    nowMs,
    logMonths: config.limits.logRetentionMonths,
    defaultPerSecond: config.limits.defaultPerSecond,
    onError,
  })
  const audit = createBackgroundAudit({ pool: database.readPool, clock, nowMs, onError })
  return {
    credits: tracer ? (await import('./trace-credits.ts')).traceCredits(tracer, credits) : credits,
    audit,
    async start(): Promise<void> {
      await credits.maintain()
      await credits.sweepOrphans({ everyone: platform.alone })
      credits.start()
    },
    async close(): Promise<void> {
      await audit.close()
      await credits.close()
    },
  }
}
