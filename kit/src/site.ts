// The address of a site: builds URLs on it and parses the URLs that callers send, so that no source parses them itself.
// Nothing here fetches.
import { invalidParameter } from './errors.ts'
import { isUrl } from './is-url.ts'

/** An address of a provider, and the domain suffix of its host, or null if the site has no suffixes. */
export type SiteUrl = { url: URL; domain: string | null }

/** The address of a site. `page` and `find` of a provider get it; in tests, create it with `siteAt`. */
export type Site = {
  /**
   * As the configuration gives it, e.g. `https://{domain}.shop.example`, or several with spaces between them.
   */
  template: string
  /** Host names; patterns such as `*.news.example` if the operator chose the hosts. */
  hosts: readonly string[]
  domains: readonly string[]
  /** An address on the site; `domain` is needed if the site's template has `{domain}`. */
  url: (path: string, domain?: string) => URL
  /** The domain suffix of an address of this site; null without a suffix, and for another host. */
  findDomain: (url: string) => string | null
  /** A caller's address, rebuilt on the site's own host; null for another site. */
  rebuild: (url: URL) => SiteUrl | null
}

const controlOrSpace = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/
// Dot segments, also escaped or before `;`, because the URL parser or the server would resolve them. No endpoint has
// such addresses.
const dotSegment = /(?:^|\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|$)/i
const schemes = /^(?:https?|wss?|ftps?|file|gopher|data|javascript|blob|about|mailto|ldap|dict|jar):/i

/** Whether a text that may be a keyword is an address with a scheme. */
export const looksLikeUrl = (text: string): boolean =>
  schemes.test(text.trim()) || /^[a-z][a-z0-9+.-]*:[\\/]/i.test(text.trim()) || /^[\\/]{2}/.test(text.trim())

