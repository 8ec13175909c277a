// The answer of the directory's autocomplete: `[{name, domain, logo}]`.
import { type Page, pageChanged, type Reading } from '@quarry/kit/outcome'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { createListReader, entriesOf } from '@quarry/kit/read/list-reader'
import { parseJson } from '@quarry/kit/read/parse-json'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import type { Suggestion } from './suggest-record.ts'

/** The companies in the site's order, each once; an item without a name or a domain counts as unread. */
export function suggestionsIn(page: Page): { suggestions: Suggestion[]; reading: Reading } {
  assertReadable(page)
  const answer = parseJson(page.body)
  if (!Array.isArray(answer)) throw pageChanged('the autocomplete answered with no list')
  const lists = createListReader('json')
  const read = lists.main('suggestions', entriesOf(answer), (item): Suggestion | null => {
    const name = asText(item.name)
    const domain = companyDomain(asText(item.domain) ?? '')
    const logo = asText(item.logo)
    if (name === null || domain === null) return null
    return { name, domain, logo_url: logo === null ? null : unwrapLink(logo, page.url) }
  })
  const known = new Set<string>()
  const suggestions = read.filter(({ domain }) => !known.has(domain) && known.add(domain))
  return { suggestions, reading: lists.counted() }
}
