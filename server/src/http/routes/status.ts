// Liveness, readiness, the health of the endpoints and the API reference, open to everyone; and the metrics for
// the operator.

import type { Clock } from '@quarry/kit/clock'
import { boolean, integer, list, nullable, number, object, oneOf, text } from '@quarry/kit/schema'
import { type Drift, toPublicAlarm } from '../../lookups/drift/drift.ts'
import type { Health } from '../../lookups/health/health.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { jsonType } from '../../platform/lib/headers.ts'
import { withinTicks } from '../../platform/lib/promises.ts'
import { moment, namedObject } from '../../platform/lib/schemas.ts'
import type { PreparedBody } from '../../platform/route-data.ts'
import { route } from './route.ts'
import { alarm, incident } from './shared-schemas.ts'

export type StatusDeps = {
  endpoints: readonly ConfiguredEndpoint[]
  health: Pick<Health, 'report'>
  drift: Pick<Drift, 'getAlarms'>
  clock: Clock
  /** The JSON body of /v2/status. */
  statusPage: () => Promise<string>
  notReady: Readiness
  metrics: () => Promise<string>
  openApi: () => Promise<PreparedBody>
  adminOpenApi: () => Promise<PreparedBody>
}

const open = { tag: 'status', access: 'open', onWorkers: true } as const
const forOperator = { ...open, access: 'admin' } as const
const document = {
  description: 'An OpenAPI 3.1 document',
  schema: namedObject('Reference', {}, { additionalProperties: true }),
}

const health = route({
  ...open,
  name: 'healthz',
  path: '/healthz',
  summary: 'Check that the server is alive',
  reply: { description: 'It is alive', schema: object({ status: oneOf(['ok']) }) },
  respond: () => ({ status: 'ok' }),
})

const readiness = route({
  ...open,
  name: 'readyz',
  path: '/readyz',
  summary: 'Check that the server can take calls',
  replies: {
    200: { description: 'It is ready', schema: object({ status: oneOf(['ready']) }) },
    503: {
      description: 'It is not ready, and what is missing',
      schema: object({ status: oneOf(['not ready']), missing: text('database') }),
    },
  },
  async run(_input, { notReady }: StatusDeps) {
    const missing = await notReady()
    if (missing === null) return { body: { status: 'ready' } }
    return { status: 503, body: { status: 'not ready', missing } }
  },
})

/** An endpoint without a provider responds with 500 `not_configured`, free of charge. */
const endpointStatus = oneOf(['operational', 'degraded', 'not_configured'])

const status = route({
  ...open,
  name: 'status',
  path: '/status.json',
  alsoAt: ['/api/status.json'],
  summary: 'Read the health of each endpoint',
  description:
    'Measured over the last ten minutes unless the label is pinned; times are null without lookups. `alarms` lists where the data of a site has changed; an endpoint with an alarm is degraded.',
  reply: {
    description: 'The endpoints',
    schema: object({
      at: moment(),
      endpoints: list(
        object({
          path: text('/v2/usage'),
          status: endpointStatus,
          pinned: boolean(false),
          failure_share: number(0.083),
          p50_ms: nullable(integer(42)),
          p95_ms: nullable(integer(180)),
          alarms: list(alarm),
        }),
      ),
    }),
  },
  respond: (_input, { health: measured, drift, clock, endpoints }: StatusDeps) => ({
    at: clock().toISOString(),
    endpoints: measured
      .report(endpoints.map(({ endpoint }) => endpoint))
      // The number of calls stays private: this route is open to everyone.
      .map(({ recent_calls: _, ...endpoint }) => ({
        ...endpoint,
        alarms: drift.getAlarms(endpoint.path).map(toPublicAlarm),
      })),
  }),
})

const day = object({
  day: text('2026-01-31', { format: 'date' }),
  uptime: nullable(number(0.9987, 'Share of lookups that did not fail, 0 to 1; null without lookups.')),
  p50_ms: nullable(integer(42)),
  p95_ms: nullable(integer(180)),
})

export const statusDocument = namedObject('StatusHistory', {
  at: moment(),
  endpoints: list(
    object({
      path: text('/v2/usage'),
      status: endpointStatus,
      alarms: list(alarm),
      incidents: list(incident, 'Alarms that ended in these days, newest first.'),
      history: list(day),
    }),
  ),
})

const statusHistory = route({
  ...open,
  name: 'status_history',
  path: '/v2/status',
  alsoAt: ['/api/v2/status'],
  summary: 'Read the health of each endpoint over the last 30 days',
  description:
    'The label is measured over the last ten minutes unless it is pinned. Days are UTC, oldest first, including today. Refreshed every few seconds.',
  reply: { description: 'The endpoints', schema: statusDocument },
  run: async (_input, { statusPage }: StatusDeps) => ({
    text: await statusPage(),
    headers: { 'content-type': jsonType },
  }),
})

const reference = route({
  ...open,
  name: 'openapi',
  path: '/openapi.json',
  alsoAt: ['/api/openapi.json'],
  summary: 'Read the API reference',
  reply: document,
  run: async (_input, { openApi }: StatusDeps) => ({ prepared: await openApi() }),
})

const adminReference = route({
  ...forOperator,
  name: 'admin_openapi',
  path: '/admin/openapi.json',
  summary: 'Read the API reference for operators',
  reply: document,
  run: async (_input, { adminOpenApi }: StatusDeps) => ({ prepared: await adminOpenApi() }),
})

const metrics = route({
  ...forOperator,
  name: 'metrics',
  path: '/metrics',
  summary: 'Read the metrics of the server',
  description: 'In the text format of Prometheus.',
  reply: { description: 'The metrics', also: { 'text/plain': 'quarry_calls_total 1' } },
  run: async (_input, deps: StatusDeps) => ({
    text: await deps.metrics(),
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  }),
})

export const statusRoutes = [health, readiness, status, statusHistory, reference, adminReference, metrics]

/** Names the part that is not ready, or null. */
export type Readiness = () => Promise<string | null>

type ReadinessOptions = {
  tryDatabase: () => Promise<void>
  /** While true the server is not ready, so load balancers stop sending traffic; requests are still served. */
  isStopping?: () => boolean
  /** A monotonic clock. */
  nowMs?: () => number
  answerWithinMs?: number
}

const reuseMs = 2000

/**
 * The readiness check for load balancers. It ends within a second, and one database query serves all checks within two
 * seconds, so frequent checks cost nothing.
 */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { tryDatabase, isStopping, nowMs = () => performance.now(), answerWithinMs = 900 } = options
  let probe: { startedMs: number; ended: boolean; result: Promise<string | null> } | null = null

  const start = () => {
    const startedMs = nowMs()
    const outcome = tryDatabase().then(
      () => null,
      () => 'database',
    )
    const fresh = { startedMs, ended: false, result: withinTicks(outcome, answerWithinMs, 'database') }
    void outcome.then(() => {
      fresh.ended = true
    })
    return fresh
  }

  return async () => {
    if (isStopping?.()) return 'stopping'
    // Do not start a second probe while one hangs.
    if (probe === null || (probe.ended && nowMs() - probe.startedMs >= reuseMs)) probe = start()
    return probe.result
  }
}