const separator = /[/\\?#]/
const dots = /[.\u3002\uff0e\uff61]/

/**
 * Whether a text is an address, with or without a scheme. Without one it is a host with a path, a query or a port:
 * a bare `shop.example` is a keyword.
 */
export function looksLikeAddress(text: string): boolean {
  const address = text.trim()
  if (looksLikeUrl(address)) return true
  if (/\s/.test(address)) return false
  const end = address.search(separator)
  const authority = end === -1 ? address : address.slice(0, end)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const bare = host.replace(/:\d{1,5}$/, '')
  const hasRest = end !== -1 && (/[/\\]/.test(address.charAt(end)) || end + 1 < address.length)
  return (hasRest || bare !== host) && isHostLike(bare)
}

/** At least two labels, the last in letters, or an IP address. `24/7` is not one. */
function isHostLike(host: string): boolean {
  if (/^\[[\da-f:.]{2,60}\]$/i.test(host)) return true
  const labels = host.replace(/\.$/, '').split(dots)
  if (labels.length < 2 || !labels.every((label) => /^[\p{L}\p{M}\p{N}_-]{1,63}$/u.test(label))) return false
  return (
    /^(?:\p{L}{2,63}|xn--.{2,59})$/iu.test(labels.at(-1) ?? '') ||
    (labels.length === 4 && labels.every((label) => /^\p{N}{1,3}$/u.test(label)))
  )
}

/**
 * The template of a site on any public host, for reading saved pages of a source with `hosts: 'configured'`.
 */
export const anyHost = 'https://*'

/** The template of a site on all of these hosts, which may be patterns. */
export const toTemplate = (hosts: readonly string[]): string =>
  hosts.map((host) => `https://${host}`).join(' ')

/**
 * Creates the site of a template such as `https://{domain}.shop.example`, with its possible suffixes, or of several
 * hosts: `https://shop.example https://*.news.example`. On several hosts, `url` takes a whole address, not a path.
 */
export function siteAt(template: string, domains: readonly string[] = []): Site {
  if (/[ *]/.test(template)) return siteOnHosts(template)
  const templated = template.includes('{domain}')
  const origin = (domain: string | null) => new URL(template.replaceAll('{domain}', domain ?? ''))
  const byHostname = new Map<string, string | null>(
    templated ? domains.map((domain) => [origin(domain).hostname, domain]) : [[origin(null).hostname, null]],
  )
  const spelled = new Map([...shortHosts(template, domains, byHostname), ...byHostname])
  const origins = new Map<string | null, string>(
    [null, ...domains].map((domain) => [domain, templated && domain === null ? '' : origin(domain).origin]),
  )
  // Appended to the origin as text, never resolved against it: `//elsewhere/` must stay a path.
  const at = (domain: string | null, path: string, search: string) =>
    new URL(
      `${origins.get(domain) || origin(domain).origin}${path.startsWith('/') ? '' : '/'}${path}${search}`,
    )

  return {
    template,
    hosts: [...byHostname.keys()],
    domains,
    url(path, domain) {
      const question = path.indexOf('?')
      const [pathname, search] =
        question === -1 ? [path, ''] : [path.slice(0, question), path.slice(question)]
      return at(templated ? (domain ?? domains[0] ?? null) : null, escapeHash(pathname), escapeHash(search))
    },
    findDomain: (url) => (isUrl(url) ? (byHostname.get(new URL(url).hostname) ?? null) : null),
    rebuild(url) {
      const domain = spelled.get(url.hostname)
      return domain === undefined ? null : { url: at(domain, url.pathname, url.search), domain }
    },
  }
}

/** A site on the hosts that an operator chose: a caller's address stays on its own host. */
function siteOnHosts(template: string): Site {
  const hosts = template.split(' ').map((place) => place.replace('https://', ''))
  return {
    template,
    hosts,
    domains: [],
    url: (address) => new URL(address),
    findDomain: () => null,
    rebuild: ({ hostname, pathname, search }) =>
      hosts.some((host) => fitsHost(host, hostname))
        ? { url: new URL(`https://${hostname}${pathname}${search}`), domain: null }
        : null,
  }
}

/**
 * Hosts as people shorten them: without `www.`, or without a leading suffix, which means the site's first
 * suffix. They are never fetched: an address is rebuilt on the site's own host.
 */
function shortHosts(
  template: string,
  domains: readonly string[],
  hosts: ReadonlyMap<string, string | null>,
): [string, string | null][] {
  const short = [...hosts].flatMap(([host, domain]): [string, string | null][] =>
    /^www\.[^.]+\../.test(host) ? [[host.slice(4), domain]] : [],
  )
  const unsuffixed = /^https?:\/\/\{domain\}\.([^/:]+\.[^/:]+)/i.exec(template)?.[1]
  const first = domains[0]
  return unsuffixed && first !== undefined ? [...short, [unsuffixed.toLowerCase(), first]] : short
}

/** A subject's name may contain `#`, which would cut off the rest of the URL. */
const escapeHash = (text: string): string => (text.includes('#') ? text.replaceAll('#', '%23') : text)

/**
 * Parses a caller's URL, with or without a scheme and `:443`. Throws `invalidParameter` for another scheme or port,
 * a user name, dot segments, backslashes, spaces and control characters.
 */
export function parseAddress(input: string, parameter: string): URL {
  const text = looksLikeUrl(input) ? input : `https://${input}`
  const problem = (what: string) => invalidParameter(parameter, what)
  if (controlOrSpace.test(text)) throw problem('must be a URL without spaces or control characters')
  if (text.includes('\\')) throw problem('must be a URL without backslashes')
  if (!/^https?:\/\/[^/]/i.test(text) || !isUrl(text)) throw problem('must be an https:// URL')
  const url = new URL(text)
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (authority.includes('@')) throw problem('must be a URL without user name or password')
  if (authority.replace(/:443$/, '').includes(':'))
    throw problem('must be a URL without a port other than 443')
  if (dotSegment.test(/^[^?#]*/.exec(text.replace(/^https?:\/\/[^/?#]*/i, ''))?.[0] ?? ''))
    throw problem('must be a URL without dot segments')
  return url
}

/**
 * Whether a host name fits a pattern: the same name, `*.shop.example` for that host and its subdomains, or `*` for
 * any name with at least two labels. `*` never fits an IP address or a name of the local network such as
 * `localhost`.
 */
export function fitsHost(pattern: string, hostname: string): boolean {
  if (pattern === '*') return publicName.test(hostname)
  if (!pattern.startsWith('*.')) return hostname === pattern
  return hostname === pattern.slice(2) || hostname.endsWith(pattern.slice(1))
}

const publicName = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
