// Batches: post one as JSON or NDJSON, follow it, read its results by range, cancel what has not started.

import { integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { toReach } from '../access/reach.ts'
import { maxBatchItems } from '../batches/batches.ts'
import { listBatches } from '../batches/list-batches.ts'
import { acceptedBatch, batch, batchResults, batchStates, batchSummary } from './batch-schemas.ts'
import { createBatch } from './create-batch.ts'
import { route } from './route.ts'
import { cursor, describeId, exampleId, limit, usualListed, wait } from './shared-schemas.ts'

const maxResults = 1_000
const shared = { access: 'key', tag: 'batches' } as const
const theBatch = { 200: { description: 'The batch', schema: batch } }

const endpoint = text('/v2/usage', { description: 'Path of a lookup' })
const webhook = optional(
  text('https://receiver.example/hook', {
    format: 'uri',
    description: 'https address that is told of the end',
  }),
)

export type BatchExample = { endpoint: string; inputs: Record<string, unknown>[] }

const postBatch = (example: BatchExample) =>
  route({
    ...shared,
    name: 'create_batch',
    method: 'POST',
    path: '/v2/batches',
    summary: 'Run an endpoint over many inputs',
    description:
      'Holds the credits of all inputs, or refuses them all. Each input is a job of its own, billed when it is done. NDJSON takes one input per line, with `endpoint` and `webhook` in the query.',
    params: object({}),
    body: object(
      {
        endpoint,
        inputs: list(object({}, { additionalProperties: true, description: 'Parameters of the lookup.' }), {
          minItems: 1,
          maxItems: maxBatchItems,
        }),
        webhook,
      },
      { additionalProperties: true, ...named('NewBatch') },
    ),
    lines: {
      params: object({ endpoint, webhook }),
      example: example.inputs.map((input) => JSON.stringify(input)).join('\n'),
    },
    readsBody: true,
    isIdempotent: true,
    replies: {
      202: {
        description: 'The batch is queued; credits are held, not billed',
        schema: acceptedBatch,
        headers: { 'idempotent-replay': '`true` where the answer was given before to the same key' },
      },
    },
    refusals: [
      'quota_exceeded',
      'credits_exhausted',
      'open_invoices',
      'idempotency_in_progress',
      'idempotency_mismatch',
      'storage_exceeded',
    ],
    example: { body: example },
    run: ({ caller, request }, parts) => createBatch(parts, caller, request),
  })

const followBatch = route({
  ...shared,
  name: 'batch',
  method: 'GET',
  path: '/v2/batches/{id}',
  summary: 'Progress of a batch',
  description: 'Counts by state, and credits charged so far. Free.',
  params: object({ id: describeId('batch'), wait }),
  replies: theBatch,
  refusals: ['not_found'],
  example: { params: { id: exampleId, wait: 30 } },
  run: async ({ caller, params }, { batches }) => ({
    body: await batches.get(toReach(caller), params.id, (params.wait ?? 0) * 1000),
  }),
})

const readResults = route({
  ...shared,
  name: 'batch_results',
  method: 'GET',
  path: '/v2/batches/{id}/results',
  summary: 'Results of a batch',
  description:
    'Items in the order of the inputs, by range. A page may end early when it grows large; `next_from`, or the header `x-next-from`, says where to go on.',
  params: object({
    id: describeId('batch'),
    format: optional(oneOf(['json', 'ndjson', 'csv'], { description: 'How items are written.' })),
    from: optional(
      integer(0, { minimum: 0, maximum: maxResults, description: 'First item, counted from 0.' }),
    ),
    limit: optional(integer(100, { minimum: 1, maximum: maxResults, description: 'How many at most.' })),
  }),
  replies: {
    200: {
      description: 'The items',
      schema: batchResults,
      headers: { 'x-next-from': 'Where to go on; absent at the end' },
      also: {
        'application/x-ndjson': '{"item":0,"status":"completed"}',
        'text/csv': 'item,status,status_code,error',
      },
    },
  },
  refusals: ['not_found'],
  example: { params: { id: exampleId, format: 'json', from: 0, limit: 100 } },
  async run({ caller, params }, { batches }) {
    const { id, format = 'json', from = 0, limit = maxResults } = params
    const page = await batches.results(toReach(caller), id, { format, from, limit })
    const next = page.nextFrom === null ? {} : { 'x-next-from': String(page.nextFrom) }
    return { text: page.text, headers: { 'content-type': page.contentType, ...next } }
  },
})

const cancelBatch = route({
  ...shared,
  name: 'cancel_batch',
  method: 'DELETE',
  path: '/v2/batches/{id}',
  summary: 'Cancel what has not started of a batch',
  description: 'Releases the credits of those items; running ones finish. 409 when all have ended.',
  params: object({ id: describeId('batch') }),
  replies: theBatch,
  refusals: ['not_found', 'conflict'],
  example: { params: { id: exampleId } },
  run: async ({ caller, params }, { batches }) => ({
    body: await batches.cancel(toReach(caller), params.id),
  }),
})

/** `example` is the body of a batch that works: a lookup that this server has, and inputs for it. */
const ownBatches = route({
  ...shared,
  name: 'batches',
  method: 'GET',
  path: '/v2/batches',
  summary: 'Batches of the account',
  description:
    'Newest first, without what each item came to. A key with scopes sees its own batches only. Free.',
  params: object({
    state: optional(oneOf(batchStates, { description: 'Only those in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: {
      description: 'The batches',
      schema: object({ batches: list(batchSummary), next_cursor: nullable(text('')) }, named('BatchPage')),
    },
  },
  refusals: [],
  example: { params: { limit: usualListed } },
  async run({ caller, params: { state, limit: count, cursor: after } }, { reads }) {
    const query = {
      ...(state === undefined ? {} : { state }),
      ...(count === undefined ? {} : { limit: count }),
      ...(after === undefined ? {} : { cursor: after }),
    }
    return { body: await listBatches(reads(caller.accountId), toReach(caller), query) }
  },
})

export const batchRoutes = (example: BatchExample) => [
  postBatch(example),
  ownBatches,
  followBatch,
  readResults,
  cancelBatch,
]
