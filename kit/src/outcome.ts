// What a page is to a source, and what can come of reading one.
import { Failure } from './errors.ts'

/** One upstream response, already decoded to text. Only 2xx, 404 and 410 ever reach a source. */
export type Page = {
  url: string
  status: number
  contentType: string
  body: string
  /** The same before it was decoded, one character a byte, where it is UTF-8: to look for what is ASCII. */
  octets?: string | undefined
  /** The suffix of the site's template that the page's own host carries, where the template has one. */
  domain?: string
  /** Of an interface's answer, with names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** It was read before and is final: nothing was asked for it now. */
  isKept?: true
}

/** What is posted: a JSON value, or the fields of a form. */
export type Posted = { json?: unknown; form?: Readonly<Record<string, string>> }

export type Asking = Posted & {
  /** The answer can do without it: late in the call's time it is not asked for, and `upstream_paced` thrown at once. */
  isOptional?: true
}

/** The one capability of a provider: GET, or POST of a body, on its own hosts only. */
export type Get = (url: string, asking?: Asking) => Promise<Page>

/** Of one list of a record: how many items the page shows, and how many of them could be read. */
export type ListCount = { list: string; shown: number; read: number }

/** How a record was read: a short stable name for the form of the page (`next-data`, `json`, `dom`), and its lists. */
export type Reading = {
  form: string
  lists?: readonly ListCount[]
  /** The address under which a person finds the subject; of a site's own pages the last one read, where absent. */
  source?: string
  /** The answer is true and not all that there is. */
  isPartial?: true
  /** The day (`YYYY-MM-DD`) on which somebody saw what the record tells as of now: a price on a shelf. */
  observedAt?: string
}

export type Outcome<R> =
  | ({ kind: 'found'; record: R } & Reading)
  | { kind: 'page_source'; html: string }
  | { kind: 'not_found' }

export const found = <R>(record: R, reading: Reading): Outcome<R> => ({ kind: 'found', record, ...reading })
export const pageSource = (html: string): Outcome<never> => ({ kind: 'page_source', html })
export const notFound: Outcome<never> = { kind: 'not_found' }

/** The page does not have the data that every form of it should: the site changed, or it is another page. */
export const pageChanged = (detail: string): Failure => new Failure('page_changed', detail)

/** The page is a bot wall, a login wall or a captcha: reported, never worked around. */
export const pageBlocked = (detail: string): Failure => new Failure('upstream_blocked', detail)
