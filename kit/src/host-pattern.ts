// Patterns of host names, as providers declare them and operators configure them.

/**
 * Whether a host name fits a pattern: the same name, `*.shop.example` for that host and its subdomains, or `*` for any
 * name with at least two labels. `*` never fits an IP address or a name of the local network such as `localhost`.
 *
 * @example
 * fitsHost('*.news.example', 'www.news.example') // true
 */
export function fitsHost(pattern: string, hostname: string): boolean {
  if (pattern === '*') return publicName.test(hostname)
  if (!pattern.startsWith('*.')) return hostname === pattern
  return hostname === pattern.slice(2) || hostname.endsWith(pattern.slice(1))
}

const publicName = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
