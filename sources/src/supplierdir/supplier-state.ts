// Suppliers from the objects of a page state: camelCase of the specification, with numbers for texts and texts for
// numbers.
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asBoolean, asObject, asObjects, asText, asTexts } from '@quarry/kit/read/values'
import { profileUrl } from './profile-url.ts'
import type { Address, NameMatch, SharedFields, Supplier } from './supplier.ts'

/** The supplier, or null where the object has no name. */
export function toSupplier(item: JsonObject, pageUrl: string): Supplier | null {
  const shared = sharedFields(item, pageUrl)
  if (!shared) return null
  return {
    ...shared,
    rank: decimalText(item.rank),
    heading_brands: listOrNull(item.headingBrands, (brand) => {
      const name = asText(brand.name)
      return name === null ? [] : [{ name }]
    }),
    pdm_text: asText(item.pdmText),
    capabilities: listOrNull(item.capabilities, (capability) => [
      { type: asText(capability.type), names: asTexts(capability.names) },
    ]),
    videos: listOrNull(item.videos, toVideo),
    distance: unknownShape(item.distance),
    products: unknownShape(item.products),
  }
}

/** The supplier as a match of its name, or null where the object has no name. */
export function toNameMatch(item: JsonObject, pageUrl: string): NameMatch | null {
  const shared = sharedFields(item, pageUrl)
  if (!shared) return null
  return {
    ...shared,
    social: listOrNull(item.social, (account) => [
      { account_id: asText(account.accountId), type: asText(account.type) },
    ]),
    premiums: Array.isArray(item.premiums) ? asTexts(item.premiums) : null,
    personnel: listOrNull(item.personnel, (person) => [
      { name: asText(person.name), title: asText(person.title) },
    ]),
    location_types: asObjects(item.locationTypes).map((type) => ({
      id: toInteger(type.id),
      name: asText(type.name),
    })),
    is_affiliation_page: asBoolean(item.isAffiliationPage),
    description_by_company: asText(item.descriptionByCompany),
  }
}

function sharedFields(item: JsonObject, pageUrl: string): SharedFields | null {
  const name = asText(item.name)
  const id = asText(item.tgramsId)
  if (name === null) return null
  return {
    url: profileUrl({ link: asText(item.url), name, id, pageUrl }),
    name,
    tier: asText(item.tier),
    type: asText(item.type),
    address: toAddress(asObject(item.address)),
    heading: headingOf(asObject(item.heading)),
    website: asText(item.website),
    headings: listOrNull(item.headings, (heading) => [
      { heading_id: asText(heading.headingId), natural_name: asText(heading.naturalName) },
    ]),
    logo_url: asText(item.logoUrl),
    tgrams_id: id,
    is_claimed: asBoolean(item.isClaimed),
    logo_title: asText(item.logoTitle),
    description: asText(item.description),
    annual_sales: asText(item.annualSales),
    catalog_type: unknownShape(item.catalogType),
    year_founded: asText(item.yearFounded),
    is_advertiser: asBoolean(item.isAdvertiser),
    primary_phone: asText(item.primaryPhone),
    is_top_responder: asBoolean(item.isTopResponder),
    number_employees: asText(item.numberEmployees),
    other_activities: Array.isArray(item.otherActivities) ? asTexts(item.otherActivities) : null,
    partner_verified: partnerVerified(item),
    is_multi_location: asBoolean(item.isMultiLocation),
    main_location_name: asText(item.mainLocationName),
    main_location_tgrams_id: asText(item.mainLocationTgramsId),
  }
}

const toAddress = (address: JsonObject | null): Address => ({
  zip: asText(address?.zip),
  city: asText(address?.city),
  zip4: asText(address?.zip4),
  state: asText(address?.state),
  county: asText(address?.county),
  country: asText(address?.country),
  address1: asText(address?.address1),
  address2: asText(address?.address2),
  address3: asText(address?.address3),
  latitude: toNumber(address?.latitude),
  longitude: toNumber(address?.longitude),
  state_name: asText(address?.stateName),
})

const headingOf = (heading: JsonObject | null): Supplier['heading'] =>
  heading && { name: asText(heading.name), description: asText(heading.description) }

const toVideo = (video: JsonObject): NonNullable<Supplier['videos']> => [
  {
    id: asText(video.id),
    title: asText(video.title),
    text: asText(video.text),
    description: asText(video.description),
    duration: asText(video.duration),
    url: asText(video.url),
    image: asText(video.image),
    label: asText(video.label),
    player: asText(video.player),
    type: asText(video.type),
    uploaded_date: asText(video.uploadedDate),
  },
]

/** The specification tells "none" from "not said": a list that the page lacks is null here, not empty. */
const listOrNull = <T>(value: unknown, read: (item: JsonObject) => T[]): T[] | null =>
  Array.isArray(value) ? asObjects(value).flatMap(read) : null

/** Fields whose shape is shown nowhere go through as they are, in the specification's spelling. */
const unknownShape = (value: unknown): unknown => toSnakeCase(value ?? null)

// The mark goes by the name of whichever partner grants it: `partnerVerified`, `<partner>Verified`.
function partnerVerified(item: JsonObject): boolean | null {
  const stated = asBoolean(item.partnerVerified)
  if (stated !== null) return stated
  const key = Object.keys(item).find(
    (name) =>
      /^[a-z][A-Za-z0-9]{0,40}Verified$/.test(name) && !/^(?:is|has|was|email|phone|address)/.test(name),
  )
  return key === undefined ? null : asBoolean(item[key])
}

/** A decimal number as text, without an exponent; what the site writes as text stays as it is written. */
function decimalText(value: unknown): string | null {
  const number = toNumber(value)
  if (number === null) return null
  const written = String(value).trim()
  if (!/e/i.test(written)) return written
  return Math.abs(number) < 1e21 ? withoutTrailingZeros(number.toFixed(12)) : null
}

function withoutTrailingZeros(decimal: string): string {
  let end = decimal.length
  while (decimal[end - 1] === '0') end -= 1
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}
