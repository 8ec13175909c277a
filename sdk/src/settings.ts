// What a client was made with, checked once: where the server is, who asks, and how long to wait for it.
import type { Budget } from './budget.ts'
import type { Prices } from './prices.ts'

export type QuarryOptions = {
  /** Of the account; not needed for what everyone or only the operator may ask. */
  key?: string
  /** Of the operator, for `/admin/…` and `/metrics`. */
  adminToken?: string
  /** Where the server is; by default where `npm start` puts it. */
  baseUrl?: string
  /** For a call with all its tries; by default two minutes. */
  timeoutMs?: number
  /** For one try; by default 45 seconds, which is more than the server takes. */
  tryTimeoutMs?: number
  /** How often a call is tried again after a failure that may pass; by default 4 times. */
  maxRetries?: number
  /** Used in place of the global one. */
  fetch?: typeof fetch
}

/** What every request of a client shares. */
export type Settings = {
  baseUrl: string
  key: string | null
  adminToken: string | null
  timeoutMs: number
  tryTimeoutMs: number
  maxRetries: number
  fetch: typeof fetch
  budget: Budget | null
  prices: Prices
}

const defaults = {
  baseUrl: 'http://127.0.0.1:8080',
  timeoutMs: 120_000,
  tryTimeoutMs: 45_000,
  maxRetries: 4,
}

export function readOptions(options: QuarryOptions): Omit<Settings, 'budget' | 'prices'> {
  const { baseUrl, timeoutMs, tryTimeoutMs, maxRetries } = { ...defaults, ...given(options) }
  return {
    baseUrl: readBaseUrl(baseUrl),
    key: readCredential('key', options.key),
    adminToken: readCredential('adminToken', options.adminToken),
    timeoutMs: atLeast('timeoutMs', timeoutMs, 1),
    tryTimeoutMs: atLeast('tryTimeoutMs', tryTimeoutMs, 1),
    maxRetries: atLeast('maxRetries', maxRetries, 0),
    // Looked up on each call, so that replacing the global fetch later works. Browsers require a call without `this`.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
  }
}

/** Without what was given as undefined, which is the same as not given. */
const given = (options: QuarryOptions): QuarryOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

function readBaseUrl(text: string): string {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new TypeError('baseUrl must be the http or https address of a Quarry server')
  return url.href.replace(/\/$/, '')
}

/** `URL.canParse` accepts some addresses on Node.js 20 that `new URL` refuses. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** A line break from the end of a file would make a header that cannot be sent, and say so with the secret in it. */
function readCredential(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError(`${name} must be visible ASCII characters`)
  return text
}

export function atLeast(name: string, value: number, least: number): number {
  if (!(value >= least)) throw new TypeError(`${name} must be a number of at least ${least}`)
  return value
}
