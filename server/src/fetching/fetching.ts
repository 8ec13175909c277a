// Opens the module that reaches pages and receivers: sites and upstream APIs, the page archive, and messages to
// webhooks.
import { join } from 'node:path'
import { asksForFault } from '@quarry/kit/fault-words'
import { runEvery } from '../platform/lib/run.ts'
import { version } from '../platform/lib/version.ts'
import type { Platform } from '../platform/platform.ts'
import { createAlerts } from './alerts.ts'
import { createArchive } from './archive/archive.ts'
import { createDeliver } from './deliver.ts'
import { addArchiveMetrics, addFetchMetrics, addUpstreamMetrics } from './fetch-metrics.ts'
import { createProviderRateLimits, dropOldProviderHours } from './provider-rate-limits.ts'
import { createUpstream } from './upstream.ts'

const dropHoursMs = 3_600_000
const userAgent = `Quarry/${version}`

export type Fetching = ReturnType<typeof createFetching>

export function createFetching({ platform }: { platform: Platform }) {
  const { config, database, log, clock, nowMs, metrics } = platform
  const rateLimits = createProviderRateLimits(database)
  const upstream = createUpstream({
    clock,
    nowMs,
    userAgent,
    limits: { tryMs: config.limits.upstreamTryMs, callMs: config.limits.upstreamTotalMs },
    onFetch: addFetchMetrics(metrics),
    asksForFault,
    rateLimits,
  })
  const archive = createArchive({
    folder: join(config.dataDir, 'archive'),
    days: config.archive.days,
    bytes: config.archive.bytes,
    onOff: (why) => log.error({ why }, 'Page archive is off until the next start: it cannot be written'),
  })
  addUpstreamMetrics(metrics, upstream.stats)
  addArchiveMetrics(metrics, archive.stats)
  const deliver = createDeliver({
    ...config.webhooks,
    userAgent,
    onUnreachable: (detail) =>
      log.info({ detail }, 'webhook receiver not reached; the message will be sent again'),
  })
  const alerts = createAlerts({
    deliver,
    receiver: config.alerts,
    onLost: (detail) => log.error({ detail }, 'alert not delivered; see the status page and the metrics'),
  })
  let stopDropping = async () => {}
  return {
    upstream,
    archive,
    deliver,
    alerts,
    async start(): Promise<void> {
      const dropHours = () => dropOldProviderHours(database.pool)
      await dropHours().catch(platform.onError)
      stopDropping = runEvery(dropHoursMs, dropHours, platform.onError)
    },
    async close(): Promise<void> {
      await stopDropping()
      await archive.close()
      await upstream.close()
      await rateLimits.close()
      await alerts.close()
      await deliver.close()
    },
  }
}
