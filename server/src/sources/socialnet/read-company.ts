// What a caller may call a company by: the username or id that stands in its address, or the address itself.

import { looksLikeAddress, type Site } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { decodePercent } from '../../extract/decode-percent.ts'

/** A username begins with a letter or a digit, so it can never be a dot segment. */
const username = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._&'’+-]{0,199}$/u
/** The company's page and its tabs: `/company/acme`, `/company/acme/about/`. */
const companyPath = /^\/company\/([^/]{1,1000})(?:\/[a-z-]{1,40}){0,2}\/?$/i

/** The username in lower case, or the digits of an id; refuses whatever is neither. */
export function readCompany(query: string, site: Site): string {
  const wanted = query.trim()
  const inAddress = looksLikeAddress(wanted) ? companyIn(site.read(wanted, 'query').url.pathname) : wanted
  if (inAddress === null)
    throw invalidParameter('query', 'must be the URL of a company page (/company/<username>)')
  const company = inAddress.normalize('NFC').toLowerCase()
  if (/^\d{1,15}$/.test(company)) return String(Number(company))
  if (!username.test(company) || /^[\d.]+$/.test(company))
    throw invalidParameter('query', 'must be a company username, a company page URL or a numeric id')
  return company
}

function companyIn(pathname: string): string | null {
  const segment = companyPath.exec(pathname)?.[1]
  return segment === undefined ? null : decodePercent(segment)
}
