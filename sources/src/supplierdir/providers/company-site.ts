// The profile of a supplier on the directory: from its state, and from its markup if the state has no company. The
// locations are in the markup alone.
import { found, notFound, type Outcome, type Page, pageChanged, provider } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { parseDom } from '@quarry/kit/read/dom'
import { findObjects } from '@quarry/kit/read/find-objects'
import { scriptById } from '@quarry/kit/read/islands'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { findProfile, parseProfilePath, readCompanyMarkup, readLocations } from '../company-markup.ts'
import type { CompanyQuery, CompanyRecord } from '../company-record.ts'
import { toCompany } from '../read-company.ts'
import { isSearchPath } from '../search-address.ts'

export const companySite = provider<CompanyQuery, CompanyRecord>({
  address: ({ url }) => parseProfilePath(url.pathname),
  addressForm: 'the URL of a profile (/company/<name>-<tgrams_id>/profile)',
  inputs: {
    query:
      'The address of a profile on the directory (/company/<name>-<tgrams_id>/profile), or the `tgrams_id` alone.',
  },
  cannotAnswer: (query) =>
    'id' in query && /^\d+$/.test(query.id)
      ? null
      : 'is a company of a register, which the directory does not know',
  page(query, directory) {
    const { id, slug } = 'id' in query ? query : { id: '', slug: null }
    // The number alone finds the profile; the site then redirects to its full address.
    return directory.url(`/company/${encodeURIComponent(slug ?? 'supplier')}-${id}/profile`)
  },
  extract,
})

function extract(page: Page, query: CompanyQuery): Outcome<CompanyRecord> {
  if (isMoved(page.url)) return notFound
  assertReadable(page)
  const state = scriptById(page.body, '__NEXT_DATA__')
  const stated = findCompany(state, query)
  const markup = stated ? null : readCompanyMarkup(page)
  const company = stated ?? markup
  if (!company) throw pageChanged('no profile of a supplier')
  const hasLocations = stated !== null && !stated.locations && page.body.includes('"SupplierLocations"')
  const locations = hasLocations ? readLocations(parseDom(page), page.url) : null
  const lists = createListReader(markup ? 'dom' : locations ? 'next-data+dom' : 'next-data')
  const url = asText(at(state, 'props', 'pageProps', 'canonicalUrl')) ?? asText(company.url) ?? page.url
  const id = asText(company.tgramsId) ?? findProfile(url, page.url)?.id ?? null
  const item = { ...company, url, tgramsId: id, ...(locations ? { locations } : {}) }
  const record = toCompany(item, page.url, lists)
  if (!record) throw pageChanged('a profile without the name of a supplier')
  return found(record, lists.counted())
}

/** The site sends visitors of a removed profile to a search. */
function isMoved(pageUrl: string): boolean {
  const path = isUrl(pageUrl) ? new URL(pageUrl).pathname : ''
  return parseProfilePath(path) === null && isSearchPath(path)
}

/** The company of the page; if the page data has it elsewhere, the one with the number of the query. */
function findCompany(state: unknown, query: CompanyQuery): JsonObject | null {
  const company = asObject(at(state, 'props', 'pageProps', 'data'))
  if (company && asText(company.name) !== null) return company
  const id = 'id' in query ? query.id : null
  return (
    findObjects(state, ['tgramsId', 'name', 'address']).find((object) => asText(object.tgramsId) === id) ??
    null
  )
}
