// Company profile (interface 2.9): one company by its username, page address, numeric id, or website domain.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageBlocked, pageChanged } from '../../contract/outcome.ts'
import type { Site } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { readCompanyDomain } from '../../extract/company-domain.ts'
import { parseDom } from '../../extract/dom.ts'
import { jsonLd } from '../../extract/json-ld.ts'
import { createListReader } from '../../extract/list-reader.ts'
import { assertReadable } from '../../extract/walls.ts'
import { object, optional, text } from '../../lib/schema.ts'
import { type CompanyRecord, record } from './company-info-record.ts'
import { linkedCompany } from './company-linked-data.ts'
import { followersInMeta, shownCompany } from './company-shown.ts'
import { headquarterOf } from './headquarter.ts'
import { withoutQuery } from './links.ts'
import { readCompany } from './read-company.ts'

type CompanyInput = { url: string; id: number | null }

export const companyInfo = endpoint({
  method: 'GET',
  path: '/v2/socialnet/company/info',
  credits: 1,
  notFound: 'free',
  summary: 'Company profile',
  description:
    'The public profile of one company: figures, offices, posts, employees and related companies. Give either `query` or `domain`.',
  example: { query: 'fenmont' },
  params: object({
    query: optional(
      text('fenmont', {
        description: "A company's username, the address of its page, or its numeric id. Not with `domain`.",
        maxLength: 2048,
      }),
    ),
    domain: optional(
      text('fenmont.example', {
        description:
          "The company's website, as a domain or an address: finds the profile that names it. Not with `query`.",
        maxLength: 2048,
      }),
    ),
  }),
  record,

  parse({ query, domain }, site): CompanyInput {
    if (query !== undefined && domain !== undefined)
      throw invalidParameter('domain', 'must not be given together with query')
    if (domain !== undefined) return { url: byWebsite(site, readCompanyDomain(domain, 'domain')), id: null }
    if (query === undefined) throw invalidParameter('query', 'is missing: give query or domain')
    const company = readCompany(query, site)
    return {
      url: site.url(`/company/${encodeURIComponent(company)}`).href,
      id: /^\d+$/.test(company) ? Number(company) : null,
    }
  },

  async run(input, get) {
    return extractCompany(await get(input.url), input)
  },

  extract: extractCompany,
})

/** The site's own lookup by website: it answers with a redirect to the profile, or 404. */
const byWebsite = (site: Site, domain: string): string =>
  site.url(`/lookup/company?website=${encodeURIComponent(domain)}`).href

export function extractCompany(page: Page, input: CompanyInput): Outcome<CompanyRecord> {
  if (page.status === 404 || page.status === 410 || removedPath.test(pathOf(page))) return notFound
  assertNoLoginWall(page)
  assertReadable(page)
  const lists = createListReader('dom')
  const shown = shownCompany(parseDom(page), page.url, lists)
  const linked = linkedCompany(jsonLd(page.body), page.url, shown.name)
  const name = linked?.name ?? shown.name
  if (name === null) return withoutCompany(page)
  const record = {
    company_id: shown.id ?? input.id,
    company_url: linked?.url ?? shown.url ?? withoutQuery(page.url, page.url) ?? page.url,
    company_name: name,
    logo_url: linked?.logo ?? shown.logo,
    website: shown.website ?? linked?.website ?? null,
    specialities: shown.specialities,
    industry: shown.industry,
    tagline: shown.tagline ?? linked?.slogan ?? null,
    // Linked data keeps the paragraphs that the visible text runs together.
    description: linked?.description ?? shown.description,
    founded: shown.founded,
    staff_range: shown.staffRange,
    staff_count: linked?.staffCount ?? shown.staffCount,
    follower_count: shown.followers ?? followersInMeta(page.body),
    locations: shown.locations.map((lines) => lines.join(', ')),
    headquarter: headquarterOf(linked?.address ?? null, shown.locations[0] ?? null, shown.headquarters),
    posts: shown.posts,
    employees: shown.employees,
    similar_companies: shown.similar,
    affiliated_companies: shown.affiliated,
  }
  return found(record, lists.counted())
}

const pathOf = (page: Page): string => (URL.canParse(page.url) ? new URL(page.url).pathname : '')

/** Where the site sends visitors of a company that is gone. */
const removedPath = /^\/(?:company\/unavailable|404)\/?$/i

/** A page of nothing but a script that leads to the login wall; company pages link there too. */
function assertNoLoginWall({ body }: Page): void {
  if (body.length < 20_000 && /["'/]authwall[?"'/]/.test(body) && !/ld\+json|top-card-layout/.test(body))
    throw pageBlocked('the page sends visitors to a login wall')
}

/** A page that names no company: one that is gone, or something new. */
function withoutCompany(page: Page): Outcome<never> {
  const head = page.body.slice(0, 50_000)
  const title = /<title[^<>]{0,200}>([^<]{0,300})/i.exec(head)?.[1]?.trim() ?? ''
  if (/^(?:page not found|this page (?:doesn|isn|is not|does not))/i.test(title)) return notFound
  throw pageChanged('neither linked data nor a title of a company')
}
