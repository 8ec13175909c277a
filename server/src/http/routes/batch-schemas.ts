// Schemas of batches and their items.
import { anything, integer, list, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { exampleId, moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { jobStates, provenance } from './shared-schemas.ts'

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

export const batchStates = ['running', 'completed', 'cancelled'] as const

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

export const acceptedBatch = namedObject('AcceptedBatch', {
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

export const batchResults = namedObject('BatchResults', {
  batch_id: uuid(),
  total: integer(100),
  from: integer(0),
  next_from: nullable(integer(100, '`from` of the next page; null on the last page.')),
  items: list(batchItem),
})
