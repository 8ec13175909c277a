// Batches: create one from JSON or a file, follow it, read its results by range, cancel the items that are queued. The
// operator lists those of all accounts.
import { invalidParameter } from '@quarry/kit/errors'
import { anything, boolean, integer, list, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { findAccountId } from '../../accounts/account-store.ts'
import { toViewer, type Viewer } from '../../accounts/caller.ts'
import { maxBatchItems } from '../../calls/batches/batches.ts'
import { listBatches } from '../../calls/batches/read-batches.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { csvLine } from '../../platform/lib/csv.ts'
import { exampleId, moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import type { RouteReply } from '../../platform/route-data.ts'
import { type CreateBatchDeps, createBatch } from './create-batch.ts'
import { route } from './route.ts'
import {
  describedReplayHeaders,
  describeId,
  describeList,
  filterAccount,
  filterState,
  jobStates,
  pageParams,
  provenance,
  wait,
} from './shared-schemas.ts'

export type BatchDeps = CreateBatchDeps & { reads: Reads }

const maxResults = 1_000
const maxFileLines = 100_000
const shared = { access: 'key', tag: 'batches' } as const

const urls = {
  url: text(`/v2/batches/${exampleId}`, { format: 'uri-reference' }),
  results_url: text(`/v2/batches/${exampleId}/results`, { format: 'uri-reference' }),
}

const skipped = {
  skipped: optional(integer(2, 'Bad lines of the file, skipped by `on_error=skip`.')),
  skipped_lines: optional(
    list(object({ line: integer(7), error: text('query is required') }), 'The first 100 of them.'),
  ),
}

const batchStates = ['running', 'completed', 'cancelled'] as const

export const batch = namedObject('Batch', {
  batch_id: uuid(),
  status: oneOf(batchStates),
  endpoint: text('/v2/usage'),
  total: integer(100),
  queued: integer(10),
  running: integer(5),
  completed: integer(80),
  failed: integer(5),
  not_found: integer(3, 'Completed items whose record does not exist.'),
  credits: integer(80, 'Charged so far.'),
  created_at: moment(),
  finished_at: nullable(moment()),
  ...urls,
  ...skipped,
})

/** A batch in a list, which has no counts per state. */
export const batchSummary = namedObject('ListedBatch', {
  batch_id: uuid(),
  account: text('acme'),
  status: oneOf(batchStates),
  endpoint: text('/v2/usage'),
  total: integer(100),
  open: integer(15, 'Items that are queued or running.'),
  created_at: moment(),
  finished_at: nullable(moment()),
  ...urls,
})

const acceptedBatch = namedObject('AcceptedBatch', {
  batch_id: uuid(),
  status: oneOf(['running']),
  total: integer(2),
  ...urls,
  ...skipped,
})

export const batchItem = namedObject('BatchItem', {
  item: integer(0, 'Index of the input, from 0.'),
  job_id: uuid(),
  status: oneOf(jobStates),
  status_code: nullable(integer(200)),
  credits: integer(1),
  error: nullable(text('Not Found')),
  reason: nullable(text('not_found', 'Reason code of the failure.')),
  ...provenance,
  input: nullable(object({}, { additionalProperties: true, description: 'Null for a cancelled item.' })),
  result: anything('The record, or null.'),
})

const batchResults = namedObject('BatchResults', {
  batch_id: uuid(),
  total: integer(100),
  from: integer(0),
  next_from: nullable(integer(100, '`from` of the next page; null on the last page.')),
  items: list(batchItem),
})

const reply = { description: 'The batch', schema: batch }

const endpoint = text('/v2/usage', 'Path of a lookup')
const webhook = optional(
  text('https://receiver.example/hook', {
    format: 'uri',
    description: 'https address that receives a message when the batch ends',
  }),
)

const newBatch = {
  endpoint,
  inputs: list(object({}, { additionalProperties: true, description: 'Parameters of the lookup.' }), {
    minItems: 1,
    maxItems: maxBatchItems,
  }),
  webhook,
}

const onError = optional(
  oneOf(['fail', 'skip'], {
    description: 'How bad lines are handled: `fail` refuses the file, `skip` leaves them out and lists them',
    default: 'fail',
  }),
)

const toCsv = (inputs: readonly Record<string, unknown>[]): string =>
  [Object.keys(inputs[0] ?? {}), ...inputs.map((input) => Object.values(input))].map(csvLine).join('')

export type BatchExample = { endpoint: string; inputs: Record<string, unknown>[] }

const postBatch = (example: BatchExample) =>
  route({
    ...shared,
    name: 'create_batch',
    method: 'POST',
    path: '/v2/batches',
    summary: 'Run a lookup over many inputs',
    description:
      'Each input becomes a job and is billed when it ends. JSON has up to 1,000 inputs; their credits are held together, or the batch is refused. A file has up to 100,000 lines and 50 MB, as CSV with a header line, as NDJSON, or as the file of a form; `endpoint` is then in the query. The credits of a file are held in chunks, 1,000 lines at first; when they are exhausted, the remaining items fail with the reason `credits_exhausted`.',
    body: namedObject('NewBatch', newBatch, { additionalProperties: true }),
    files: {
      params: object({ endpoint, webhook, on_error: onError }),
      examples: {
        'application/x-ndjson': example.inputs.map((input) => JSON.stringify(input)).join('\n'),
        'text/csv': toCsv(example.inputs),
        'multipart/form-data': 'A CSV or NDJSON file.',
      },
    },
    readsBody: true,
    isIdempotent: true,
    replies: {
      202: {
        description: 'The batch is queued; its credits are held, not yet charged',
        schema: acceptedBatch,
        headers: describedReplayHeaders,
      },
    },
    refusals: ['quota_exceeded', 'credits_exhausted', 'open_invoices'],
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
  reply,
  example: { params: { wait: 30 } },
  respond: ({ caller, params }, { batches }: BatchDeps) =>
    batches.get(toViewer(caller), params.id, (params.wait ?? 0) * 1000),
})

const readResults = route({
  ...shared,
  name: 'batch_results',
  path: '/v2/batches/{id}/results',
  summary: 'Read the results of a batch',
  description:
    'Items in the order of the inputs, by range. A page with large items can be short; continue at `next_from`, or at the header `x-next-from`. With `all=true` and the format `csv` or `ndjson` you get all items as one streamed file.',
  params: object({
    id: describeId('batch'),
    format: optional(oneOf(['json', 'ndjson', 'csv'], 'Output format.')),
    from: optional(integer(0, { minimum: 0, maximum: maxFileLines, description: 'First item, from 0.' })),
    limit: optional(
      integer(100, { minimum: 1, maximum: maxResults, description: 'Maximum number of items.' }),
    ),
    all: optional(boolean(false, 'All items as one file, without `from` and `limit`.')),
  }),
  reply: {
    description: 'The items',
    schema: batchResults,
    headers: { 'x-next-from': '`from` of the next page; absent on the last page' },
    also: {
      'application/x-ndjson': '{"item":0,"status":"completed"}',
      'text/csv': 'item,status,status_code,error',
    },
  },
  example: { params: { format: 'json', from: 0, limit: 100 } },
  async run({ caller, params }, { batches }: BatchDeps) {
    const { id, format = 'json', from = 0, limit: count = maxResults, all = false } = params
    if (all) return sendFile(batches, toViewer(caller), params)
    const page = await batches.results(toViewer(caller), id, { format, from, limit: count })
    const next = page.nextFrom === null ? {} : { 'x-next-from': String(page.nextFrom) }
    return { text: page.text, headers: { 'content-type': page.contentType, ...next } }
  },
})

async function sendFile(
  batches: BatchDeps['batches'],
  viewer: Viewer,
  { id, format = 'json', from, limit: count }: { id: string; format?: string; from?: number; limit?: number },
): Promise<RouteReply> {
  if (format !== 'csv' && format !== 'ndjson')
    throw invalidParameter('all', 'needs format=csv or format=ndjson')
  if (from !== undefined || count !== undefined)
    throw invalidParameter('all', 'cannot be combined with from or limit')
  const { contentType, stream } = await batches.file(viewer, id, format)
  const name = `attachment; filename="batch-${id}.${format}"`
  return { stream, headers: { 'content-type': contentType, 'content-disposition': name } }
}

const cancelBatch = route({
  ...shared,
  name: 'cancel_batch',
  method: 'DELETE',
  path: '/v2/batches/{id}',
  summary: 'Cancel the queued items of a batch',
  description:
    'Releases the credits of those items, also of items that only wait for their site. Items that were sent finish. 409 if all items have ended.',
  params: object({ id: describeId('batch') }),
  reply,
  refusals: ['conflict'],
  respond: ({ caller, params }, { batches }: BatchDeps) => batches.cancel(toViewer(caller), params.id),
})

const ownBatches = route({
  ...shared,
  name: 'batches',
  path: '/v2/batches',
  summary: 'List the batches of your account',
  description: 'Newest first, without counts per state. A key with scopes sees its own batches only. Free.',
  params: object({ state: filterState(batchStates, 'batches'), ...pageParams }),
  ...describeList('batches', batchSummary, 'BatchPage'),
  respond: ({ caller, params }, { reads }: BatchDeps) =>
    listBatches(reads(caller.accountId), toViewer(caller), params),
})

/** `example` is a batch that works on this server. */
export const batchRoutes = (example: BatchExample) => [
  postBatch(example),
  ownBatches,
  readBatch,
  readResults,
  cancelBatch,
]

const allBatches = route({
  access: 'admin',
  name: 'all_batches',
  path: '/admin/batches',
  tag: 'batches',
  summary: 'List the batches of all accounts',
  description: 'Newest first.',
  params: object({ account: filterAccount, state: filterState(batchStates, 'batches'), ...pageParams }),
  ...describeList('batches', batchSummary, 'AdminBatchPage', { exampleCursor: '81' }),
  refusals: ['not_found'],
  async respond({ params: { account: slug, ...query } }, { reads }: BatchDeps) {
    const pool = reads('operator')
    const viewer = slug === undefined ? null : { accountId: await findAccountId(pool, slug), keyId: null }
    return listBatches(pool, viewer, query)
  },
})

export const allBatchRoutes = [allBatches]
