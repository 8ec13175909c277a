// The addresses of the directory's pages, and the facts on a company's page: from its JSON-LD, or as shown if the
// JSON-LD is broken, incomplete or missing, as on old pages.

import type { Page, Site } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { linkedCountry, linkedImage } from '@quarry/kit/read/linked-values'
import { integerIn, toInteger } from '@quarry/kit/read/numbers'
import { ogProperty, openGraph } from '@quarry/kit/read/open-graph'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { findStaffRange, parseStaffRange } from '@quarry/kit/read/staff-range'
import { toDomain, unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asList, asObject, asText, asTexts, at } from '@quarry/kit/read/values'
import { writtenLink } from '@quarry/kit/read/written-link'
import { type CompanyRecord, toHeadquarter } from './records.ts'

/** The record without its domain, which comes from the page's address. */
export type CompanyFacts = Omit<CompanyRecord, 'domain' | 'name'> & { name: string | null }

/** Parsing the DOM takes some thirty times as long as the JSON-LD, so it only happens if a fact is missing. */
export function readCompanyFacts(page: Page): { facts: CompanyFacts; form: string } {
  const node = findOrganization(jsonLd(page.body), page.url)
  const linked = node && readLinkedFacts(node, page.url)
  if (linked !== null && !Object.values(linked).some(isMissing)) return { facts: linked, form: 'json-ld' }
  const shown = readShownFacts(parseDom(page), page.url)
  if (linked === null) return { facts: shown, form: 'dom' }
  const presentFacts = Object.entries(linked).filter(([, value]) => !isMissing(value))
  return { facts: { ...shown, ...Object.fromEntries(presentFacts) }, form: 'json-ld+dom' }
}

const isMissing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** The node of the page's company, or null. The directory may describe itself as an organization too. */
export function findOrganization(nodes: readonly JsonObject[], pageUrl: string): JsonObject | null {
  const directory = toDomain(pageUrl)
  const isDirectory = (node: JsonObject) =>
    toDomain(asText(node.url) ?? '') === directory && new URL(asText(node.url) ?? '').pathname === '/'
  return (
    filterByType(nodes, 'Organization').find((node) => asText(node.name) !== null && !isDirectory(node)) ??
    null
  )
}

function readLinkedFacts(node: JsonObject, pageUrl: string): CompanyFacts {
  const url = asText(node.url) ?? ''
  const employees = node.numberOfEmployees
  const leastStaff = toInteger(at(employees, 'minValue'))
  const address = asObject(asList(node.address)[0])
  return {
    name: asText(node.name),
    website: /^https?:\/\//i.test(url) && toDomain(url) !== toDomain(pageUrl) ? url : null,
    description: asText(node.description),
    industry: asText(asList(node.industry)[0]),
    founded: toInteger(/^\d{4}(?=$|-)/.exec(asText(node.foundingDate) ?? '')?.[0]),
    staff_range:
      leastStaff === null ? null : findStaffRange(leastStaff, toInteger(at(employees, 'maxValue'))),
    staff_count: toInteger(at(employees, 'value') ?? employees),
    headquarter: toHeadquarter(asText(address?.addressLocality), linkedCountry(address)),
    logo_url: unwrapLink(linkedImage(node.logo), pageUrl),
    specialities: asTexts(
      asList(node.knowsAbout).flatMap((topic) => asText(asText(topic) ?? at(topic, 'name'))?.split(/,\s+/)),
    ),
  }
}

/** The heading and the list of facts. `name` is null if the page has no such list: then it is another page. */
export function readShownFacts(dom: Dom, pageUrl: string): CompanyFacts {
  const facts = findFacts(dom)
  const text = (label: string) => facts.get(label)?.text() ?? ''
  const [, city, country = null] = /^([^,]{1,100})(?:, ([^,]{2,100}))?$/.exec(text('headquarters')) ?? []
  return {
    name: facts.size > 0 ? dom.text('h1') : null,
    website: writtenLink(facts.get('website'), pageUrl),
    description: dom.text('.company-description'),
    industry: text('industry') || null,
    founded: toInteger(/\b\d{4}\b/.exec(text('founded'))?.[0]),
    staff_range: parseStaffRange(text('company size')),
    staff_count: integerIn(text('headcount')),
    headquarter: city === undefined ? null : { city, country },
    logo_url: unwrapLink(dom.attr('src', 'img.company-logo'), pageUrl),
    specialities: asTexts((facts.get('specialities')?.all('li') ?? []).map((item) => item.text())),
  }
}

/** The facts by their labels in lower case; of two with one label the first. */
function findFacts(dom: Dom): Map<string, Dom> {
  const facts = new Map<string, Dom>()
  for (const label of dom.all('dl.company-facts dt')) {
    const value = label.next()
    const name = label.text()?.replace(/ ?:$/, '').toLowerCase()
    if (name !== undefined && value?.tag === 'dd' && !facts.has(name)) facts.set(name, value)
  }
  return facts
}

/** `domain` went through `readCompanyDomain`, so it is never a dot segment. */
export const buildCompanyUrl = (site: Site, domain: string): string => site.url(`/companies/${domain}`).href

export const buildSuggestUrl = (site: Site, beginning: string): string =>
  site.url(`/autocomplete?q=${encodeURIComponent(beginning)}`).href

/** The domain in the address of a company's page, or null. */
export function findDomainInPath(url: string): string | null {
  const segment = isUrl(url) ? /^\/companies\/([^/]{1,300})/.exec(new URL(url).pathname)?.[1] : undefined
  return segment === undefined ? null : companyDomain(segment)
}

/** The company's domain by the page's own `og:url`, else by its address. */
export const findPageDomain = (page: Page): string | null =>
  findDomainInPath(ogProperty(openGraph(page.body), 'og:url') ?? '') ?? findDomainInPath(page.url)

/** Parameters for a saved page of the directory. */
export const toParams = (url: string): { query: string } => ({ query: findDomainInPath(url) ?? url })

/** The directory redirects to its search if it no longer has the company. */
export const isSearchPage = ({ url }: Page): boolean =>
  isUrl(url) && /^\/search\/?$/.test(new URL(url).pathname)
