// Headers of answers in the API reference: each described once, and referred to.
import type { Access } from '../route-data.ts'
import type { Json } from './docs-document.ts'

const header = (description: string, type: string): Json => ({ description, schema: { type } })

export const headers: Record<string, Json> = {
  'x-request-id': header('Id of the request, for questions about it', 'string'),
  'x-credits-used': header('Credits this call cost', 'integer'),
  'x-credits-remaining': header('Credits left afterwards', 'integer'),
  'x-source-status': header('operational or degraded', 'string'),
  'x-provider': header('Who answered: `sandbox`, `site`, or the name of an open provider', 'string'),
  'x-provider-licence': header('Under which licence its data is, where it says so', 'string'),
  'x-provider-source': header('The address under which a person finds the subject', 'string'),
  'x-record-fields': header('How many of its fields the record fills, as `31/43`', 'string'),
  'x-record-form': header('The form of the page that was read', 'string'),
  'x-record-partial': header('`true` where the answer is not all that there is', 'string'),
  'x-record-observed': header(
    'The day on which somebody saw what the record tells, where it is not as of now',
    'string',
  ),
  'idempotent-replay': header('`true` where the answer was given before, under the same key', 'string'),
  'x-credits-original': header(
    'On a replay, and where the first answer is no longer stored: what the first answer cost',
    'integer',
  ),
  age: header('Age of a cached record in seconds', 'integer'),
  ratelimit: header('Rate limit state, where the account has one', 'string'),
  'ratelimit-policy': header('Rate limit policy, where the account has one', 'string'),
}

const ofFree = ['x-request-id', 'x-credits-used', 'ratelimit', 'ratelimit-policy']

/** Those that every answer of a route has, and those that it names itself. */
export function describeHeaders(
  access: Access,
  isLookup: boolean,
  own: Readonly<Record<string, string>> = {},
): Json {
  const shared = isLookup ? Object.keys(headers) : access === 'key' ? ofFree : []
  const all = {
    ...Object.fromEntries(shared.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...Object.fromEntries(Object.entries(own).map(([name, text]) => [name, header(text, 'string')])),
  }
  return Object.keys(all).length > 0 ? { headers: all } : {}
}
