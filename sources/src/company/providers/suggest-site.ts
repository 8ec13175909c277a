// The autocomplete of the directory's search box, which answers `[{name, domain, logo}]`.
import { found, notFound, type Page, pageChanged, provider, type Reading } from '@quarry/kit'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import { parseJson } from '@quarry/kit/read/parse-json'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { buildSuggestUrl, findDomainInPath } from '../directory.ts'
import { maxSuggestions, type Suggestion, type SuggestQuery } from '../records.ts'

export const suggestSite = provider<SuggestQuery, Suggestion[]>({
  page: ({ beginning }, site) => buildSuggestUrl(site, beginning),

  extract(page) {
    const { suggestions, reading } = readSuggestions(page)
    return suggestions.length === 0 ? notFound : found(suggestions.slice(0, maxSuggestions), reading)
  },

  // Any text works if the address has none, because only the response is read.
  paramsFromUrl: (url, { text }) => ({ query: text('q') ?? findDomainInPath(url) ?? 'company' }),
})

/** The companies in the site's order, each domain once. An item without a name or a domain counts as unread. */
export function readSuggestions(page: Page): { suggestions: Suggestion[]; reading: Reading } {
  assertReadable(page)
  const answer = parseJson(page.body)
  if (!Array.isArray(answer)) throw pageChanged('the answer of the autocomplete is not a list')
  const lists = createListReader('json')
  const items = lists.main('suggestions', toEntries(answer), (item): Suggestion | null => {
    const name = asText(item.name)
    const domain = companyDomain(asText(item.domain) ?? '')
    if (name === null || domain === null) return null
    return { name, domain, logo_url: unwrapLink(asText(item.logo), page.url) }
  })
  const domains = new Set<string>()
  const suggestions = items.filter(({ domain }) => !domains.has(domain) && domains.add(domain))
  return { suggestions, reading: lists.counted() }
}
