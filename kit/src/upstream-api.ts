// An outside interface as its operator describes it: whose it is, where it is reached, under which licence and how
// often it may be asked. What a source makes of its answers is the source's own.
import type { Page } from './outcome.ts'

/** How often an interface may be asked; each bound holds in any window of its length. */
export type Pace = {
  perSecond?: number
  perMinute?: number
  perDay?: number
  perMonth?: number
  /** At least so long from one request to the next, up to a minute; 0 is no bound. */
  secondsApart?: number
}

/** OAuth with client credentials: where tokens are had, and how the client says who it is. */
export type TokenSource = {
  /** On one of the interface's own hosts. */
  tokenUrl: string
  scope?: string
  /** In the fields of the form, or as `Authorization: Basic`. */
  clientIn: 'form' | 'basic'
}

/**
 * A key that the interface wants, where the operator gives it, and how it is sent. With `oauth` the key is
 * `<client id>:<client secret>`, and what is sent is a token that is had for it.
 */
export type Credentials = { env: string } & ({ header: string } | { query: string } | { oauth: TokenSource })

export type UpstreamApi = {
  /** As `x-provider`, the configuration and the log name it. */
  name: string
  title: string
  /** Its own hosts; the configuration may put another address of the same interface in the place of one. */
  hosts: readonly string[]
  /** Its hosts are names that only the configuration can give an address. */
  isSelfHosted?: true
  /** Sent as `x-provider-licence`: an SPDX name where there is one. */
  licence: string
  /** The line that whoever shows its data has to show with it. */
  credit: string
  homepage: string
  pace: Pace
  /** Requests under way at once. */
  concurrency?: number
  credentials?: Credentials
  /** Its operator wants to know who asks: the contact goes into the User-Agent. */
  needsContact?: true
  /** How long its answers may be kept, in whatever store; absent where its licence sets no bound. */
  keepSeconds?: number
  /**
   * The page without what is nobody's business, personal data above all: applied before any answer is stored. It runs
   * on the event loop and throws where it cannot tell what a page holds; such a page is not stored.
   */
  redact?: (page: Page) => Page
  /** Raised with every change of `redact`, so that what was kept before it is asked for again. */
  redactVersion?: number
  /** Whether a redacted answer to a GET is whole, sound and will never change: it is kept then, and asked for once. */
  isFinal?: (page: Page) => boolean
}
