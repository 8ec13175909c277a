// A company's page in the directory, found by its domain, or by its name through the autocomplete of the search box.
import { found, type Io, notFound, type Outcome, type Page, pageChanged, provider } from '@quarry/kit'
import { chooseStaffRange } from '@quarry/kit/read/staff-range'
import { assertReadable } from '@quarry/kit/read/walls'
import { readCompanyFacts } from '../company-page.ts'
import { compareNames, removeLegalForm } from '../compare-names.ts'
import { buildCompanyUrl, buildSuggestUrl, findPageDomain, isSearchPage, toParams } from '../directory.ts'
import type { CompanyQuery, CompanyRecord } from '../records.ts'
import { readSuggestions } from './suggest-site.ts'

export const companySite = provider<CompanyQuery, CompanyRecord>({
  find,
  extract,
  paramsFromUrl: toParams,
})

async function find(query: CompanyQuery, { get, site }: Io): Promise<Outcome<CompanyRecord>> {
  const findByDomain = async (domain: string) =>
    companySite.extract(await get(buildCompanyUrl(site, domain)), query)
  const byDomain = query.domain === null ? notFound : await findByDomain(query.domain)
  if (byDomain.kind === 'found' || query.name === null) return byDomain
  for (const spelling of new Set([query.name, removeLegalForm(query.name)])) {
    const domain = findNamesake(await get(buildSuggestUrl(site, spelling)), query.name)
    if (domain !== null) return findByDomain(domain)
  }
  return notFound
}

/**
 * Decision: only the company of exactly that name, or the only one that differs by its legal form; never the nearest.
 */
function findNamesake(page: Page, name: string): string | null {
  if (page.status === 404 || page.status === 410) return null
  const { suggestions } = readSuggestions(page)
  const filterBy = (match: ReturnType<typeof compareNames>) =>
    suggestions.filter((suggestion) => compareNames(suggestion.name, name) === match)
  const [same] = filterBy('same')
  const [near, ...others] = filterBy('same but for the legal form')
  return same?.domain ?? (others.length === 0 ? (near?.domain ?? null) : null)
}

function extract(page: Page, query: CompanyQuery): Outcome<CompanyRecord> {
  if (isSearchPage(page)) return notFound
  assertReadable(page)
  const { facts, form } = readCompanyFacts(page)
  const domain = findPageDomain(page) ?? query.domain
  const { name, ...rest } = facts
  if (name === null || domain === null) throw pageChanged('neither linked data nor a heading of a company')
  const staff_range = chooseStaffRange(rest.staff_count, rest.staff_range)
  return found({ name, domain, ...rest, staff_range }, { form })
}
