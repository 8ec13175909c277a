// What everyone may ask: whether the server lives and can work, how the endpoints do, and the reference as a document.
// The metrics stand here too, though they are for the operator.
import { boolean, integer, list, named, nullable, number, object, oneOf, text } from '@quarry/kit/schema'
import { toPublicAlarm } from '../drift/open-alarm.ts'
import { jsonType } from '../lib/json-type.ts'
import { route } from './route.ts'
import { alarm, incident, moment } from './shared-schemas.ts'

const shared = {
  method: 'GET',
  tag: 'status',
  params: object({}),
  refusals: [],
  example: {},
  onWorkers: true,
} as const
const document = {
  200: {
    description: 'An OpenAPI 3.1 document',
    schema: object({}, { additionalProperties: true, ...named('Reference') }),
  },
}

const health = route({
  ...shared,
  name: 'healthz',
  path: '/healthz',
  access: 'open',
  summary: 'Whether the server lives',
  replies: { 200: { description: 'It does', schema: object({ status: oneOf(['ok']) }) } },
  run: async () => ({ body: { status: 'ok' } }),
})

const readiness = route({
  ...shared,
  name: 'readyz',
  path: '/readyz',
  access: 'open',
  summary: 'Whether the server can do its work',
  replies: {
    200: { description: 'It can', schema: object({ status: oneOf(['ready']) }) },
    503: {
      description: 'It cannot, and what is missing',
      schema: object({ status: oneOf(['not ready']), missing: text('database') }),
    },
  },
  async run(_given, { notReady }) {
    const missing = await notReady()
    if (missing === null) return { body: { status: 'ready' } }
    return { status: 503, body: { status: 'not ready', missing } }
  },
})

const status = route({
  ...shared,
  name: 'status',
  path: '/status.json',
  alsoAt: ['/api/status.json'],
  access: 'open',
  summary: 'How each endpoint does',
  description:
    'Measured over the last ten minutes, unless the label is pinned; the times are null where there were no lookups. `alarms` tell where what a site sends has changed; with one an endpoint is degraded.',
  replies: {
    200: {
      description: 'The endpoints',
      schema: object({
        at: moment(),
        endpoints: list(
          object({
            path: text('/v2/usage'),
            status: oneOf(['operational', 'degraded']),
            pinned: boolean(false),
            failure_share: number(0.083),
            p50_ms: nullable(integer(42)),
            p95_ms: nullable(integer(180)),
            alarms: list(alarm),
          }),
        ),
      }),
    },
  },
  run: async (_given, { health: measured, drift, clock, endpoints }) => ({
    body: {
      at: clock().toISOString(),
      endpoints: measured
        .report(endpoints.map(({ endpoint }) => endpoint))
        // Everyone may read this: how many calls there were is the business of the accounts.
        .map(({ recent_calls: _, ...one }) => ({
          ...one,
          alarms: drift.getAlarms(one.path).map(toPublicAlarm),
        })),
    },
  }),
})

const share = (description: string) => nullable(number(0.9987, { description }))
const statusHistory = route({
  ...shared,
  name: 'status_history',
  path: '/v2/status',
  alsoAt: ['/api/v2/status'],
  access: 'open',
  summary: 'How each endpoint does, and did on the last 30 days',
  description:
    'The label is measured over the last ten minutes, unless it is pinned. Days are UTC, oldest first, with today. Renewed every few seconds.',
  replies: {
    200: {
      description: 'The endpoints',
      schema: object(
        {
          at: moment(),
          endpoints: list(
            object({
              path: text('/v2/usage'),
              status: oneOf(['operational', 'degraded']),
              alarms: list(alarm),
              incidents: list(incident, {
                description: 'Alarms that have ended in these days, the last one first.',
              }),
              history: list(
                object({
                  day: text('2026-01-31', { format: 'date' }),
                  uptime: share('Share of lookups that did not fail, 0 to 1; null for a day without any.'),
                  p50_ms: nullable(integer(42)),
                  p95_ms: nullable(integer(180)),
                }),
              ),
            }),
          ),
        },
        named('StatusHistory'),
      ),
    },
  },
  run: async (_given, { statusPage }) => ({
    text: await statusPage(),
    headers: { 'content-type': jsonType },
  }),
})

const reference = route({
  ...shared,
  name: 'openapi',
  path: '/openapi.json',
  alsoAt: ['/api/openapi.json'],
  access: 'open',
  summary: 'This document',
  replies: document,
  run: async (_given, { openApi }) => ({ prepared: await openApi() }),
})

const adminReference = route({
  ...shared,
  name: 'admin_openapi',
  path: '/admin/openapi.json',
  access: 'admin',
  summary: 'This document',
  replies: document,
  run: async (_given, { adminOpenApi }) => ({ prepared: await adminOpenApi() }),
})

const metrics = route({
  ...shared,
  name: 'metrics',
  path: '/metrics',
  access: 'admin',
  summary: 'What the server counts about itself',
  description: 'In the form of Prometheus.',
  replies: { 200: { description: 'The metrics', also: { 'text/plain': 'quarry_calls_total 1' } } },
  run: async (_given, parts) => ({
    text: await parts.metrics(),
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  }),
})

export const statusRoutes = [health, readiness, status, statusHistory, reference, adminReference, metrics]
