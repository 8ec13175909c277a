// The filters of the request log, the same for an account and for the operator.
import { integer, optional, text } from '../lib/schema.ts'
import type { CallsQuery } from '../log/list-calls.ts'
import { exampleId } from './shared-schemas.ts'

// Bounds and forms are told by what reads the log.
export const callFilters = {
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
  limit: optional(integer(50, { description: 'How many at most, 1 to 1000; by default 50.' })),
  cursor: optional(
    text('81', {
      description: 'The `next_cursor` of the page before; a page may be short, or empty, and still have one.',
    }),
  ),
}

type Given = { [Name in keyof typeof callFilters]?: string | number | undefined }

/** What was asked for, and nothing that was not. */
export function readCallFilters({ request_id: requestId, ...others }: Given): CallsQuery {
  const named = Object.entries({ ...others, requestId }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named) as CallsQuery
}
