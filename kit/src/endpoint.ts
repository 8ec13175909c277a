// An endpoint: the parameters that callers send, the record that they get, and the providers that may answer.
import type { Addresses } from './addresses.ts'
import type { Provider } from './provider.ts'
import type { Static, TObject, TSchema } from './schema.ts'

/** The HTTP method of an endpoint, or of a request to a sandbox site. */
export type Method = 'GET' | 'POST'

/** What `endpoint` takes: how callers call it, what they get, what it costs and which providers may answer. */
export type Definition<P extends TObject, R extends TSchema, Q> = {
  method: Method
  /** A second method under which the same call is accepted. */
  alsoMethod?: Method
  path: `/v2/${string}`
  /** The price of a call; the configuration may set another. */
  credits: number
  /** Whether a 404 costs the full price. */
  notFound: 'billed' | 'free'
  /** Overrides the measured health of the endpoint. */
  pinnedStatus?: 'degraded'
  summary: string
  description: string
  /** Parameters of a call that works on the sandbox: shown in the API reference and called by the tests. */
  example: Static<P>
  /** Further calls that work on the sandbox, offered in the console. */
  moreExamples?: readonly Static<P>[]
  params: P
  /** Parameter names that callers use by mistake, each with the error message: refused instead of ignored. */
  misplaced?: Readonly<Record<string, string>>
  record: R
  /**
   * Checks what the schema cannot express and turns parameters into a query; throws `invalidParameter`. The query
   * is plain data and the cache key, so equal lookups must give equal queries. It depends on the parameters only,
   * not on the site or the date: parsed queries are cached.
   */
  parse: (params: Static<P>, addresses: Addresses<Q>) => Q
  /** The providers that may answer. The configuration decides which of them do, and in which order. */
  providers: readonly Provider<Q, Static<R>>[]
}

/** An endpoint without the types of its own parameters, query and record: what the server sees. */
export type Endpoint = Definition<TObject, TSchema, unknown>

/**
 * Declares an endpoint and checks its functions against the types of its parameters and record.
 *
 * @example
 * export const lantern = endpoint({
 *   method: 'GET',
 *   path: '/v2/lanterns/lantern',
 *   credits: 1,
 *   notFound: 'billed',
 *   summary: 'Lantern',
 *   description: 'One lantern, by its number.',
 *   example: { query: '7' },
 *   params: object({ query: text('7') }),
 *   record: object({ id: text('7'), colour: nullable(text('amber')) }),
 *   parse: ({ query }) => query,
 *   providers: [site],
 * })
 */
export function endpoint<const P extends TObject, const R extends TSchema, Q>(
  definition: Definition<P, R, Q>,
): Endpoint {
  return definition as unknown as Endpoint
}
