// How a provider is reached. A provider that reads several upstream APIs has one access for each: rate limit, key and
// addresses are those of the API whose host is called.
import { isUrl } from '@quarry/kit/is-url'
import type { RateLimit } from '@quarry/kit/upstream-api'
import type { Signature } from './send.ts'

/**
 * Other addresses of hosts, own hostname → origin: a mirror, a replica, an operator's own engine. Requests go there;
 * readers see the provider's own address.
 */
type HostOverrides = Readonly<Record<string, string>>

/** Derived from the configuration. */
export type SourceAccess = {
  source: string
  provider: string
  /** The provider's own hostnames, or patterns of them; no other host is reached, on any redirect. */
  hosts: readonly string[]
  hostOverrides?: HostOverrides
  /** The operator's contact, sent to providers that require one. */
  contact?: string | null
  /** The provider's key, sent with each request. */
  credentials?: Signature | null
  rateLimit?: RateLimit
  /** The statuses with which an upstream API says that it is called too often, and the pause after one of them. */
  pause?: { statuses: readonly number[]; seconds: number }
  /** If set, every host is reached over this Unix socket, in plain HTTP. */
  sandboxSocket: string | null
  /** The operator's exception for these hosts: private addresses, http: and other ports. */
  allowPrivate: boolean
  /** Slots per host. */
  concurrency: number
  /** The most requests to one host in a second, for sites of third parties. */
  perHostPerSecond?: number
  robots: boolean
  proxy: string | null
  /** Extra headers from the configuration, never the caller's. */
  headers: Readonly<Record<string, string>>
  /** Access to the other upstream APIs of the provider. */
  also?: readonly SourceAccess[]
}

/** The access whose hosts include the address. If there is none, the first, which refuses the address. */
export function findAccess(access: SourceAccess, url: string): SourceAccess {
  const { also = [] } = access
  if (also.length === 0 || !isUrl(url)) return access
  const { hostname } = new URL(url)
  return [access, ...also].find(({ hosts }) => hosts.includes(hostname)) ?? access
}

/** The address that is fetched. */
export function toFetchUrl(url: URL, overrides: HostOverrides): URL {
  const origin = overrides[url.hostname]
  return origin === undefined ? url : new URL(`${origin}${url.pathname}${url.search}`)
}

/** The provider's own address; `lastHost` is the own host of the request before a redirect. */
export function toPublicUrl(url: URL, overrides: HostOverrides, lastHost: string): URL {
  const isAt = (host: string) => overrides[host] === url.origin
  const host = isAt(lastHost) ? lastHost : Object.keys(overrides).find(isAt)
  return host === undefined ? url : new URL(`https://${host}${url.pathname}${url.search}`)
}
