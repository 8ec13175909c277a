// What a provider reads (a page) and what it returns (an outcome).
import { Failure } from './errors.ts'

/**
 * One upstream response, decoded to text. Only 2xx, 404, 410 and those in `readsStatuses` reach a provider.
 *
 * @example
 * const url = 'https://www.lanterns.example/l/7'
 * const page: Page = { url, status: 200, contentType: 'text/html', body: '<h1>Amber</h1>' }
 */
export type Page = {
  url: string
  status: number
  contentType: string
  body: string
  /** The undecoded body of a UTF-8 page, one character per byte: faster to scan for ASCII. */
  octets?: string | undefined
  /** Which of the site's domains the page's host belongs to, where the site has several. */
  domain?: string
  /** Of an upstream API's answer, with names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** The page is final and came from the store: no request was made for it now. */
  isKept?: true
}

/**
 * Whether the server says that the subject of the page does not exist.
 *
 * @example
 * isMissing({ url: 'https://shop.example/', status: 410, contentType: '', body: '' }) // true
 */
export const isMissing = ({ status }: Page): boolean => status === 404 || status === 410

/**
 * The body of a POST: a JSON value, or form fields.
 *
 * @example
 * await get(url, { json: { number: 7 } })
 * await get(url, { form: { number: '7' } })
 */
export type Posted = { json?: unknown; form?: Readonly<Record<string, string>> }

/**
 * Options of a request with `get`. Without a body it is a GET request.
 *
 * @example
 * const stock = await get(url, { isOptional: true, readsStatuses: [400] })
 */
export type RequestOptions = Posted & {
  /** The record can do without this page: when little time is left, `get` fails with `upstream_paced` at once. */
  isOptional?: true
  /** Further statuses whose pages are returned rather than being failures: `[403]`. */
  readsStatuses?: readonly number[]
}

/**
 * A provider's only I/O: fetches a page from the provider's own hosts, with POST where there is a body.
 * Rejects with a Failure.
 *
 * @example
 * const get: Get = async (url) => ({ url, status: 200, contentType: 'application/json', body: '{"id": 7}' })
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

/**
 * The result of a lookup, by `kind`. Create it with `found`, `notFound` or `pageSource`.
 *
 * @example
 * const outcome: Outcome<{ id: string }> = found({ id: '7' }, { form: 'json' })
 */
export type Outcome<R> =
  | ({ kind: 'found'; record: R } & Reading)
  | { kind: 'page_source'; html: string }
  | { kind: 'not_found' }

/**
 * The record that was read.
 *
 * @example
 * return found({ id, colour }, { form: 'json-ld' })
 */
export const found = <R>(record: R, reading: Reading): Outcome<R> => ({ kind: 'found', record, ...reading })

/**
 * The page itself, for callers who want its HTML.
 *
 * @example
 * if (query.wantsSource) return pageSource(page.body)
 */
export const pageSource = (html: string): Outcome<never> => ({ kind: 'page_source', html })

/**
 * The subject does not exist. Some endpoints bill for it.
 *
 * @example
 * if (asText(answer.status) === 'unknown') return notFound
 */
export const notFound: Outcome<never> = { kind: 'not_found' }

/**
 * Throw it where a page lacks what all of its forms have: the site changed, or it is another page.
 *
 * @example
 * if (id === null) throw pageChanged('no lantern')
 */
export const pageChanged = (detail: string): Failure => new Failure('page_changed', detail)

/**
 * Throw it for a bot wall, a login wall or a captcha: it is reported, never worked around.
 *
 * @example
 * if (page.url.includes('/captcha')) throw pageBlocked('a captcha')
 */
export const pageBlocked = (detail: string): Failure => new Failure('upstream_blocked', detail)
