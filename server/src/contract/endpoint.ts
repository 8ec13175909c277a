// What an endpoint is made of, and nothing else: what is asked, what is answered, and who may answer.
import type { Static, TObject, TSchema } from '../lib/schema.ts'
import type { Addresses } from './addresses.ts'
import type { Provider } from './provider.ts'

export type Method = 'GET' | 'POST'

export type Definition<P extends TObject, R extends TSchema, Q> = {
  method: Method
  /** A second method under which the same call is accepted. */
  alsoMethod?: Method
  path: `/v2/${string}`
  credits: number
  /** Whether a 404 costs the full price (api-rules 7.2). */
  notFound: 'billed' | 'free'
  /** The label the endpoint ships with; measured health takes over unless it is pinned. */
  pinnedStatus?: 'degraded'
  summary: string
  description: string
  /** Parameters that make a working call on the sandbox; shown in the API reference and tried by the tests. */
  example: Static<P>
  params: P
  /** Names that callers give beside the parameters by mistake, each with what is wrong: refused, never ignored. */
  misplaced?: Readonly<Record<string, string>>
  record: R
  /**
   * Checks what a schema cannot say and turns parameters into a query; throws invalidParameter. A query is plain data,
   * one for equal lookups, and knows no site: it is the key of what is kept. It follows from the parameters alone, not
   * from the day: what was asked once is not read again.
   */
  parse: (params: Static<P>, addresses: Addresses<Q>) => Q
  /** Who may answer; which of them do, and in which order, is for the configuration to say. */
  providers: readonly Provider<Q, Static<R>>[]
}

/** An endpoint whose parameter types no longer matter: what every other folder sees. */
export type Endpoint = Definition<TObject, TSchema, unknown>

/** Declares an endpoint, with the types of its parameters and record checked against its functions. */
export function endpoint<const P extends TObject, const R extends TSchema, Q>(
  definition: Definition<P, R, Q>,
): Endpoint {
  return definition as unknown as Endpoint
}
