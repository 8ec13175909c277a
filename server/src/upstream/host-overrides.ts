// Other addresses of a provider's own hosts: a mirror, a replica, an operator's own engine. Requests go there, and what
// comes back is told as if it came from the host itself, so that readers know one address.

/** Own hostname → origin. */
export type HostOverrides = Readonly<Record<string, string>>

/** Where an address of the provider is really fetched. */
export function toFetchUrl(url: URL, places: HostOverrides): URL {
  const origin = places[url.hostname]
  return origin === undefined ? url : new URL(`${origin}${url.pathname}${url.search}`)
}

/** The address as the provider itself would tell it; `before` is the own host that was asked last. */
export function toPublicUrl(url: URL, places: HostOverrides, before: string): URL {
  const isAt = (host: string) => places[host] === url.origin
  const host = isAt(before) ? before : Object.keys(places).find(isAt)
  return host === undefined ? url : new URL(`https://${host}${url.pathname}${url.search}`)
}
