// The public status page as one text for all callers, built again every few seconds. It shows shares and times, never
// how many calls there were: that would reveal an account's business.
import type { Clock } from '@quarry/kit/clock'
import type { Endpoint } from '@quarry/kit/endpoint'
import { createDeduplicator } from '../../platform/lib/promises.ts'
import { type Drift, toPublicAlarm } from '../drift/drift.ts'
import type { Health } from './health.ts'
import { type EndpointDay, type Incidents, type StatusHistory, shownDays } from './status-history.ts'

export type StatusPageOptions = {
  endpoints: readonly Endpoint[]
  health: Pick<Health, 'getStatus'>
  history: Pick<StatusHistory, 'read'>
  incidents: Pick<Incidents, 'read'>
  drift: Pick<Drift, 'getAlarms' | 'version'>
  clock: Clock
  nowMs: () => number
  onError: (error: unknown) => void
}

const cacheMs = 3_000
const dayMs = 86_400_000

export function createStatusPage(options: StatusPageOptions): () => Promise<string> {
  const { drift, nowMs } = options
  let cached: { until: number; version: number; page: string } | undefined
  const shareBuild = createDeduplicator<string>()

  async function refresh(): Promise<string> {
    const version = drift.version()
    const page = await buildPage(options)
    cached = { until: nowMs() + cacheMs, version, page }
    return page
  }

  return async () =>
    cached && nowMs() < cached.until && cached.version === drift.version()
      ? cached.page
      : shareBuild('', refresh)
}

async function buildPage(options: StatusPageOptions): Promise<string> {
  const { endpoints, health, history, incidents, drift, clock, onError } = options
  // Without the database the page shows what this server measured.
  const readIncidents = incidents.read().catch((error: unknown) => {
    onError(error)
    return []
  })
  const [endpointDays, ended] = await Promise.all([history.read(), readIncidents])
  const daysByPath = new Map(endpointDays.map(({ endpoint, days }) => [endpoint, days]))
  const now = clock()
  const shown = listDays(now)
  return JSON.stringify({
    at: now.toISOString(),
    endpoints: endpoints.map((endpoint) => ({
      path: endpoint.path,
      status: health.getStatus(endpoint),
      alarms: drift.getAlarms(endpoint.path).map(toPublicAlarm),
      incidents: ended
        .filter((incident) => incident.endpoint === endpoint.path)
        .map(({ endpoint: _, ...incident }) => incident),
      history: shown.map((day) => toDayView(day, daysByPath.get(endpoint.path))),
    })),
  })
}

/** Oldest first; the last is today. */
const listDays = (now: Date): string[] =>
  Array.from({ length: shownDays }, (_, n) =>
    new Date(now.getTime() - (shownDays - 1 - n) * dayMs).toISOString().slice(0, 10),
  )

function toDayView(day: string, days: readonly EndpointDay[] = []) {
  const measured = days.find((candidate) => candidate.day === day)
  return {
    day,
    uptime: measured ? Math.round((1 - measured.failed_share) * 10_000) / 10_000 : null,
    p50_ms: measured?.p50_ms ?? null,
    p95_ms: measured?.p95_ms ?? null,
  }
}
