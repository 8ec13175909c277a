// A company's page on the network, as visitors see it who are not signed in.
import { isUrl } from '@quarry/kit/is-url'
import { found, notFound, type Outcome, type Page, pageBlocked, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { parseDom } from '@quarry/kit/read/dom'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { createListReader } from '@quarry/kit/read/list-reader'
import { chooseStaffRange } from '@quarry/kit/read/staff-range'
import { assertReadable } from '@quarry/kit/read/walls'
import type { CompanyQuery, CompanyRecord } from '../company-info-record.ts'
import { linkedCompany } from '../company-linked-data.ts'
import { followersInMeta, shownCompany } from '../company-shown.ts'
import { headquarterOf } from '../headquarter.ts'
import { withoutQuery } from '../links.ts'

/** The company's page and its tabs: `/company/acme`, `/company/acme/about/`. */
const companyPath = /^\/company\/([^/]{1,1000})(?:\/[a-z-]{1,40}){0,2}\/?$/i

export const site = provider<CompanyQuery, CompanyRecord>({
  // A username or an id, as it stands in the address; which of them may be one is for the endpoint to say.
  address({ url }) {
    const segment = companyPath.exec(url.pathname)?.[1]
    return segment === undefined ? null : { username: decodePercent(segment) }
  },
  addressForm: 'the URL of a company page (/company/<username>)',
  inputs: { query: "A company's username, the address of its page, or its numeric id." },

  cannotAnswer: (query) =>
    'item' in query
      ? { parameter: 'query', problem: 'is an item of Wikidata, which the network does not know' }
      : null,

  page(query, network) {
    // The site's own lookup by website: it answers with a redirect to the profile, or 404.
    if ('domain' in query) return network.url(`/lookup/company?website=${encodeURIComponent(query.domain)}`)
    const name = 'id' in query ? query.id : 'username' in query ? query.username : query.item
    return network.url(`/company/${encodeURIComponent(name)}`)
  },

  extract,
})

function extract(page: Page, query: CompanyQuery): Outcome<CompanyRecord> {
  if (removedPath.test(pathOf(page))) return notFound
  assertNoLoginWall(page)
  assertReadable(page)
  const lists = createListReader('dom')
  const shown = shownCompany(parseDom(page), page.url, lists)
  const linked = linkedCompany(jsonLd(page.body), page.url, shown.name)
  const name = linked?.name ?? shown.name
  if (name === null) return withoutCompany(page)
  const staffCount = linked?.staffCount ?? shown.staffCount
  const record = {
    company_id: shown.id ?? linked?.id ?? ('id' in query ? query.id : null),
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
    staff_range: chooseStaffRange(staffCount, shown.staffRange),
    staff_count: staffCount,
    follower_count: shown.followers ?? followersInMeta(page.body),
    locations: shown.locations.map((lines) => lines.join(', ')),
    headquarter: headquarterOf(linked?.address ?? null, shown.locations[0] ?? null, shown.headquarters),
    posts: shown.posts,
    employees: shown.employees,
    similar_companies: shown.similar,
    affiliated_companies: shown.affiliated,
  }
  const form = linked === null ? 'dom' : shown.name === null ? 'json-ld' : 'json-ld+dom'
  return found(record, { ...lists.counted(), form })
}

const pathOf = (page: Page): string => (isUrl(page.url) ? new URL(page.url).pathname : '')

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
