// What a provider reads (a page) and what it returns (an outcome).
import { Failure } from './errors.ts'

/**
 * One upstream response, decoded to text. Only 2xx, 404, 410 and those in `readsStatuses` reach a provider.
 */
export type Page = {
  url: string
  status: number
  contentType: string
  body: string
  /** The undecoded body of a UTF-8 page, one character per byte: faster to scan for ASCII. */
  octets?: string | undefined
  /** The site's domain to which the page's host belongs, if the site has several. */
  domain?: string
  /** The headers of an upstream API's response, with names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** The page is final and came from the store: no request was made for it now. */
  isKept?: true
}

/** Whether the server says that the subject of the page does not exist. */
export const isMissing = ({ status }: Page): boolean => status === 404 || status === 410

/** The body of a POST: a JSON value, or form fields. */
export type Posted = { json?: unknown; form?: Readonly<Record<string, string>> }

/** Options of a request with `get`. Without a body it is a GET request. */
export type RequestOptions = Posted & {
  /**
   * The record can do without this page: when little time is left, `get` fails with `upstream_paced` at once.
   */
  isOptional?: true
  /** Further statuses whose pages are returned instead of failing, such as `[403]`. */
  readsStatuses?: readonly number[]
}

/**
 * A provider's only I/O: fetches a page from the provider's own hosts, with POST if there is a body. Rejects with a
 * Failure.
 */
export type Get = (url: string, options?: RequestOptions) => Promise<Page>

/** How many items of a list the page shows, and how many of them were read. */
export type ListCount = { list: string; shown: number; read: number }

/** How a record was read. */
export type Reading = {
  /** A short, stable name for the form of the page: `next-data`, `json`, `dom`. */
  form: string
  lists?: readonly ListCount[]
  /** Where a person finds the subject. Defaults to the last page read, for a site's own pages. */
  source?: string
  /** The record is correct but incomplete. */
  isPartial?: true
  /** The day (`YYYY-MM-DD`) on which the recorded state was observed, such as a price on a shelf. */
  observedAt?: string
}

/** The result of a lookup, by `kind`. Create it with `found`, `notFound` or `pageSource`. */
export type Outcome<R> =
  | ({ kind: 'found'; record: R } & Reading)
  | { kind: 'page_source'; html: string }
  | { kind: 'not_found' }

/**
 * The outcome with the record that was read.
 *
 * @example
 * return found({ id, colour }, { form: 'json-ld' })
 */
export const found = <R>(record: R, reading: Reading): Outcome<R> => ({ kind: 'found', record, ...reading })

/** The page itself, for callers who want its HTML. */
export const pageSource = (html: string): Outcome<never> => ({ kind: 'page_source', html })

/** The subject does not exist. Some endpoints bill for it. */
export const notFound: Outcome<never> = { kind: 'not_found' }

/** Throw it if a page lacks data that every known form of it has: the site changed, or this is another page. */
export const pageChanged = (detail: string): Failure => new Failure('page_changed', detail)

/** Throw it for a bot wall, a login wall or a captcha: it is reported, never worked around. */
export const pageBlocked = (detail: string): Failure => new Failure('upstream_blocked', detail)
