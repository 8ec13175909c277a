// What an endpoint is made of, and nothing else: it turns a caller's parameters into pages and pages into records.
import type { Static, TObject, TSchema } from '../lib/schema.ts'
import type { Get, Outcome, Page } from './outcome.ts'
import type { Site } from './site.ts'

export type Method = 'GET' | 'POST'

export type Definition<P extends TObject, R extends TSchema, I> = {
  method: Method
  /** A second method under which the same call is accepted. */
  alsoMethod?: Method
  path: `/v2/${string}`
  credits: number
  /** Whether a 404 costs the full price (interface 7.2). */
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
  /** Checks what a schema cannot say and turns parameters into the input of `run`; throws invalidParameter. */
  parse: (params: Static<P>, site: Site) => I
  /** Parameters as they would have been for a page saved from this address; by default `{query: url}`. */
  paramsFromUrl?: (url: string) => Static<P>
  /** Fetches and reads. Pure but for `get`: it may be run again over the same pages. */
  run: (input: I, get: Get) => Promise<Outcome<Static<R>>>
  /** Reads one page, without I/O. Throws pageChanged or pageBlocked. */
  extract: (page: Page, input: I) => Outcome<Static<R>>
}

/** An endpoint whose parameter types no longer matter: what every other folder sees. */
export type Endpoint = Definition<TObject, TSchema, unknown>

/** Declares an endpoint, with the types of its parameters and record checked against its functions. */
export function endpoint<const P extends TObject, const R extends TSchema, I>(
  definition: Definition<P, R, I>,
): Endpoint {
  return definition as unknown as Endpoint
}
