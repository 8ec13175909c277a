// Other addresses of a provider's hosts: a mirror, a replica, an operator's own engine. Requests go there; readers see
// the provider's own address.

/** Own hostname → origin. */
export type HostOverrides = Readonly<Record<string, string>>

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
