// What a source is made of, and nothing else: endpoints that turn a caller's parameters into pages and pages
// into records, and the pretend site that publishes such pages. All other folders work from these types.
import { Failure } from './errors.ts'
import type { Static, TObject, TSchema } from './lib/schema.ts'
import type { Site } from './site.ts'

/** One upstream response, already decoded to text. Only 2xx, 404 and 410 ever reach a source. */
export type Page = {
  url: string
  status: number
  contentType: string
  body: string
  /** The suffix of the site's template that the page's own host carries, where the template has one. */
  domain?: string
}

/** The one capability of a source: GET, or POST of a JSON body, on its own hosts only. */
export type Get = (url: string, options?: { json?: unknown }) => Promise<Page>

/** Of one list of a record: how many items the page shows, and how many of them could be read. */
export type ListCount = { list: string; shown: number; read: number }

/** How a record was read: a short stable name for the form of the page (`next-data`, `json`, `dom`), and its lists. */
export type Reading = { form: string; lists?: readonly ListCount[] }

export type Outcome<R> =
  | ({ kind: 'found'; record: R } & Partial<Reading>)
  | { kind: 'page_source'; html: string }
  | { kind: 'not_found' }

export const found = <R>(record: R, reading?: Reading): Outcome<R> => ({ kind: 'found', record, ...reading })
export const pageSource = (html: string): Outcome<never> => ({ kind: 'page_source', html })
export const notFound: Outcome<never> = { kind: 'not_found' }

/** The page does not have the data that every form of it should: the site changed, or it is another page. */
export const pageChanged = (detail: string): Failure => new Failure('page_changed', detail)

/** The page is a bot wall, a login wall or a captcha: reported, never worked around. */
export const pageBlocked = (detail: string): Failure => new Failure('upstream_blocked', detail)

export type Method = 'GET' | 'POST'

export type Definition<P extends TObject, R extends TSchema, I> = {
  method: Method
  /** A second method under which the same call is accepted. */
  alsoMethod?: Method
  path: `/v2/${string}`
  credits: number
  /** Whether a 404 costs the full price (spec 7, rule 2). */
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

export type SiteRequest = {
  method: Method
  /** The address on the pretend site, its real-looking host included. */
  url: URL
  /** The parsed JSON body of a POST. */
  json: unknown
  /** The site's today: pages are dated relative to it. */
  now: Date
}

export type SiteResponse = {
  status?: number
  contentType?: string
  headers?: Record<string, string>
  body: string
}

/** A pretend site: answers any request on its hosts, like the real kind of site does. */
export type SandboxSite = (request: SiteRequest) => SiteResponse

export type Source = {
  name: string
  title: string
  /** The site's address; `{domain}` stands for one of `domains`. The sandbox's by default. */
  site: string
  domains?: readonly string[]
  endpoints: readonly Endpoint[]
  sandbox: SandboxSite
}
