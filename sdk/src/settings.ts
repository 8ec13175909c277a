// The settings of a client: address, credentials, timeouts and retries, checked when it is created.
import type { Budget, Prices } from './budget.ts'

export type QuarryOptions = {
  /** API key of the account; by default the environment variable QUARRY_KEY. Public routes need none. */
  key?: string
  /** Token of the operator, for `/admin/…` and `/metrics`; by default the environment variable QUARRY_ADMIN_TOKEN. */
  adminToken?: string
  /** Address of the server; by default the environment variable QUARRY_URL, else the address of `npm start`. */
  baseUrl?: string
  /** Timeout of a call including its retries; two minutes by default. */
  timeoutMs?: number
  /** Timeout of one try; 45 seconds by default, longer than the server needs. */
  tryTimeoutMs?: number
  /** Maximum number of retries after temporary failures; 4 by default. */
  maxRetries?: number
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch
}

/** The checked settings of a client. */
export type Settings = {
  baseUrl: string
  key: string | null
  adminToken: string | null
  timeoutMs: number
  tryTimeoutMs: number
  maxRetries: number
  fetch: typeof fetch
  /** A custom `fetch` may add credentials, such as a cookie. */
  hasOwnFetch: boolean
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
  const { baseUrl, timeoutMs, tryTimeoutMs, maxRetries } = {
    ...defaults,
    ...withoutUndefined({ baseUrl: readEnvironment('QUARRY_URL') }),
    ...withoutUndefined(options),
  }
  return {
    baseUrl: readBaseUrl(baseUrl),
    key: readCredential('key', options.key ?? readEnvironment('QUARRY_KEY')),
    adminToken: readCredential('adminToken', options.adminToken ?? readEnvironment('QUARRY_ADMIN_TOKEN')),
    timeoutMs: atLeast('timeoutMs', timeoutMs, 1),
    tryTimeoutMs: atLeast('tryTimeoutMs', tryTimeoutMs, 1),
    maxRetries: atLeast('maxRetries', maxRetries, 0),
    // Looked up on each call, so that replacing the global fetch later works. Browsers require a call without `this`.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    hasOwnFetch: options.fetch !== undefined,
  }
}

/** An environment variable; undefined if it is empty or there are none, as in browsers. */
function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}

/** The options without undefined values, which count as absent. */
const withoutUndefined = (
  options: { [K in keyof QuarryOptions]?: QuarryOptions[K] | undefined },
): QuarryOptions => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

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

/** A line break from the end of a file would make the header invalid, and the error would contain the secret. */
function readCredential(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError(`${name} must be visible ASCII characters`)
  return text
}

export function atLeast(name: string, value: number, least: number): number {
  if (!(value >= least)) throw new TypeError(`${name} must be a number of at least ${least}`)
  return value
}
