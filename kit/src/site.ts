// A site's address as its source sees it: builds addresses on it and reads the ones callers send, so that no
// source parses a caller's URL by hand. Nothing here fetches.
import { invalidParameter } from './errors.ts'
import { isUrl } from './is-url.ts'

export type SiteUrl = { url: URL; domain: string | null }

export type Site = {
  /** As the configuration gives it, e.g. `https://{domain}.shop.example`. */
  template: string
  hosts: readonly string[]
  domains: readonly string[]
  /** An address on the site; `domain` is needed where the site's template has `{domain}`. */
  url: (path: string, domain?: string) => URL
  /** The domain suffix of an address of this site, or null where the site has none or the host is foreign. */
  findDomain: (url: string) => string | null
  /** A caller's address on the site's own host; null where it is none of this site. */
  rebuild: (url: URL) => SiteUrl | null
}

const controlOrSpace = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/
// A dot segment that the parser resolved away, or one that is a segment only to a site that decodes its paths (or
// that cuts them at `;`), is no form of any endpoint.
const dotSegment = /(?:^|\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|$)/i
const schemes = /^(?:https?|wss?|ftps?|file|gopher|data|javascript|blob|about|mailto|ldap|dict|jar):/i

/** Whether a text that may be a keyword or an address has to be read as an address. */
export const looksLikeUrl = (text: string): boolean =>
  schemes.test(text.trim()) || /^[a-z][a-z0-9+.-]*:[\\/]/i.test(text.trim()) || /^[\\/]{2}/.test(text.trim())

const parting = /[/\\?#]/
const dots = /[.\u3002\uff0e\uff61]/

/** The same of a text that may also be an address without a scheme: a host, and a path or a port behind it. */
export function looksLikeAddress(text: string): boolean {
  const wanted = text.trim()
  if (looksLikeUrl(wanted)) return true
  if (/\s/.test(wanted)) return false
  const end = wanted.search(parting)
  const authority = end === -1 ? wanted : wanted.slice(0, end)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const bare = host.replace(/:\d{1,5}$/, '')
  const goesOn = end !== -1 && (/[/\\]/.test(wanted.charAt(end)) || end + 1 < wanted.length)
  return (goesOn || bare !== host) && isHostLike(bare)
}

/** Two labels at least, the last in letters, or an address of four numbers or in brackets. `24/7` is none. */
function isHostLike(host: string): boolean {
  if (/^\[[\da-f:.]{2,60}\]$/i.test(host)) return true
  const labels = host.replace(/\.$/, '').split(dots)
  if (labels.length < 2 || !labels.every((label) => /^[\p{L}\p{M}\p{N}_-]{1,63}$/u.test(label))) return false
  return (
    /^(?:\p{L}{2,63}|xn--.{2,59})$/iu.test(labels.at(-1) ?? '') ||
    (labels.length === 4 && labels.every((label) => /^\p{N}{1,3}$/u.test(label)))
  )
}

/** The site at `template`, e.g. `https://{domain}.shop.example`, with the suffixes it may take. */
export function siteAt(template: string, domains: readonly string[] = []): Site {
  const templated = template.includes('{domain}')
  const origin = (domain: string | null) => new URL(template.replaceAll('{domain}', domain ?? ''))
  const byHostname = new Map<string, string | null>(
    templated ? domains.map((domain) => [origin(domain).hostname, domain]) : [[origin(null).hostname, null]],
  )
  const spelled = new Map([...shortHosts(template, domains, byHostname), ...byHostname])
  const origins = new Map<string | null, string>(
    [null, ...domains].map((domain) => [domain, templated && domain === null ? '' : origin(domain).origin]),
  )
  // Put together as text behind the origin, never resolved against it: `//elsewhere/` must stay a path.
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
      return at(templated ? (domain ?? domains[0] ?? null) : null, unhashed(pathname), unhashed(search))
    },
    findDomain: (url) => (isUrl(url) ? (byHostname.get(new URL(url).hostname) ?? null) : null),
    rebuild(url) {
      const domain = spelled.get(url.hostname)
      return domain === undefined ? null : { url: at(domain, url.pathname, url.search), domain }
    },
  }
}

/**
 * The hosts as people shorten them: without `www.`, and without the suffix where it stands in front, which then is the
 * site's first. They are only read, never fetched: an address is rebuilt on the site's own host.
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

/** What the site calls a subject may hold a `#`; in an address it would cut off the rest. */
const unhashed = (text: string): string => (text.includes('#') ? text.replaceAll('#', '%23') : text)

/**
 * Reads a caller's URL; refuses whatever is not plainly one, naming the parameter. The scheme and `:443` may be missing
 * or there, as people type and copy them.
 */
export function parseAddress(given: string, parameter: string): URL {
  const text = looksLikeUrl(given) ? given : `https://${given}`
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
