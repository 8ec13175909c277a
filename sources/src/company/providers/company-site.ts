// A company's own page in the directory, found by its domain, or by its name through the autocomplete of the search box.
import { found, notFound, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { parseDom } from '@quarry/kit/read/dom'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { chooseStaffRange } from '@quarry/kit/read/staff-range'
import { assertReadable } from '@quarry/kit/read/walls'
import { companyFromLinkedData } from '../company-linked-data.ts'
import type { CompanyFacts, CompanyQuery, CompanyRecord } from '../company-record.ts'
import { companyShown } from '../company-shown.ts'
import { companyUrl, domainOfPage, leadsToSearch, queryFromUrl, suggestUrl } from '../directory.ts'
import { compareNames, withoutLegalForm } from '../fold-name.ts'
import { suggestionsIn } from '../suggestions.ts'

export const companySite = provider<CompanyQuery, CompanyRecord>({
  find,
  extract,
  paramsFromUrl: queryFromUrl,
})

async function find(query: CompanyQuery, { get, site }: Io): Promise<Outcome<CompanyRecord>> {
  const under = async (domain: string) => companySite.extract(await get(companyUrl(site, domain)), query)
  const byDomain = query.domain === null ? notFound : await under(query.domain)
  if (byDomain.kind === 'found' || query.name === null) return byDomain
  for (const spelling of new Set([query.name, withoutLegalForm(query.name)])) {
    const domain = domainOfName(await get(suggestUrl(site, spelling)), query.name)
    if (domain !== null) return under(domain)
  }
  return notFound
}

/** Decision: only a company of that very name, or the only one of it but for the legal form; never the nearest. */
function domainOfName(page: Page, name: string): string | null {
  if (page.status === 404 || page.status === 410) return null
  const compared = suggestionsIn(page).suggestions.map((item) => ({
    ...item,
    agrees: compareNames(item.name, name),
  }))
  const same = compared.find(({ agrees }) => agrees === 'same')
  const near = compared.filter(({ agrees }) => agrees === 'same but for the legal form')
  return same?.domain ?? (near.length === 1 ? (near[0]?.domain ?? null) : null)
}

function extract(page: Page, query: CompanyQuery): Outcome<CompanyRecord> {
  if (leadsToSearch(page)) return notFound
  assertReadable(page)
  const { facts, form } = factsIn(page)
  const domain = domainOfPage(page) ?? query.domain
  const { name, ...rest } = facts
  const staff_range = chooseStaffRange(rest.staff_count, rest.staff_range)
  if (name === null || domain === null) throw pageChanged('neither linked data nor a heading of a company')
  return found({ name, domain, ...rest, staff_range }, { form })
}

/** The DOM is some thirty times dearer than the island, so it is read only for what the island lacks. */
function factsIn(page: Page): { facts: CompanyFacts; form: string } {
  const linked = companyFromLinkedData(jsonLd(page.body), page.url)
  if (linked !== null && isComplete(linked)) return { facts: linked, form: 'json-ld' }
  const shown = companyShown(parseDom(page), page.url)
  return linked === null
    ? { facts: shown, form: 'dom' }
    : { facts: merged(linked, shown), form: 'json-ld+dom' }
}

const isComplete = (facts: CompanyFacts): boolean =>
  Object.values(facts).every((value) => (Array.isArray(value) ? value.length > 0 : value !== null))

const merged = (linked: CompanyFacts, shown: CompanyFacts): CompanyFacts => ({
  name: linked.name ?? shown.name,
  website: linked.website ?? shown.website,
  description: linked.description ?? shown.description,
  industry: linked.industry ?? shown.industry,
  founded: linked.founded ?? shown.founded,
  staff_range: linked.staff_range ?? shown.staff_range,
  staff_count: linked.staff_count ?? shown.staff_count,
  headquarter: linked.headquarter ?? shown.headquarter,
  logo_url: linked.logo_url ?? shown.logo_url,
  specialities: linked.specialities.length > 0 ? linked.specialities : shown.specialities,
})
