// The free operations of an account in the API reference: they belong to no source, so they are written here.
import { boolean, integer, nullable, number, object, oneOf, text } from '../lib/schema.ts'

type Json = Record<string, unknown>

const usageRecord = object({
  remaining: integer(987),
  total_used: integer(13),
  renewal_date: nullable(text('2027-01-01')),
  period: nullable(object({ start: text('2026-12-02'), end: text('2027-01-01') })),
  subscription: object({
    used: integer(0),
    total: integer(0),
    remaining: integer(0),
    percent_used: number(0),
  }),
  credits: object({
    given: integer(1000),
    consumed: integer(13),
    remaining: integer(987),
    percent_used: number(1.3),
  }),
  rate_limit: object({ per_minute: nullable(integer(600)), per_second: nullable(integer(10)) }),
  account: object({ name: text('Demo'), slug: text('demo') }),
  api_key: object({
    alias: text('demo'),
    active: boolean(true),
    category: nullable(text('development')),
    expires: nullable(text('2027-12-31T00:00:00.000Z')),
    quotas: object({
      total: nullable(integer(100000)),
      daily: nullable(integer(1000)),
      weekly: nullable(integer(5000)),
      monthly: nullable(integer(20000)),
    }),
  }),
})

const ok = (schema: unknown): Json => ({
  description: 'Success',
  content: { 'application/json': { schema } },
})

const errors = (...codes: number[]): Json =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/responses/Error${code}` }]))

const free = { tags: ['account'], 'x-credits': 0, 'x-status': 'operational' }

const groupBy = oneOf(['day', 'endpoint', 'key', 'status'])

export const freeOperations: Record<string, Json> = {
  '/v2/usage': {
    get: {
      operationId: 'usage',
      ...free,
      summary: 'Usage report',
      description: "The account's credits, limits and the calling key's quotas. Free.",
      responses: { 200: ok(usageRecord), ...errors(401, 403, 429, 500) },
    },
  },
  '/v2/statistics': {
    get: {
      operationId: 'statistics',
      ...free,
      summary: 'Statistics',
      description: "The account's calls over time. Free; must be enabled on the account.",
      parameters: [
        {
          name: 'from',
          in: 'query',
          description: 'First day (UTC); by default 29 days before `to`.',
          schema: { type: 'string', format: 'date' },
          example: '2026-01-01',
        },
        {
          name: 'to',
          in: 'query',
          description: 'Last day (UTC), included; by default today.',
          schema: { type: 'string', format: 'date' },
          example: '2026-01-31',
        },
        {
          name: 'group_by',
          in: 'query',
          description: 'What a series item stands for.',
          schema: groupBy,
          example: 'day',
        },
      ],
      responses: {
        200: ok(
          object({
            period: object({ from: text('2026-01-01'), to: text('2026-01-31') }),
            totals: object({
              calls: integer(120),
              credits: integer(150),
              errors: integer(3),
              p50_ms: nullable(integer(42)),
              p95_ms: nullable(integer(180)),
            }),
            series: {
              type: 'array',
              items: object(
                {
                  day: text('2026-01-01'),
                  calls: integer(4),
                  credits: integer(4),
                  errors: integer(0),
                  p50_ms: nullable(integer(42)),
                  p95_ms: nullable(integer(180)),
                },
                { additionalProperties: true, required: ['calls', 'credits', 'errors', 'p50_ms', 'p95_ms'] },
              ),
            } as never,
          }),
        ),
        ...errors(400, 401, 403, 429, 500),
      },
    },
  },
}
