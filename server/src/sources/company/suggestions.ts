// The answer of the directory's autocomplete: `[{name, domain, logo}]`.
import { type Page, pageChanged, type Reading } from '../../contract/outcome.ts'
import { companyDomain } from '../../extract/company-domain.ts'
import { createListReader, entriesOf } from '../../extract/list-reader.ts'
import { parseJson } from '../../extract/parse-json.ts'
import { unwrapLink } from '../../extract/unwrap-link.ts'
import { asText } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
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
