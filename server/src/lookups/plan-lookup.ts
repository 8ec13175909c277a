// Plans a lookup: parses its parameters and chooses the configured providers that accept its query, or the one that the
// caller named.
import type { Endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import type { WaitingCall } from '../fetching/fetch-waiters.ts'
import { Refusal } from '../platform/errors.ts'
import { type MissingFields, type RequireOptions, readRequired } from './reading/record-fields.ts'
import { type RecordView, readView, type ViewOptions } from './reading/record-view.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './sources/configure-endpoints.ts'

/** One lookup of one endpoint: the query, the providers that accept it, and their highest price. */
export type Lookup = {
  query: unknown
  /** The query as JSON: equal for equal lookups. */
  queryText: string
  providers: readonly ConfiguredProvider[]
  price: number
  /** Finds the required fields that a record lacks; null if none are required. */
  missingFields?: MissingFields | null
  /** How the response shows the record; null for the whole record as JSON. Equal lookups may have different views. */
  view?: RecordView | null
}

export type LookupRequest = Lookup & {
  endpoint: Endpoint
  caller: WaitingCall
  /** Id of the call or job, shown as an example in drift alarms. */
  requestId?: string
  /** Jobs share fetches with jobs only: they may wait longer than a caller, and end early when a worker stops. */
  isJob?: boolean
}

export type PlanOptions = RequireOptions & ViewOptions & { provider: string | null }

/**
 * Throws `invalidParameter` if the endpoint or every provider refuses the parameters, and `not_configured` if the endpoint
 * has no provider.
 */
export function planLookup(
  { endpoint, addresses, providers }: ConfiguredEndpoint,
  params: Record<string, unknown>,
  { provider: name, fields, format, ...requirements }: PlanOptions,
): Lookup {
  if (providers.length === 0) throw new Refusal('not_configured')
  const matching = name === null ? providers : providers.filter((provider) => provider.name === name)
  if (matching.length === 0)
    throw invalidParameter(
      'provider',
      `must be one of ${providers.map((provider) => provider.name).join(', ')}`,
    )
  const query = endpoint.parse(params as never, addresses)
  const findObstacle = ({ definition }: ConfiguredProvider) => definition.cannotAnswer?.(query) ?? null
  const candidates = matching.filter((one) => findObstacle(one) === null)
  const [first] = matching
  const why = candidates.length === 0 && first ? findObstacle(first) : null
  if (why) throw invalidParameter(why.parameter, why.problem)
  const missingFields = readRequired(endpoint.record, requirements)
  const view = readView(endpoint.record, { fields, format })
  if (params.return_page_source === true) refuseForPage({ ...requirements, fields, format })
  const price = Math.max(...candidates.map((candidate) => candidate.price))
  return { query, queryText: JSON.stringify(query), providers: candidates, price, missingFields, view }
}

/** A raw page has no fields and one format. */
function refuseForPage({ require, requireAny, fields, format }: Omit<PlanOptions, 'provider'>): void {
  const options = { require, require_any: requireAny, fields, format }
  for (const [name, value] of Object.entries(options))
    if (value !== null && value !== undefined)
      throw invalidParameter(name, 'cannot be combined with return_page_source')
}
