// A company from the JSON-LD of its page in the directory.
import { ofType } from '@quarry/kit/read/json-ld'
import { linkedCountry, linkedImage } from '@quarry/kit/read/linked-values'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { staffRangeOf } from '@quarry/kit/read/staff-range'
import { domainOf, unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import type { CompanyFacts } from './company-record.ts'

/** The node of the page's company, or null: the directory may describe itself as an organization too. */
export function organizationOf(nodes: readonly JsonObject[], pageUrl: string): JsonObject | null {
  const own = domainOf(pageUrl)
  const isDirectory = (node: JsonObject) =>
    domainOf(asText(node.url) ?? '') === own && new URL(asText(node.url) ?? '').pathname === '/'
  return (
    ofType(nodes, 'Organization').find((node) => asText(node.name) !== null && !isDirectory(node)) ?? null
  )
}

export function companyFromLinkedData(nodes: readonly JsonObject[], pageUrl: string): CompanyFacts | null {
  const node = organizationOf(nodes, pageUrl)
  if (!node) return null
  const logo = linkedImage(node.logo)
  return {
    name: asText(node.name),
    website: websiteOf(node, pageUrl),
    description: asText(node.description),
    industry: asText(asList(node.industry)[0]),
    founded: toInteger(/^\d{4}(?=$|-)/.exec(asText(node.foundingDate) ?? '')?.[0]),
    ...staffOf(node.numberOfEmployees),
    headquarter: headquarterOf(asObject(asList(node.address)[0])),
    logo_url: logo === null ? null : unwrapLink(logo, pageUrl),
    specialities: asList(node.knowsAbout)
      .flatMap((topic) => (asText(topic) ?? asText(at(topic, 'name')) ?? '').split(/,\s+/))
      .filter((topic) => topic !== ''),
  }
}

function websiteOf(node: JsonObject, pageUrl: string): string | null {
  const url = asText(node.url)
  return url !== null && /^https?:\/\//i.test(url) && domainOf(url) !== domainOf(pageUrl) ? url : null
}

function staffOf(employees: unknown): Pick<CompanyFacts, 'staff_range' | 'staff_count'> {
  const least = toInteger(at(employees, 'minValue'))
  return {
    staff_range: least === null ? null : staffRangeOf(least, toInteger(at(employees, 'maxValue'))),
    staff_count: toInteger(at(employees, 'value') ?? employees),
  }
}

function headquarterOf(address: JsonObject | null): CompanyFacts['headquarter'] {
  const place = { city: asText(address?.addressLocality), country: linkedCountry(address) }
  return place.city === null && place.country === null ? null : place
}
