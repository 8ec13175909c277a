// A company's page on the network, as visitors see it who are not signed in.
import { isUrl } from '@quarry/kit/is-url'
import { found, notFound, type Outcome, type Page, pageBlocked, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { parseDom } from '@quarry/kit/read/dom'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { linkedCountry } from '@quarry/kit/read/linked-values'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { postalCode } from '@quarry/kit/read/postal-code'
import { chooseStaffRange } from '@quarry/kit/read/staff-range'
import { asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { readLinkedCompany } from '../linked-company.ts'
import type { CompanyQuery, CompanyRecord, Headquarter } from '../record.ts'
import { readFollowersInMeta, readShownCompany, removeQuery } from '../shown-company.ts'

/** The company's page and its tabs: `/company/acme`, `/company/acme/about/`. */
const companyPath = /^\/company\/([^/]{1,1000})(?:\/[a-z-]{1,40}){0,2}\/?$/i
/** The site redirects to one of these if a company is gone. */
const removedPath = /^\/(?:company\/unavailable|404)\/?$/i

export const site = provider<CompanyQuery, CompanyRecord>({
  // The segment may also be an id; the endpoint checks which of them is valid.
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
    // The site answers with a redirect to the profile, or with 404.
    if ('domain' in query) return network.url(`/lookup/company?website=${encodeURIComponent(query.domain)}`)
    const name = 'id' in query ? query.id : 'username' in query ? query.username : query.item
    return network.url(`/company/${encodeURIComponent(name)}`)
  },

  extract,
})

function extract(page: Page, query: CompanyQuery): Outcome<CompanyRecord> {
  if (isUrl(page.url) && removedPath.test(new URL(page.url).pathname)) return notFound
  assertNoLoginWall(page)
  assertReadable(page)
  const lists = createListReader('dom')
  const shown = readShownCompany(parseDom(page), page.url, lists)
  const linked = readLinkedCompany(jsonLd(page.body), page.url, shown.name)
  const name = linked?.name ?? shown.name
  if (name === null) return explainMissingCompany(page)
  const staffCount = linked?.staffCount ?? shown.staffCount
  const record = {
    company_id: shown.id ?? linked?.id ?? ('id' in query ? query.id : null),
    company_url: linked?.url ?? shown.url ?? removeQuery(page.url, page.url) ?? page.url,
    company_name: name,
    logo_url: linked?.logo ?? shown.logo,
    website: shown.website ?? linked?.website ?? null,
    specialities: shown.specialities,
    industry: shown.industry,
    tagline: shown.tagline ?? linked?.slogan ?? null,
    // JSON-LD keeps the paragraphs that the visible text runs together.
    description: linked?.description ?? shown.description,
    founded: shown.founded,
    staff_range: chooseStaffRange(staffCount, shown.staffRange),
    staff_count: staffCount,
    follower_count: shown.followers ?? readFollowersInMeta(page.body),
    locations: shown.locations.map((lines) => lines.join(', ')),
    headquarter: readHeadquarter(linked?.address ?? null, shown.locations[0], shown.cityAndRegion),
    posts: shown.posts,
    employees: shown.employees,
    similar_companies: shown.similar,
    affiliated_companies: shown.affiliated,
  }
  const form = linked === null ? 'dom' : shown.name === null ? 'json-ld' : 'json-ld+dom'
  return found(record, { ...lists.counted(), form })
}

/** A short page that only runs a script to the login wall; company pages link there too, but are longer. */
function assertNoLoginWall({ body }: Page): void {
  if (body.length < 20_000 && /["'/]authwall[?"'/]/.test(body) && !/ld\+json|top-card-layout/.test(body))
    throw pageBlocked('the page sends visitors to a login wall')
}

/** A page without a company is not found if its title says so; any other is a changed page. */
function explainMissingCompany(page: Page): Outcome<never> {
  const head = page.body.slice(0, 50_000)
  const title = /<title[^<>]{0,200}>([^<]{0,300})/i.exec(head)?.[1]?.trim() ?? ''
  if (/^(?:page not found|this page (?:doesn|isn|is not|does not))/i.test(title)) return notFound
  throw pageChanged('neither linked data nor a title of a company')
}

/** From the JSON-LD, then the lines of the first location, then the text "City, Region". */
function readHeadquarter(
  address: JsonObject | null,
  lines: readonly string[] | undefined,
  cityAndRegion: string | null,
): Headquarter | null {
  const shown = lines && readAddressLines(lines, cityAndRegion)
  const headquarter = {
    city: asText(address?.addressLocality) ?? shown?.city ?? takeCity(cityAndRegion),
    line1: asText(address?.streetAddress) ?? shown?.line1 ?? null,
    country: linkedCountry(address) ?? shown?.country ?? null,
    postal_code: asText(address?.postalCode) ?? shown?.postal_code ?? null,
  }
  return Object.values(headquarter).some((part) => part !== null) ? headquarter : null
}

const takeCity = (cityAndRegion: string | null): string | null => cityAndRegion?.split(',')[0]?.trim() || null

/** The last line is "City, Region POSTAL, CC"; the lines before it are the street. */
function readAddressLines(lines: readonly string[], cityAndRegion: string | null): Headquarter {
  const last = lines.at(-1) ?? ''
  const country = /, ([A-Z]{2})$/.exec(last)?.[1] ?? null
  const place = country ? last.slice(0, -4) : last
  return {
    city: takeCity(cityAndRegion) ?? takeCity(place),
    line1: lines.length > 1 ? (lines[0] ?? null) : null,
    country,
    // The text after "City, Region" is the postal code in any form; without that line only a common form counts.
    postal_code:
      cityAndRegion !== null && place.startsWith(cityAndRegion)
        ? place.slice(cityAndRegion.length).replace(/^[\s,]+/, '') || null
        : postalCode(place),
  }
}
