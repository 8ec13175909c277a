// The answer of the directory's autocomplete: `[{name, domain, logo}]`.
import { type Page, pageChanged } from '../../contract.ts'
import { companyDomain } from '../../extract/company-domain.ts'
import { parseJson } from '../../extract/parse-json.ts'
import { unwrapLink } from '../../extract/unwrap-link.ts'
import { asObjects, asText } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'

export type Suggestion = { name: string; domain: string; logo_url: string | null }

/** The companies in the site's order, each once; an item without a name or a domain is none. */
export function suggestionsIn(page: Page): Suggestion[] {
  assertReadable(page)
  const answer = parseJson(page.body)
  if (!Array.isArray(answer)) throw pageChanged('the autocomplete answered with no list')
  const found = new Map<string, Suggestion>()
  for (const item of asObjects(answer)) {
    const name = asText(item.name)
    const domain = companyDomain(asText(item.domain) ?? '')
    const logo = asText(item.logo)
    if (name === null || domain === null || found.has(domain)) continue
    found.set(domain, { name, domain, logo_url: logo === null ? null : unwrapLink(logo, page.url) })
  }
  return [...found.values()]
}
