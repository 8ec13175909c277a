// Finds the target of a link that goes through its site's own click counter: `/url?q=`, `/ck/a?…&u=a1<base64url>`,
// `uddg=`, `redir?url=`, `/redir/redirect?url=`. Any other link is only resolved.
import { isUrl } from '../is-url.ts'

/** No browser takes a longer one, and a host of a million accented letters takes the parser seconds. */
const maxLinkChars = 10_000

/** Parameters that carry the target as text, on the paths of counters. */
const counters: readonly { path: RegExp; parameter: string }[] = [
  { path: /^\/url$/, parameter: 'q' },
  { path: /^\/url$/, parameter: 'url' },
  { path: /^\/l\/?$/, parameter: 'uddg' },
  { path: /^\/?$/, parameter: 'uddg' },
  { path: /\/redir(?:ect)?(?:\.\w{1,5})?\/?$/, parameter: 'url' },
]

/** The target of a link as an absolute http(s) address; null if it has none. `base` is the page's address. */
export function unwrapLink(link: string | null, base: string): string | null {
  let current = link === null ? null : toUrl(link, base)
  // A counter may lead to another one; no site nests more than three.
  for (let hop = 0; current && hop < 3; hop++) {
    const target = wrapped(current)
    const next: URL | null = target === null ? null : toUrl(target, current.href)
    if (!next) break
    current = next
  }
  return current?.href ?? null
}

function wrapped(url: URL): string | null {
  if (url.pathname === '/ck/a') return fromBase64(url.searchParams.get('u') ?? '')
  for (const { path, parameter } of counters) {
    const target = path.test(url.pathname) ? url.searchParams.get(parameter) : null
    if (target && /^(?:https?:)?\/\//i.test(target)) return target
  }
  return null
}

/** The parameter is `a1` and the target in base64url without padding. */
function fromBase64(parameter: string): string | null {
  if (!/^a1[\w-]{4,}=*$/.test(parameter)) return null
  const target = Buffer.from(parameter.slice(2), 'base64url').toString('utf8')
  return /^https?:\/\//i.test(target) ? target : null
}

function toUrl(link: string, base: string): URL | null {
  const text = link.trim()
  if (text.length > maxLinkChars || !isUrl(text, base)) return null
  const url = new URL(text, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** The host of an address without `www.`, or null: what search results call the domain. */
export function toDomain(url: string): string | null {
  return url.length <= maxLinkChars && isUrl(url) ? new URL(url).hostname.replace(/^www\./, '') || null : null
}
