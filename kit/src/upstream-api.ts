// A third-party API that providers call: its hosts, licence, rate limit and credentials. Each source builds its own
// records from the API's responses.
import type { Page } from './outcome.ts'

/** Rate limits; each applies to every window of its length. */
export type RateLimit = {
  perSecond?: number
  perMinute?: number
  perDay?: number
  perMonth?: number
  /** The shortest time between two requests, at most 60; 0 is no limit. */
  secondsApart?: number
}

/** OAuth client credentials: where to get a token, and how the client authenticates there. */
export type TokenSource = {
  /** On one of the API's own hosts. */
  tokenUrl: string
  scope?: string
  /** As form fields, or as `Authorization: Basic`. */
  clientIn: 'form' | 'basic'
}

/**
 * The key of the API: the environment variable that holds it, and how it is sent. With `basic` it is the user name
 * of `Authorization: Basic`, without a password. With `oauth` the key is `<client id>:<client secret>`, and the
 * token that it obtains is sent.
 */
export type Credentials = { env: string } & (
  | { header: string }
  | { query: string }
  | { basic: 'user' }
  | { oauth: TokenSource }
)

/** A third-party API as its operator describes it. Declare it with `upstreamApi`. */
export type UpstreamApi = {
  /** The name in `x-provider`, the configuration and the log. */
  name: string
  title: string
  /** Its own hosts; the configuration may replace one by another address of the same API. */
  hosts: readonly string[]
  /** Its hosts are placeholders: the configuration has to give their addresses. */
  isSelfHosted?: true
  /** Sent as `x-provider-licence`: an SPDX identifier if there is one. */
  licence: string
  /** Where the API itself states the licence, for `quarry probe`: data sets change theirs. */
  statedLicence?: { url: string; read: (page: Page) => string | null }
  /** The attribution that its data has to be shown with. */
  credit: string
  homepage: string
  rateLimit: RateLimit
  /** The most requests in flight. */
  concurrency?: number
  /** Statuses that mean "too many requests"; 429 alone by default. */
  limitStatuses?: readonly number[]
  /**
   * How long the API is paused after such a status without `Retry-After`, in seconds; 60 by default. With the header,
   * its value counts.
   */
  restSeconds?: number
  credentials?: Credentials
  /** Sent with every request, with names in lower case. */
  headers?: Readonly<Record<string, string>>
  /**
   * Its operator requires contact details: they are added to the User-Agent. With `mail` a URL is not enough.
   */
  needsContact?: true | 'mail'
  /** How long its responses may be stored anywhere; absent if its licence sets no limit. */
  retentionSeconds?: number
  /**
   * Removes what must not be stored, personal data above all, before a response is stored anywhere. Runs on the event
   * loop. Throws if it does not understand the page; such a page is not stored.
   */
  redact?: (page: Page) => Page
  /** Increased with every change of `redact`, so that responses stored before it are fetched again. */
  redactVersion?: number
  /**
   * Whether a redacted response to a GET is complete and will never change: it is then stored and fetched only once.
   */
  isFinal?: (page: Page) => boolean
}

/**
 * Declares a third-party API that providers call.
 *
 * @example
 * export const lanternArchive = upstreamApi({
 *   name: 'lantern-archive',
 *   title: 'Lantern Archive',
 *   hosts: ['api.lantern-archive.example'],
 *   licence: 'CC-BY-4.0',
 *   credit: 'Lantern Archive contributors',
 *   homepage: 'https://lantern-archive.example',
 *   rateLimit: { perSecond: 1 },
 *   credentials: { env: 'LANTERN_ARCHIVE_KEY', header: 'x-api-key' },
 * })
 */
export const upstreamApi = (api: UpstreamApi): UpstreamApi => api
