// A listing from the linked data of its page: what is left when no state can be read. Other listings on the page
// carry the same types, so a node with another number is never taken for this one.
import { isUrl } from '@quarry/kit/is-url'
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { filterByType, readTypes } from '@quarry/kit/read/json-ld'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import { agencyIdIn } from './agency-spelling.ts'
import { readListingPath } from './listing-path.ts'
import { type Agency, type ListingRecord, noAgency, type Photo, photoOfOneSize } from './listing-record.ts'
import type { PropertyQuery } from './property-query.ts'

const listingTypes = ['RealEstateListing', 'Accommodation', 'Residence', 'Product']

/** The record, or null where no node is this listing's. */
export function listingFromLinkedData(
  nodes: readonly JsonObject[],
  page: Page,
  query: PropertyQuery,
): ListingRecord | null {
  const wanted = query.id
  const candidates = listingTypes.flatMap((type) => filterByType(nodes, type))
  const named = candidates.find((node) => wanted !== null && idOf(node) === wanted)
  const node = named ?? candidates.find((candidate) => wanted === null || idOf(candidate) === null)
  if (!node) return null
  if (partsOf(node).some((part) => readTypes(part).includes('ApartmentComplex')))
    throw pageChanged('a new-build programme, which is no listing')
  return {
    agency: agencyOf(agentOf(node, nodes), page),
    seeker: null,
    contact: null,
    listing: {
      url: {
        value: asText(node.url) ?? asText(at(asObject(asList(node.offers)[0]), 'url')) ?? page.url,
        nature: null,
        business_unit_type: null,
      },
      early_access: null,
      listing_detail: { id: idOf(node) ?? wanted, media: { photos: photosOf(node) } },
    },
  }
}

/** The node and what it says it is about: a listing of a home, an offer of one. */
const partsOf = (node: JsonObject): JsonObject[] =>
  [
    node,
    ...[node.mainEntity, node.about, node.itemOffered].flatMap(asList),
    ...asList(node.offers).flatMap((offer) => asList(at(offer, 'itemOffered'))),
  ]
    .map(asObject)
    .filter((part) => part !== null)

/** The portal's number of the listing, as the node gives it; null where it gives none. */
function idOf(node: JsonObject): number | null {
  const given = partsOf(node).flatMap((part) => [
    part.sku,
    part.productID,
    ...asList(part.identifier).map((identifier) => at(identifier, 'value') ?? identifier),
  ])
  const number = given.map(toInteger).find((id) => id !== null)
  if (number !== undefined) return number
  const url = asText(node.url) ?? asText(node['@id'])
  return url !== null && isUrl(url) ? (readListingPath(new URL(url).pathname)?.id ?? null) : null
}

/** The agency: the node's own, or else the page's only one. */
function agentOf(node: JsonObject, nodes: readonly JsonObject[]): JsonObject | null {
  const roles = ['seller', 'offeredBy', 'broker', 'provider', 'author']
  const own = [...partsOf(node), ...asList(node.offers).map(asObject)]
    .flatMap((part) => roles.flatMap((role) => asList(part?.[role])))
    .map(asObject)
    .filter((agent) => agent !== null)
  const agents = filterByType(nodes, 'RealEstateAgent')
  return (
    filterByType(own, 'RealEstateAgent')[0] ??
    (agents.length === 1 ? agents[0] : undefined) ??
    filterByType(own, 'Organization')[0] ??
    null
  )
}

function agencyOf(agent: JsonObject | null, page: Page): Agency {
  if (!agent) return noAgency
  const url = asText(agent.url)
  const isProfile = url !== null && hostOf(url) === hostOf(page.url)
  return {
    ...noAgency,
    id: isProfile ? agencyIdIn(url) : null,
    logo: imageUrl(agent.logo) ?? imageUrl(asList(agent.image)[0]),
    name: asText(agent.name),
    rating: ratingOf(asObject(agent.aggregateRating)),
    address: addressText(agent.address),
    description: asText(agent.description),
    website_url: isProfile ? null : url,
    profil_page_url: isProfile ? url : null,
    phone_number: asText(agent.telephone),
  }
}

const hostOf = (url: string): string | null => (isUrl(url) ? new URL(url).hostname : null)

const ratingOf = (rating: JsonObject | null): Agency['rating'] =>
  rating && {
    rating: toNumber(rating.ratingValue),
    review_url: asText(rating.url),
    review_count: toInteger(rating.reviewCount) ?? toInteger(rating.ratingCount),
  }

function addressText(address: unknown): string | null {
  const parts = asObject(address)
  if (!parts) return asText(address)
  const town = [asText(parts.postalCode), asText(parts.addressLocality)].filter((part) => part !== null)
  return [asText(parts.streetAddress), town.join(' ')].filter((part) => part).join(', ') || null
}

const imageUrl = (image: unknown): string | null =>
  asText(image) ?? asText(at(image, 'contentUrl')) ?? asText(at(image, 'url'))

function photosOf(node: JsonObject): Photo[] {
  const images = partsOf(node)
    .map((part) => [...asList(part.image), ...asList(part.photo)])
    .find((found) => found.length > 0)
  return (images ?? []).flatMap((image) => {
    const url = imageUrl(image)
    if (url === null) return []
    const [width, height] = [toNumber(at(image, 'width')), toNumber(at(image, 'height'))]
    const isHorizontal = width === null || height === null ? null : width > height
    return [
      photoOfOneSize(url, { is_horizontal: isHorizontal, descriptive_fr: asText(at(image, 'caption')) }),
    ]
  })
}
