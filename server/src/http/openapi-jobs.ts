// Jobs, batches and webhooks in the API reference: like the other free operations they belong to no source.
import { integer, list, nullable, object, oneOf, text } from '../lib/schema.ts'

type Json = Record<string, unknown>

const jobId = '0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11'
const moment = '2026-01-31T12:00:00.000Z'
const free = { tags: ['account'], 'x-credits': 0, 'x-status': 'operational' }

const json = (description: string, schema: unknown): Json => ({
  description,
  content: { 'application/json': { schema } },
})
const errors = (...codes: number[]): Json =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/responses/Error${code}` }]))
const parameter = (
  name: string,
  place: 'path' | 'query',
  description: string,
  schema: Json,
  example: unknown,
) => ({
  name,
  in: place,
  ...(place === 'path' ? { required: true } : {}),
  description,
  schema,
  example,
})
const idOf = (what: string) =>
  parameter('id', 'path', `Id of the ${what}`, { type: 'string', format: 'uuid' }, jobId)
const wait = parameter(
  'wait',
  'query',
  'Seconds to wait for the end before answering.',
  { type: 'integer', minimum: 0, maximum: 30, default: 0 },
  30,
)
const limit = parameter(
  'limit',
  'query',
  'How many at most.',
  { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  20,
)
const cursor = {
  name: 'cursor',
  in: 'query',
  description: 'The `next_cursor` of the page before.',
  schema: { type: 'string' },
  examples: { next: { value: `1769860800.000000_${jobId}` } },
}
const filter = (name: string, values: readonly string[]) => ({
  name,
  in: 'query',
  description: 'Only those in this state.',
  schema: { type: 'string', enum: values },
  examples: { one: { value: values[0] } },
})

const states = ['queued', 'running', 'completed', 'failed'] as const
const jobHead = {
  job_id: text(jobId),
  status: oneOf(states),
  endpoint: text('/v2/usage'),
  created_at: text(moment),
  started_at: nullable(text(moment)),
  finished_at: nullable(text(moment)),
  status_code: nullable(integer(200)),
  credits: integer(1),
}
const listed = object({ ...jobHead, error: nullable(text('Not Found')) })
const job: Json = {
  ...listed,
  required: [...Object.keys(jobHead), 'result', 'error'],
  properties: {
    ...jobHead,
    result: { description: 'The record, as the direct call would have sent it; null until then.' },
    error: nullable(text('Not Found')),
  },
}
const batch = object({
  batch_id: text(jobId),
  status: oneOf(['running', 'completed', 'cancelled']),
  endpoint: text('/v2/usage'),
  total: integer(100),
  queued: integer(10),
  running: integer(5),
  completed: integer(80),
  failed: integer(5),
  not_found: integer(3),
  credits: integer(80),
  created_at: text(moment),
  finished_at: nullable(text(moment)),
  url: text(`/v2/batches/${jobId}`),
  results_url: text(`/v2/batches/${jobId}/results`),
})
const delivery = object({
  delivery_id: text(jobId),
  job_id: nullable(text(jobId)),
  batch_id: nullable(text(jobId)),
  url: text('https://receiver.example/hook'),
  status: oneOf(['pending', 'delivered', 'failed']),
  attempts: integer(1),
  created_at: text(moment),
  next_at: nullable(text(moment)),
  finished_at: nullable(text(moment)),
  tries: list(
    object({
      at: text(moment),
      status: nullable(integer(200)),
      error: nullable(text('unreachable')),
      ms: nullable(integer(40)),
    }),
  ),
})

const jobOperations: Record<string, Json> = {
  '/v2/jobs': {
    get: {
      operationId: 'jobs',
      ...free,
      summary: 'Jobs of the account',
      description: 'Newest first, without results and without the items of batches. Free.',
      parameters: [filter('state', states), limit, cursor],
      responses: {
        200: json('The jobs', object({ jobs: list(listed), next_cursor: nullable(text('')) })),
        ...errors(400, 401, 403, 429, 500),
      },
    },
  },
  '/jobs/{id}': {
    get: {
      operationId: 'job',
      ...free,
      summary: 'State and result of a job',
      description:
        'Polling is free; with `wait` the answer comes when the job ends. The result is kept for a day. Also served as `/v2/jobs/{id}`. The header `x-error-reason` says why a job failed.',
      parameters: [idOf('job'), wait],
      responses: { 200: json('The job', job), ...errors(400, 401, 403, 404, 429, 500) },
    },
    delete: {
      operationId: 'cancel_job',
      ...free,
      summary: 'Cancel a queued job',
      description: 'Releases its credits. A job that has started cannot be cancelled (409).',
      parameters: [idOf('job')],
      responses: { 200: json('The job', job), ...errors(401, 403, 404, 409, 429, 500) },
    },
  },
}

const accepted = object({
  batch_id: text(jobId),
  status: oneOf(['running']),
  total: integer(2),
  url: text(`/v2/batches/${jobId}`),
  results_url: text(`/v2/batches/${jobId}/results`),
})

/** In the query only where the body is a list of lines: `x-content-type` tells the reference page so. */
const besideLines = (name: string, description: string, more: Json): Json => ({
  name,
  in: 'query',
  description,
  'x-content-type': 'application/x-ndjson',
  schema: { type: 'string' },
  ...more,
})
const webhookBesideLines = besideLines('webhook', 'https address that is told of the end', {
  examples: { alternative: { value: 'https://receiver.example/hook' } },
})
const linesOf = (inputs: unknown) =>
  Array.isArray(inputs) ? inputs.map((input) => JSON.stringify(input)).join('\n') : ''

const batchOperations = (example: Json): Record<string, Json> => ({
  '/v2/batches': {
    post: {
      operationId: 'create_batch',
      ...free,
      summary: 'Run an endpoint over many inputs',
      description:
        'Holds the credits of all inputs, or refuses them all. Each input is a job of its own, billed when it is done. NDJSON takes one input per line, with `endpoint` and `webhook` in the query.',
      parameters: [
        besideLines('endpoint', 'Path of a lookup', { example: example.endpoint }),
        webhookBesideLines,
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['endpoint', 'inputs'],
              properties: {
                endpoint: { type: 'string', description: 'Path of a lookup' },
                inputs: { type: 'array', minItems: 1, maxItems: 1000, items: { type: 'object' } },
                webhook: { type: 'string', description: 'https address that is told of the end' },
              },
            },
            example,
          },
          'application/x-ndjson': { schema: { type: 'string' }, example: linesOf(example.inputs) },
        },
      },
      responses: {
        202: json('The batch is queued; credits are held, not billed', accepted),
        ...errors(400, 401, 402, 403, 409, 413, 422, 429, 500),
      },
    },
  },
  '/v2/batches/{id}': {
    get: {
      operationId: 'batch',
      ...free,
      summary: 'Progress of a batch',
      description: 'Counts by state, and credits charged so far. Free.',
      parameters: [idOf('batch'), wait],
      responses: { 200: json('The batch', batch), ...errors(400, 401, 403, 404, 429, 500) },
    },
    delete: {
      operationId: 'cancel_batch',
      ...free,
      summary: 'Cancel what has not started of a batch',
      description: 'Releases the credits of those items; running ones finish. 409 when all have ended.',
      parameters: [idOf('batch')],
      responses: { 200: json('The batch', batch), ...errors(401, 403, 404, 409, 429, 500) },
    },
  },
  '/v2/batches/{id}/results': {
    get: {
      operationId: 'batch_results',
      ...free,
      summary: 'Results of a batch',
      description:
        'Items in the order of the inputs, by range. A page may end early when it grows large; `next_from`, or the header `x-next-from`, says where to go on.',
      parameters: [
        idOf('batch'),
        parameter(
          'format',
          'query',
          'How items are written.',
          { type: 'string', enum: ['json', 'ndjson', 'csv'] },
          'json',
        ),
        parameter(
          'from',
          'query',
          'First item, counted from 0.',
          { type: 'integer', minimum: 0, maximum: 1000 },
          0,
        ),
        parameter('limit', 'query', 'How many at most.', { type: 'integer', minimum: 1, maximum: 1000 }, 100),
      ],
      responses: {
        200: {
          description: 'The items',
          content: {
            'application/json': { schema: resultsPage() },
            'application/x-ndjson': { schema: { type: 'string' } },
            'text/csv': { schema: { type: 'string' } },
          },
        },
        ...errors(400, 401, 403, 404, 429, 500),
      },
    },
  },
})

function resultsPage(): Json {
  const properties = {
    item: integer(0),
    job_id: text(jobId),
    status: oneOf(states),
    status_code: nullable(integer(200)),
    credits: integer(1),
    error: nullable(text('Not Found')),
    reason: nullable(text('not_found')),
    input: { type: ['object', 'null'], description: 'Null for an item that was cancelled.' },
    result: { description: 'The record, or null.' },
  }
  return {
    type: 'object',
    required: ['batch_id', 'total', 'from', 'next_from', 'items'],
    properties: {
      batch_id: text(jobId),
      total: integer(100),
      from: integer(0),
      next_from: nullable(integer(100)),
      items: { type: 'array', items: { type: 'object', required: Object.keys(properties), properties } },
    },
  }
}

const webhookOperations: Record<string, Json> = {
  '/v2/webhooks/deliveries': {
    get: {
      operationId: 'deliveries',
      ...free,
      summary: 'Delivery log of webhooks',
      description:
        'Newest first. A message is a POST with `quarry-signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>` with the secret of the account.',
      parameters: [filter('status', ['pending', 'delivered', 'failed']), limit, cursor],
      responses: {
        200: json('The deliveries', object({ deliveries: list(delivery), next_cursor: nullable(text('')) })),
        ...errors(400, 401, 403, 429, 500),
      },
    },
  },
  '/v2/webhooks/deliveries/{id}': {
    get: {
      operationId: 'delivery',
      ...free,
      summary: 'One delivery',
      description: 'What was tried, and what came of it.',
      parameters: [idOf('delivery')],
      responses: { 200: json('The delivery', delivery), ...errors(401, 403, 404, 429, 500) },
    },
  },
  '/v2/webhooks/deliveries/{id}/redeliver': {
    post: {
      operationId: 'redeliver',
      ...free,
      summary: 'Deliver a message once more',
      description:
        'Tries it again from the start, whatever became of it. Once a minute for a message, thirty times a minute for an account.',
      parameters: [idOf('delivery')],
      responses: { 202: json('The delivery', delivery), ...errors(401, 403, 404, 429, 500) },
    },
  },
}

/** `example` is the body of a batch that works: a lookup that this server offers, and inputs for it. */
export function asyncOperations(example: Json): Record<string, Json> {
  return { ...jobOperations, ...batchOperations(example), ...webhookOperations }
}
