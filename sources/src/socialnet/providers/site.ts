// A company's page on the network, as visitors see it who are not signed in.
import { found, notFound, type Outcome, type Page, pageBlocked, pageChanged, provider } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { parseDom } from '@quarry/kit/read/dom'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { linkedCountry, linkedIds, linkedImage } from '@quarry/kit/read/linked-values'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { postalCode } from '@quarry/kit/read/postal-code'
import { chooseStaffRange } from '@quarry/kit/read/staff-range'
import { toDomain } from '@quarry/kit/read/unwrap-link'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import {
  type CompanyQuery,
  type CompanyRecord,
  emptyCompany,
  type Headquarter,
  parseCompanyPath,
} from '../record.ts'
import { readFollowersInMeta, readShownCompany, removeQuery } from '../shown-company.ts'

/** The site redirects to one of these if a company is gone. */
const removedPath = /^\/(?:company\/unavailable|404)\/?$/i

export const site = provider<CompanyQuery, CompanyRecord>({
  // The segment may also be an id; the endpoint checks which of them is valid.
  address: ({ url }) => parseCompanyPath(url.pathname),
  addressForm: 'the URL of a company page (/company/<username>)',
  inputs: { query: "A company's username, the address of its page, or its numeric id." },

  cannotAnswer: (query) =>
    'item' in query ? 'is an item of Wikidata, which the network does not know' : null,

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
  const { locations, cityAndRegion, ...shown } = readShownCompany(parseDom(page), page.url, lists)
  const linked = readLinkedCompany(jsonLd(page.body), page.url, shown.company_name)
  const name = linked?.name ?? shown.company_name
  if (name === null) return explainMissingCompany(page)
  const staffCount = linked?.staffCount ?? shown.staff_count
  const record = {
    ...emptyCompany,
    ...shown,
    company_id: shown.company_id ?? linked?.id ?? ('id' in query ? query.id : null),
    company_url: linked?.url ?? shown.company_url ?? removeQuery(page.url, page.url) ?? page.url,
    company_name: name,
    logo_url: linked?.logo ?? shown.logo_url,
    website: shown.website ?? linked?.website ?? null,
    tagline: shown.tagline ?? linked?.slogan ?? null,
    // JSON-LD keeps the paragraphs that the visible text runs together.
    description: linked?.description ?? shown.description,
    staff_range: chooseStaffRange(staffCount, shown.staff_range),
    staff_count: staffCount,
    follower_count: shown.follower_count ?? readFollowersInMeta(page.body),
    locations: locations.map((lines) => lines.join(', ')),
    headquarter: readHeadquarter(linked?.address ?? null, locations[0], cityAndRegion),
  }
  const form = linked === null ? 'dom' : shown.company_name === null ? 'json-ld' : 'json-ld+dom'
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

/**
 * The JSON-LD of the page's own company, or null if no node describes it. The page may describe other organizations
 * too: the network itself, and the authors of posts.
 */
function readLinkedCompany(nodes: readonly JsonObject[], pageUrl: string, shownName: string | null) {
  const node = findOwnNode(filterByType(nodes, 'Organization'), pageUrl, shownName)
  if (!node) return null
  // The network's id: a number, bare or at the end of a URN.
  const ids = linkedIds(node).map((id) => /^(?:urn:[a-z:]{1,60}:)?(\d{1,15})$/.exec(id)?.[1])
  const otherPages = asList(node.sameAs).map(asText)
  return {
    id: toInteger(ids.find((id) => id !== undefined)),
    name: asText(node.name),
    url: removeQuery(asText(node.url), pageUrl),
    description: asText(node.description),
    slogan: asText(node.slogan),
    staffCount: toInteger(at(node.numberOfEmployees, 'value') ?? node.numberOfEmployees),
    logo: linkedImage(node.logo),
    website:
      otherPages.find((url) => url !== null && isUrl(url) && toDomain(url) !== toDomain(pageUrl)) ?? null,
    address: asObject(asList(node.address)[0]),
  }
}

function findOwnNode(nodes: readonly JsonObject[], pageUrl: string, shownName: string | null) {
  const path = readCompanyPath(pageUrl)
  const readNodePath = (node: JsonObject) => readCompanyPath(asText(node.url))
  return (
    nodes.find((node) => path !== null && readNodePath(node) === path) ??
    nodes.find((node) => readNodePath(node) !== null) ??
    nodes.find((node) => shownName !== null && asText(node.name) === shownName)
  )
}

/** `/company/acme` in lower case, or null for any other address. */
const readCompanyPath = (url: string | null): string | null =>
  url !== null && isUrl(url)
    ? (/^\/company\/[^/]+/i.exec(new URL(url).pathname)?.[0].toLowerCase() ?? null)
    : null

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
