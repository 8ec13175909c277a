// Who may answer one lookup: the configured providers that can be asked what it asks, or the one that its caller named.
import { invalidParameter } from '../errors.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'

/** What is asked, of whom, and what it may cost at most. */
export type Asked = { query: unknown; providers: readonly ConfiguredProvider[]; price: number }

/** Reads the parameters of a lookup as far as its endpoint and its providers understand them; 400 otherwise. */
export function readAsked(
  { endpoint, addresses, providers }: ConfiguredEndpoint,
  params: unknown,
  name: string | null,
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
  return { query, providers: asked, price: Math.max(...asked.map(({ price }) => price)) }
}
