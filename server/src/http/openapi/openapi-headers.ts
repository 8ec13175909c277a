// Response headers in the API reference, each described once and referred to.
import { mapValues } from '../../platform/lib/map-values.ts'
import type { Access } from '../../platform/route-data.ts'
import type { Json } from '../docs/docs-document.ts'

export const header = (description: string, type: string): Json => ({ description, schema: { type } })

export const headers: Record<string, Json> = {
  'x-request-id': header('Id of the request; quote it when you report a problem', 'string'),
  'x-credits-used': header('Credits charged for this call', 'integer'),
  'x-credits-remaining': header('Credits left after this call', 'integer'),
  'x-source-status': header('operational, degraded or not_configured', 'string'),
  'x-provider': header(
    'The provider that answered: `sandbox`, `site`, or the name of an upstream API',
    'string',
  ),
  'x-provider-licence': header('Licence of the data, if the provider states one', 'string'),
  'x-provider-source': header('Public page about the subject', 'string'),
  'x-record-fields': header('Filled fields of the record out of all its fields, such as `31/43`', 'string'),
  'x-record-form': header('The form of the page that was read', 'string'),
  'x-record-partial': header('`true` if the record is incomplete', 'string'),
  'x-record-observed': header('Day on which the data was observed, if it is not current', 'string'),
  'idempotent-replay': header('`true` if this is the stored answer to an earlier request', 'string'),
  'x-credits-original': header(
    'Credits charged for the first answer; sent with a replay, or if that answer is no longer stored',
    'integer',
  ),
  age: header('Age of a cached record in seconds', 'integer'),
  ratelimit: header('Rate limit state, if the account has a limit', 'string'),
  'ratelimit-policy': header('Rate limit policy, if the account has a limit', 'string'),
}

const freeHeaders = ['x-request-id', 'x-credits-used', 'ratelimit', 'ratelimit-policy']

/** The headers of all routes with this access, and those of the route itself. */
export function describeHeaders(
  access: Access,
  isLookup: boolean,
  own: Readonly<Record<string, string>> = {},
): Json {
  const shared = isLookup ? Object.keys(headers) : access === 'key' ? freeHeaders : []
  const all = {
    ...Object.fromEntries(shared.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...mapValues(own, (text) => header(text, 'string')),
  }
  return Object.keys(all).length > 0 ? { headers: all } : {}
}
