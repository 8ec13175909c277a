// The filters of the request log and its histogram, the same for accounts and for the operator. The log checks their
// bounds and formats.
import { integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import type { Reads } from '../db/account-slots.ts'
import type { CallsQuery } from '../log/list-calls.ts'
import { outcomes } from '../log/outcomes.ts'
import { exampleId, moment, outcomeCounts } from './shared-schemas.ts'

/** `reads` shares the read connections fairly between accounts and the operator. */
export type CallLogDeps = { reads: Reads }

export const rangeFilters = {
  from: optional(text('2026-01-01', { description: 'Start: a day (UTC) or a time with its time zone.' })),
  to: optional(text('2026-01-31', { description: 'End: a day, inclusive, or a time, exclusive.' })),
  endpoint: optional(text('/v2/usage', { description: 'Only calls of this path.' })),
  status: optional(integer(404, { description: 'Only calls recorded with this status.' })),
  outcome: optional(
    oneOf(outcomes, {
      description:
        'Only calls with this outcome: a record or job, no match (404), refused (4xx) or failed (5xx).',
    }),
  ),
  reason: optional(text('not_found', { description: 'Only calls that ended for this reason.' })),
  key: optional(text('main', { description: 'Only calls of this key, by alias or id.' })),
  provider: optional(text('site', { description: 'Only calls that this provider answered.' })),
  request_id: optional(text(exampleId, { description: 'Only this request.' })),
  text: optional(text('jazz', { description: 'Only calls whose parameters contain this text.' })),
}

export const callFilters = {
  ...rangeFilters,
  limit: optional(integer(50, { description: 'Maximum number of calls, 1 to 1000; by default 50.' })),
  cursor: optional(
    text('81', {
      description: '`next_cursor` of the previous page. A page can be short or empty and still have one.',
    }),
  ),
}

export const histogram = object(
  {
    from: moment(),
    to: moment(),
    step_seconds: integer(3600),
    counted_from: nullable(moment()),
    steps: list(object({ at: moment(), calls: integer(12), ...outcomeCounts })),
  },
  named('CallHistogram'),
)

export const histogramDescription =
  'Counts the calls that the list returns under the same filters, in at most 60 steps of equal length. Without `from` it starts at the first call, at most a year ago. Long ranges are counted in whole hours, ranges of several weeks in whole days if they start and end on one. With `reason`, `text` or `request_id` it reads the newest 50,000 calls of the range; `counted_from` is set if there were more.'

type SentFilters = Omit<CallsQuery, 'accountId' | 'keyId' | 'requestId'> & { request_id?: string }

export const toCallsQuery = ({ request_id: requestId, ...filters }: SentFilters): CallsQuery =>
  requestId === undefined ? filters : { ...filters, requestId }
