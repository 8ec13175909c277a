// Schemas of watches and their history.
import { anything, integer, list, nullable, object, oneOf, optional, Type, text } from '@quarry/kit/schema'
import { watchEventTypes } from '../../calls/watches/watch-events.ts'
import { watchStates } from '../../calls/watches/watches.ts'
import { exampleId, moment, namedObject, uuid } from '../../platform/lib/schemas.ts'

const every = (options: Record<string, unknown> = {}) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], examples: [3600], ...options })

const params = (options: Record<string, unknown> = {}) =>
  object({}, { additionalProperties: true, ...options })

export const newWatch = namedObject('NewWatch', {
  endpoint: text('/v2/usage', 'Path of a lookup.'),
  params: params({
    description: 'Parameters of the lookup, including options such as `provider` and `require`.',
  }),
  every: every({
    description:
      'Interval in seconds, 300 to 2,592,000, or a cron expression with five fields in UTC whose runs are at least 300 seconds apart.',
  }),
  fields: optional(
    list(text('name'), {
      minItems: 1,
      maxItems: 100,
      description:
        'Fields to compare, named as in `require`; by default the whole record, or what `params.fields` leaves of it.',
    }),
  ),
  webhook: optional(
    text('https://receiver.example/hook', {
      minLength: 1,
      maxLength: 2048,
      format: 'uri',
      description: 'https address that receives changes and pauses.',
    }),
  ),
  until: optional(text('2099-12-31', 'Last time at which it runs.')),
})

export const watchChange = namedObject('WatchChange', {
  status: oneOf(['active', 'paused'], '`active` runs the watch, `paused` stops it.'),
})

export const watch = namedObject('Watch', {
  watch_id: uuid(),
  status: oneOf(watchStates),
  endpoint: text('/v2/usage'),
  params: params(),
  every: every(),
  fields: nullable(list(text('name'))),
  webhook: nullable(text('https://receiver.example/hook', { format: 'uri' })),
  until: nullable(moment()),
  created_at: moment(),
  next_at: nullable(moment()),
  last_run_at: nullable(moment()),
  last_job_id: nullable(uuid()),
  runs: integer(12, 'Jobs started for it.'),
  missed: integer(0, 'Runs that did not happen; the history lists them.'),
  changes: integer(1),
  without_record: integer(0, 'Consecutive runs without a record; the tenth pauses the watch.'),
  paused_reason: nullable(text('credits_exhausted', '`paused` if a caller paused it.')),
  paused_at: nullable(moment()),
  url: text(`/v2/watches/${exampleId}`, { format: 'uri-reference' }),
  history_url: text(`/v2/watches/${exampleId}/history`, { format: 'uri-reference' }),
})

export const watchEvent = namedObject('WatchEvent', {
  number: integer(1, 'Counted from 1 for each watch.'),
  type: oneOf(
    watchEventTypes,
    '`not_compared`: the run found a record but comparing it failed; the next run compares again.',
  ),
  at: moment(),
  job_id: nullable(uuid()),
  provider: nullable(text('sandbox', 'The provider of the new record.')),
  reason: nullable(
    text(
      'credits_exhausted',
      'Why the watch was paused, a run was missed or not compared, or a change has no patch: `not_kept`, `too_large`.',
    ),
  ),
  missed: nullable(integer(3, 'Number of missed runs.')),
  patch: nullable(
    list(
      object(
        { op: oneOf(['add', 'remove', 'replace', 'move', 'copy', 'test']), path: text('/name') },
        { additionalProperties: true },
      ),
      'JSON Patch (RFC 6902) from `before` to `after`. List items are matched by `id`, `uuid`, `url` or `link`.',
    ),
  ),
  before: anything('The previous record or named fields; null if it was not stored.'),
  after: anything('The new record or named fields; null if it was not stored.'),
})

const { patch: _, before: __, after: ___, ...eventHead } = watchEvent.properties

export const streamedWatchEvent = object(
  {
    watch_id: uuid(),
    account: text('acme'),
    ...eventHead,
    history_url: text(`/v2/watches/${exampleId}/history?from=1`, { format: 'uri-reference' }),
  },
  'The history of the watch has the patch and both records.',
)

export const watchHistory = namedObject('WatchHistory', {
  watch_id: uuid(),
  from: integer(1),
  next_from: nullable(integer(101, '`from` of the next page; null on the last page.')),
  events: list(watchEvent),
})
