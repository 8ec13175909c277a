// Who may answer one lookup: the configured providers that can be asked what it asks, or the one that its caller named.
import { invalidParameter } from '@quarry/kit/errors'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'
import { type LackOf, type RequireOptions, readRequired } from './required-fields.ts'

/** What is asked, of whom, what it may cost at most, and what is required of the record. */
export type Asked = {
  query: unknown
  /** Plain data in one order of keys: equal lookups have equal texts. */
  queryText: string
  providers: readonly ConfiguredProvider[]
  price: number
  lackOf?: LackOf | null
}

export type AskedOptions = RequireOptions & { provider: string | null }

/** Reads the parameters of a lookup as far as its endpoint and its providers understand them; 400 otherwise. */
export function readAsked(
  { endpoint, addresses, providers }: ConfiguredEndpoint,
  params: Record<string, unknown>,
  { provider: name, ...required }: AskedOptions,
): Asked {
  const named = name === null ? providers : providers.filter((one) => one.name === name)
  if (named.length === 0)
    throw invalidParameter('provider', `must be one of ${providers.map((one) => one.name).join(', ')}`)
  const query = endpoint.parse(params as never, addresses)
  const obstacle = ({ provider }: ConfiguredProvider) => provider.cannotAnswer?.(query) ?? null
  const asked = named.filter((one) => obstacle(one) === null)
  const [first] = named
  const why = asked.length === 0 && first ? obstacle(first) : null
  if (why) throw invalidParameter(why.parameter, why.problem)
  const lackOf = readRequired(endpoint.record, required)
  if (lackOf && params.return_page_source === true)
    throw invalidParameter(
      required.require === null ? 'require_any' : 'require',
      'asks for fields, and return_page_source for none',
    )
  const price = Math.max(...asked.map((one) => one.price))
  return { query, queryText: JSON.stringify(query), providers: asked, price, lackOf }
}
