// Watches as they are asked for and shown.

import {
  anything,
  integer,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  Type,
  text,
} from '@quarry/kit/schema'
import { watchStates } from '../watches/read-watches.ts'
import { watchEventTypes } from '../watches/record-event.ts'
import { exampleId, moment, uuid } from './shared-schemas.ts'

const every = (options: Record<string, unknown> = {}) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], examples: [3600], ...options })

const params = (options: Record<string, unknown> = {}) =>
  object({}, { additionalProperties: true, ...options })

export const newWatch = object(
  {
    endpoint: text('/v2/usage', { description: 'Path of a lookup.' }),
    params: params({ description: 'Parameters of the lookup; also `provider`, `require` and the like.' }),
    every: every({
      description:
        'Seconds from 300 to 2,592,000, or a cron line of five fields in UTC, never closer than 300 seconds.',
    }),
    fields: optional(
      list(text('name'), {
        minItems: 1,
        maxItems: 100,
        description: 'Fields, named as for `require`, that are looked at; by default the whole record.',
      }),
    ),
    webhook: optional(
      text('https://receiver.example/hook', {
        minLength: 1,
        maxLength: 2048,
        format: 'uri',
        description: 'https address that is told of changes and pauses.',
      }),
    ),
    until: optional(text('2099-12-31', { description: 'The last moment at which it runs.' })),
  },
  named('NewWatch'),
)

export const watchChange = object(
  { status: oneOf(['active', 'paused'], { description: 'Whether it runs.' }) },
  named('WatchChange'),
)

export const watch = object(
  {
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
    runs: integer(12, { description: 'Jobs that were taken on for it.' }),
    missed: integer(0, { description: 'Runs that did not happen, each of them in the history.' }),
    changes: integer(1),
    without_record: integer(0, { description: 'Runs in a row that ended without a record; ten pause it.' }),
    paused_reason: nullable(text('credits_exhausted', { description: '`paused` where a caller did it.' })),
    paused_at: nullable(moment()),
    url: text(`/v2/watches/${exampleId}`, { format: 'uri-reference' }),
    history_url: text(`/v2/watches/${exampleId}/history`, { format: 'uri-reference' }),
  },
  named('Watch'),
)

const watchEvent = object(
  {
    number: integer(1, { description: 'Counted from 1 for each watch.' }),
    type: oneOf(watchEventTypes, {
      description:
        '`not_compared`: the run had a record, and comparing it failed; the next run compares again.',
    }),
    at: moment(),
    job_id: nullable(uuid()),
    provider: nullable(text('sandbox', { description: 'Who gave the new record.' })),
    reason: nullable(
      text('credits_exhausted', {
        description:
          'Why it was paused, a run was missed or not compared, or a change has no patch: `not_kept`, `too_large`.',
      }),
    ),
    missed: nullable(integer(3, { description: 'How many runs were missed.' })),
    patch: nullable(
      list(
        object(
          { op: oneOf(['add', 'remove', 'replace', 'move', 'copy', 'test']), path: text('/name') },
          {
            additionalProperties: true,
          },
        ),
        {
          description:
            'Turns `before` into `after`: JSON Patch, RFC 6902. Items of lists are matched by `id`, `uuid`, `url` or `link`.',
        },
      ),
    ),
    before: anything({ description: 'The record, or the named fields, before; null where it is not kept.' }),
    after: anything({ description: 'The same afterwards.' }),
  },
  named('WatchEvent'),
)

export const watchHistory = object(
  {
    watch_id: uuid(),
    from: integer(1),
    next_from: nullable(integer(101, { description: 'Where to go on; null at the end.' })),
    events: list(watchEvent),
  },
  named('WatchHistory'),
)
