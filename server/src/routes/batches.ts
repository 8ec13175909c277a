// Batches: create one from JSON or NDJSON, follow it, read its results by range, cancel the items that are queued.
import { integer, list, named, object, oneOf, optional, text } from '@quarry/kit/schema'
import { toReach } from '../access/reach.ts'
import { maxBatchItems } from '../batches/batches.ts'
import { listBatches } from '../batches/list-batches.ts'
import type { Reads } from '../db/account-turns.ts'
import { acceptedBatch, batch, batchResults, batchStates, batchSummary } from './batch-schemas.ts'
import { type CreateBatchDeps, createBatch } from './create-batch.ts'
import { route } from './route.ts'
import { cursor, describeId, describePage, exampleId, limit, usualListed, wait } from './shared-schemas.ts'

export type BatchDeps = CreateBatchDeps & { reads: Reads }

const maxResults = 1_000
const shared = { access: 'key', tag: 'batches' } as const
const reply = { 200: { description: 'The batch', schema: batch } }

const endpoint = text('/v2/usage', { description: 'Path of a lookup' })
const webhook = optional(
  text('https://receiver.example/hook', {
    format: 'uri',
    description: 'https address that receives a message when the batch ends',
  }),
)

export type BatchExample = { endpoint: string; inputs: Record<string, unknown>[] }

const postBatch = (example: BatchExample) =>
  route({
    ...shared,
    name: 'create_batch',
    method: 'POST',
    path: '/v2/batches',
    summary: 'Run a lookup over many inputs',
    description:
      'Holds the credits for all inputs, or refuses the whole batch. Each input becomes a job and is billed when it ends. NDJSON has one input per line, with `endpoint` and `webhook` in the query.',
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
        description: 'The batch is queued; its credits are held, not yet charged',
        schema: acceptedBatch,
        headers: { 'idempotent-replay': '`true` if this is the stored answer to an earlier request' },
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
    run: ({ caller, request }, deps: BatchDeps) => createBatch(deps, caller, request),
  })

const readBatch = route({
  ...shared,
  name: 'batch',
  path: '/v2/batches/{id}',
  summary: 'Read the progress of a batch',
  description: 'Items per state, and the credits charged so far. Free.',
  params: object({ id: describeId('batch'), wait }),
  replies: reply,
  refusals: ['not_found'],
  example: { params: { id: exampleId, wait: 30 } },
  run: async ({ caller, params }, { batches }: BatchDeps) => ({
    body: await batches.get(toReach(caller), params.id, (params.wait ?? 0) * 1000),
  }),
})

const readResults = route({
  ...shared,
  name: 'batch_results',
  path: '/v2/batches/{id}/results',
  summary: 'Read the results of a batch',
  description:
    'Items in the order of the inputs, by range. A page with large items can be short; continue at `next_from`, or at the header `x-next-from`.',
  params: object({
    id: describeId('batch'),
    format: optional(oneOf(['json', 'ndjson', 'csv'], { description: 'Output format.' })),
    from: optional(integer(0, { minimum: 0, maximum: maxResults, description: 'First item, from 0.' })),
    limit: optional(
      integer(100, { minimum: 1, maximum: maxResults, description: 'Maximum number of items.' }),
    ),
  }),
  replies: {
    200: {
      description: 'The items',
      schema: batchResults,
      headers: { 'x-next-from': '`from` of the next page; absent on the last page' },
      also: {
        'application/x-ndjson': '{"item":0,"status":"completed"}',
        'text/csv': 'item,status,status_code,error',
      },
    },
  },
  refusals: ['not_found'],
  example: { params: { id: exampleId, format: 'json', from: 0, limit: 100 } },
  async run({ caller, params }, { batches }: BatchDeps) {
    const { id, format = 'json', from = 0, limit: count = maxResults } = params
    const page = await batches.results(toReach(caller), id, { format, from, limit: count })
    const next = page.nextFrom === null ? {} : { 'x-next-from': String(page.nextFrom) }
    return { text: page.text, headers: { 'content-type': page.contentType, ...next } }
  },
})

const cancelBatch = route({
  ...shared,
  name: 'cancel_batch',
  method: 'DELETE',
  path: '/v2/batches/{id}',
  summary: 'Cancel the queued items of a batch',
  description: 'Releases the credits of those items; running items finish. 409 if all items have ended.',
  params: object({ id: describeId('batch') }),
  replies: reply,
  refusals: ['not_found', 'conflict'],
  example: { params: { id: exampleId } },
  run: async ({ caller, params }, { batches }: BatchDeps) => ({
    body: await batches.cancel(toReach(caller), params.id),
  }),
})

const ownBatches = route({
  ...shared,
  name: 'batches',
  path: '/v2/batches',
  summary: 'List the batches of your account',
  description: 'Newest first, without counts per state. A key with scopes sees its own batches only. Free.',
  params: object({
    state: optional(oneOf(batchStates, { description: 'Only batches in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: { description: 'The batches', schema: describePage('batches', batchSummary, 'BatchPage') },
  },
  example: { params: { limit: usualListed } },
  async run({ caller, params: { state, limit: count, cursor: after } }, { reads }: BatchDeps) {
    const query = {
      ...(state === undefined ? {} : { state }),
      ...(count === undefined ? {} : { limit: count }),
      ...(after === undefined ? {} : { cursor: after }),
    }
    return { body: await listBatches(reads(caller.accountId), toReach(caller), query) }
  },
})

/** `example` is a batch that works on this server. */
export const batchRoutes = (example: BatchExample) => [
  postBatch(example),
  ownBatches,
  readBatch,
  readResults,
  cancelBatch,
]
