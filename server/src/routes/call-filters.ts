// The filters of the request log and its histogram, the same for an account and for the operator.
import { integer, list, named, nullable, object, optional, text } from '@quarry/kit/schema'
import type { CallsQuery } from '../log/list-calls.ts'
import { exampleId, moment } from './shared-schemas.ts'

// Bounds and forms are told by what reads the log.
export const rangeFilters = {
  from: optional(
    text('2026-01-01', { description: 'From then on: a day (UTC), or a moment with its zone.' }),
  ),
  to: optional(text('2026-01-31', { description: 'Before that moment; a day is included.' })),
  endpoint: optional(text('/v2/usage', { description: 'Only calls of this path.' })),
  status: optional(integer(404, { description: 'Only calls recorded with this status.' })),
  reason: optional(text('not_found', { description: 'Only calls that ended for this reason.' })),
  key: optional(text('main', { description: 'Only calls of this key, by alias or id.' })),
  provider: optional(text('site', { description: 'Only calls that this provider answered.' })),
  request_id: optional(text(exampleId, { description: 'Only this request.' })),
  text: optional(text('jazz', { description: 'Only calls with this in their parameters.' })),
}

export const callFilters = {
  ...rangeFilters,
  limit: optional(integer(50, { description: 'How many at most, 1 to 1000; by default 50.' })),
  cursor: optional(
    text('81', {
      description: 'The `next_cursor` of the page before; a page may be short, or empty, and still have one.',
    }),
  ),
}

export const histogram = object(
  {
    from: moment(),
    to: moment(),
    step_seconds: integer(3600),
    counted_from: nullable(moment()),
    steps: list(object({ at: moment(), calls: integer(12), errors: integer(1) })),
  },
  named('CallHistogram'),
)

export const histogramWords =
  'All calls that the list would have under the same filters, in at most 60 steps of one length; without `from` since the first of them, a year at most. A long range is counted in whole hours, and one of weeks in whole days where it begins and ends with one. With `reason`, `text` or `request_id` the newest 50,000 calls of the range are looked at; `counted_from` tells where that was not all.'

type Given = { [Name in keyof typeof callFilters]?: string | number | undefined }

/** What was asked for, and nothing that was not. */
export function readCallFilters({ request_id: requestId, ...others }: Given): CallsQuery {
  const named = Object.entries({ ...others, requestId }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named) as CallsQuery
}
