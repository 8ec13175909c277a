// Company: the directory's entry for one company, by its domain or its name.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { looksLikeUrl } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { collapseSpace } from '../../extract/clean-text.ts'
import { looksLikeHost, readCompanyDomain } from '../../extract/company-domain.ts'
import { parseDom } from '../../extract/dom.ts'
import { jsonLd } from '../../extract/json-ld.ts'
import { assertReadable } from '../../extract/walls.ts'
import { object, text } from '../../lib/schema.ts'
import { companyFromLinkedData } from './company-linked-data.ts'
import { type CompanyFacts, type CompanyRecord, record } from './company-record.ts'
import { companyShown } from './company-shown.ts'
import { companiesUrl, domainOfPage, isGone, queryFromUrl, suggestUrl } from './directory.ts'
import { compareNames, withoutLegalForm } from './fold-name.ts'
import { suggestionsIn } from './suggestions.ts'

type CompanyInput = { domain: string | null; name: string | null; companies: string; suggestions: string[] }

export const company = endpoint({
  method: 'GET',
  path: '/v2/company',
  credits: 1,
  notFound: 'free',
  summary: 'Company',
  description: "A directory's entry for one company: its site, trade, size, seat and specialities.",
  example: { query: 'fenmont.example' },
  params: object({
    query: text('fenmont.example', {
      description:
        "The company's domain (bare, with www. or as a web address), or its name; the legal form may be left out.",
      maxLength: 2048,
    }),
  }),
  record,
  paramsFromUrl: queryFromUrl,

  parse({ query }, site): CompanyInput {
    const wanted = collapseSpace(query)
    const spellings = new Set([wanted.toLowerCase(), withoutLegalForm(wanted.toLowerCase())])
    const isHost = looksLikeHost(wanted)
    if (!isHost && !/[\p{L}\p{N}]/u.test(wanted))
      throw invalidParameter('query', 'must be a company name or a domain')
    if (!isHost && wanted.length > 200)
      throw invalidParameter('query', 'must be a name of at most 200 characters')
    return {
      domain: isHost ? readCompanyDomain(wanted, 'query') : null,
      // A name may look like a domain (`Booking.com`); a web address is never a name.
      name: looksLikeUrl(wanted) ? null : wanted.toLowerCase(),
      companies: companiesUrl(site),
      suggestions: [...spellings].map((spelling) => suggestUrl(site, spelling)),
    }
  },

  async run(input, get) {
    const byDomain =
      input.domain === null ? notFound : extractCompany(await get(input.companies + input.domain), input)
    if (byDomain.kind === 'found' || input.name === null) return byDomain
    for (const address of input.suggestions) {
      const domain = domainOfName(await get(address), input.name)
      if (domain !== null) return extractCompany(await get(input.companies + domain), input)
    }
    return notFound
  },

  extract: extractCompany,
})

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

export function extractCompany(page: Page, input: Pick<CompanyInput, 'domain'>): Outcome<CompanyRecord> {
  if (isGone(page)) return notFound
  assertReadable(page)
  const linked = companyFromLinkedData(jsonLd(page.body), page.url)
  // The DOM is some thirty times dearer than the island, so it is read only for what the island lacks.
  const facts =
    linked !== null && isComplete(linked) ? linked : merged(linked, companyShown(parseDom(page), page.url))
  const domain = domainOfPage(page) ?? input.domain
  const { name, ...rest } = facts
  if (name === null || domain === null) throw pageChanged('neither linked data nor a heading of a company')
  return found({ name, domain, ...rest })
}

const isComplete = (facts: CompanyFacts): boolean =>
  Object.values(facts).every((value) => (Array.isArray(value) ? value.length > 0 : value !== null))

function merged(linked: CompanyFacts | null, shown: CompanyFacts): CompanyFacts {
  if (linked === null) return shown
  return {
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
  }
}
