// The open status page as one text for everyone who asks: made again every few seconds, however many ask. It tells
// shares and times, never how many calls there were, which would tell strangers of an account's business.
import type { Clock } from '@quarry/kit/clock'
import type { Endpoint } from '@quarry/kit/endpoint'
import type { Drift } from '../drift/drift.ts'
import type { Incidents } from '../drift/incidents.ts'
import { toPublicAlarm } from '../drift/open-alarm.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { type EndpointDay, type StatusHistory, shownDays } from '../log/status-history.ts'
import type { Health } from './health.ts'

export type StatusPageOptions = {
  endpoints: readonly Endpoint[]
  health: Pick<Health, 'getStatus'>
  history: Pick<StatusHistory, 'read'>
  incidents: Pick<Incidents, 'read'>
  drift: Pick<Drift, 'getAlarms' | 'version'>
  clock: Clock
  onError: (error: unknown) => void
}

const keptMs = 3_000
const dayMs = 86_400_000

export function createStatusPage(options: StatusPageOptions) {
  const { endpoints, health, history, incidents, drift, clock, onError } = options
  let kept: { until: number; version: number; page: string } | undefined
  const once = singleFlight<string>()

  /** Without the database the page tells what else it knows. */
  const readIncidents = () =>
    incidents.read().catch((error: unknown) => {
      onError(error)
      return []
    })

  async function makePage(): Promise<string> {
    const [days, ended] = await Promise.all([history.read(), readIncidents()])
    const past = new Map(days.map((one) => [one.endpoint, one.days]))
    const now = clock()
    const version = drift.version()
    const shown = lastDays(now)
    const page = JSON.stringify({
      at: now.toISOString(),
      endpoints: endpoints.map((endpoint) => ({
        path: endpoint.path,
        status: health.getStatus(endpoint),
        alarms: drift.getAlarms(endpoint.path).map(toPublicAlarm),
        incidents: ended
          .filter((incident) => incident.endpoint === endpoint.path)
          .map(({ endpoint: _, ...incident }) => incident),
        history: shown.map((day) => dayView(day, past.get(endpoint.path))),
      })),
    })
    kept = { until: now.getTime() + keptMs, version, page }
    return page
  }

  return async (): Promise<string> =>
    kept && clock().getTime() < kept.until && kept.version === drift.version()
      ? kept.page
      : once('', makePage)
}

/** The days that are shown, oldest first; the last is today. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: shownDays }, (_, n) =>
    new Date(now.getTime() - (shownDays - 1 - n) * dayMs).toISOString().slice(0, 10),
  )

function dayView(day: string, days: readonly EndpointDay[] = []) {
  const known = days.find((one) => one.day === day)
  return {
    day,
    uptime: known ? Math.round((1 - known.failed_share) * 10_000) / 10_000 : null,
    p50_ms: known?.p50_ms ?? null,
    p95_ms: known?.p95_ms ?? null,
  }
}
