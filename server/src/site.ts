// A site's address as its source sees it: builds addresses on it and reads the ones callers send, so that no
// source parses a caller's URL by hand. Nothing here fetches.
import { invalidParameter } from './errors.ts'

export type SiteUrl = { url: URL; domain: string | null }

export type Site = {
  hosts: readonly string[]
  domains: readonly string[]
  /** An address on the site; `domain` is needed where the site's template has `{domain}`. */
  url: (path: string, domain?: string) => URL
  /** The domain suffix of an address of this site, or null where the site has none or the host is foreign. */
  domainOf: (url: string) => string | null
  /** Reads a caller's URL; refuses whatever is not plainly an address of this site, naming the parameter. */
  read: (text: string, parameter: string) => SiteUrl
}

const controlOrSpace = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/
// A dot segment that the parser resolved away, or one that is a segment only to a site that decodes its paths (or
// that cuts them at `;`), is no form of any endpoint.
const dotSegment = /(?:^|\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|$)/i
const schemes = /^(?:https?|wss?|ftps?|file|gopher|data|javascript|blob|about|mailto|ldap|dict|jar):/i

/** Whether a text that may be a keyword or an address has to be read as an address. */
export const looksLikeUrl = (text: string): boolean =>
  schemes.test(text.trim()) || /^[a-z][a-z0-9+.-]*:[\\/]/i.test(text.trim()) || /^[\\/]{2}/.test(text.trim())

/** The site at `template`, e.g. `https://{domain}.shop.example`, with the suffixes it may take. */
export function siteAt(template: string, domains: readonly string[] = []): Site {
  const templated = template.includes('{domain}')
  const origin = (domain: string | null) => new URL(template.replaceAll('{domain}', domain ?? ''))
  const byHostname = new Map<string, string | null>(
    templated ? domains.map((domain) => [origin(domain).hostname, domain]) : [[origin(null).hostname, null]],
  )
  const origins = new Map<string | null, string>(
    [null, ...domains].map((domain) => [domain, templated && domain === null ? '' : origin(domain).origin]),
  )
  // Put together as text behind the origin, never resolved against it: `//elsewhere/` must stay a path.
  const at = (domain: string | null, path: string, search: string) =>
    new URL(
      `${origins.get(domain) || origin(domain).origin}${path.startsWith('/') ? '' : '/'}${path}${search}`,
    )

  return {
    hosts: [...byHostname.keys()],
    domains,
    url(path, domain) {
      const question = path.indexOf('?')
      const [pathname, search] =
        question === -1 ? [path, ''] : [path.slice(0, question), path.slice(question)]
      return at(templated ? (domain ?? domains[0] ?? null) : null, unhashed(pathname), unhashed(search))
    },
    domainOf: (url) => (URL.canParse(url) ? (byHostname.get(new URL(url).hostname) ?? null) : null),
    read(text, parameter) {
      const url = parseStrictly(text, parameter)
      const domain = byHostname.get(url.hostname)
      if (domain === undefined) throw invalidParameter(parameter, `must be an address on ${template}`)
      return { url: at(domain, url.pathname, url.search), domain }
    },
  }
}

/** What the site calls a subject may hold a `#`; in an address it would cut off the rest. */
const unhashed = (text: string): string => (text.includes('#') ? text.replaceAll('#', '%23') : text)

function parseStrictly(text: string, parameter: string): URL {
  const problem = (what: string) => invalidParameter(parameter, what)
  if (controlOrSpace.test(text)) throw problem('must be a URL without spaces or control characters')
  if (text.includes('\\')) throw problem('must be a URL without backslashes')
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) throw problem('must be a full https:// URL')
  const url = new URL(text)
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (authority.includes('@')) throw problem('must be a URL without user name or password')
  if (authority.includes(':')) throw problem('must be a URL without a port')
  if (dotSegment.test(/^[^?#]*/.exec(text.replace(/^https?:\/\/[^/?#]*/i, ''))?.[0] ?? ''))
    throw problem('must be a URL without dot segments')
  return url
}
