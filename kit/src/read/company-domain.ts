// Reads the domain of a company from a caller's parameter. It is a lookup key and is never fetched; still, names of
// machines (IP addresses, localhost) are refused.

import { invalidParameter } from '../errors.ts'
import { isUrl } from '../is-url.ts'
import { looksLikeUrl } from '../site.ts'

const maxChars = 2048
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/
/** Top-level names for private networks. */
const privateTops = new Set(
  'localhost localdomain local internal intranet private corp home lan arpa onion'.split(' '),
)

/**
 * The bare domain in lower case, from `acme.example`, `www.acme.example` or any https:// address on it. Throws
 * `invalidParameter` for anything else, also for IP addresses and names of private networks.
 */
export function readCompanyDomain(text: string, parameter: string): string {
  const domain = companyDomain(text)
  if (domain === null)
    throw invalidParameter(parameter, 'must be a public domain such as acme.example, or a web address on one')
  return domain
}

/** Whether a text that may also be a company's name is a host. */
export function looksLikeHost(text: string): boolean {
  if (
    looksLikeUrl(text) ||
    /^localhost\.?$/i.test(text) ||
    /^\[?[0-9a-f]{0,4}:[0-9a-f:.]{1,60}\]?$/i.test(text)
  )
    return true
  if (/\s/.test(text)) return false
  // Full-width and ideographic dots separate labels too.
  const labels = (text.split(/[/?#]/, 1)[0] ?? '').replace(/\.$/, '').split(/[.\u3002\uff0e\uff61]/)
  return labels.length > 1 && !labels.includes('') && hostTop.test(labels.at(-1) ?? '')
}

const hostTop = /^(?:\p{L}{2,63}|\p{N}{1,20}|0x[0-9a-f]{1,20}|xn--[a-z0-9-]{2,59})$/iu

/** The bare domain in a text of a site, as `readCompanyDomain` reads it; null if it is no domain. */
export function companyDomain(input: string): string | null {
  const text = input.trim()
  if (text.length > maxChars || /[\s\\\u0000-\u0020\u007f]/.test(text)) return null
  const address = /^https?:\/\//i.test(text) ? text : looksLikeUrl(text) ? '' : `https://${text}`
  const authority = /^https?:\/\/([^/?#]+)/i.exec(address)?.[1] ?? ''
  if (authority === '' || /[:@[\]%]/.test(authority) || !isUrl(address)) return null
  // The parser writes every spelling of an IPv4 address as four numbers, which no top label matches.
  const labels = new URL(address).hostname.replace(/\.$/, '').split('.')
  const bare = labels[0] === 'www' && labels.length > 2 ? labels.slice(1) : labels
  const top = bare.at(-1) ?? ''
  const isPublic =
    bare.length > 1 && topLabel.test(top) && !privateTops.has(top) && bare.every((part) => label.test(part))
  const domain = bare.join('.')
  return isPublic && domain.length <= 253 ? domain : null
}
