// Reads a listing from the linked data of its page, for pages without a readable state. Other listings on the page have
// the same types, so a node with another number is never taken for this one.
import { type Page, pageChanged } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { filterByType, readTypes } from '@quarry/kit/read/json-ld'
import { linkedCountry, linkedImage, linkedWord } from '@quarry/kit/read/linked-values'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toPrice } from '@quarry/kit/read/prices'
import { asList, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { readAgencyId } from './agency.ts'
import { buildFacts, emptyFacts, findTransaction, type ListingFacts } from './listing-facts.ts'
import { readListingPath } from './listing-path.ts'
import { type Agency, buildPhoto, emptyAgency, type Photo, type PropertyQuery } from './listing-record.ts'

const listingTypes = ['RealEstateListing', 'Accommodation', 'Residence', 'Product']

/** The record, or null if no node is this listing's. */
export function readLinkedData(nodes: readonly JsonObject[], page: Page, { id }: PropertyQuery) {
  const candidates = listingTypes.flatMap((type) => filterByType(nodes, type))
  const node =
    candidates.find((candidate) => id !== null && readId(candidate) === id) ??
    candidates.find((candidate) => id === null || readId(candidate) === null)
  if (!node) return null
  if (listParts(node).some((part) => readTypes(part).includes('ApartmentComplex')))
    throw pageChanged('a new-build programme, not a listing')
  const url = asText(node.url) ?? asText(at(asList(node.offers)[0], 'url')) ?? page.url
  return {
    agency: readAgency(findAgent(node, nodes), page),
    seeker: null,
    contact: null,
    listing: {
      url: { value: url, nature: null, business_unit_type: null },
      early_access: null,
      listing_detail: {
        id: readId(node) ?? id,
        media: { photos: readPhotos(node) },
        ...readLinkedFacts(listParts(node), url),
      },
    },
  }
}

/** The node and its subjects: the home of a listing or of an offer. */
const listParts = (node: JsonObject): JsonObject[] =>
  asObjects([
    node,
    ...[node.mainEntity, node.about, node.itemOffered].flatMap(asList),
    ...asList(node.offers).flatMap((offer) => asList(at(offer, 'itemOffered'))),
  ])

/** The portal's number of the listing, or null. */
function readId(node: JsonObject): number | null {
  const ids = listParts(node).flatMap((part) => [
    part.sku,
    part.productID,
    ...asList(part.identifier).map((identifier) => at(identifier, 'value') ?? identifier),
  ])
  const id = ids.map(toInteger).find((number) => number !== null)
  if (id !== undefined) return id
  const url = asText(node.url) ?? asText(node['@id'])
  return url !== null && isUrl(url) ? (readListingPath(new URL(url).pathname)?.id ?? null) : null
}

/** The agency: the node's own, or else the page's only one. */
function findAgent(node: JsonObject, nodes: readonly JsonObject[]): JsonObject | null {
  const roles = ['seller', 'offeredBy', 'broker', 'provider', 'author']
  const parts = [...listParts(node), ...asObjects(asList(node.offers))]
  const candidates = asObjects(parts.flatMap((part) => roles.flatMap((role) => asList(part[role]))))
  const agents = filterByType(nodes, 'RealEstateAgent')
  return (
    filterByType(candidates, 'RealEstateAgent')[0] ??
    (agents.length === 1 ? agents[0] : undefined) ??
    filterByType(candidates, 'Organization')[0] ??
    null
  )
}

function readAgency(agent: JsonObject | null, page: Page): Agency {
  if (!agent) return emptyAgency
  const url = asText(agent.url)
  const isProfile = url !== null && isUrl(url) && new URL(url).hostname === new URL(page.url).hostname
  const rating = asObject(agent.aggregateRating)
  return {
    ...emptyAgency,
    id: isProfile ? readAgencyId(url) : null,
    logo: linkedImage(agent.logo) ?? linkedImage(agent.image),
    name: asText(agent.name),
    rating: rating && {
      rating: toNumber(rating.ratingValue),
      review_url: asText(rating.url),
      review_count: toInteger(rating.reviewCount) ?? toInteger(rating.ratingCount),
    },
    address: toAddressText(agent.address),
    description: asText(agent.description),
    website_url: isProfile ? null : url,
    profil_page_url: isProfile ? url : null,
    phone_number: asText(agent.telephone),
  }
}

function toAddressText(address: unknown): string | null {
  const parts = asObject(address)
  if (!parts) return asText(address)
  const town = [asText(parts.postalCode), asText(parts.addressLocality)].filter((part) => part !== null)
  return [asText(parts.streetAddress), town.join(' ')].filter((part) => part).join(', ') || null
}

function readPhotos(node: JsonObject): Photo[] {
  const images = listParts(node)
    .map((part) => [...asList(part.image), ...asList(part.photo)])
    .find((list) => list.length > 0)
  return (images ?? []).flatMap((image) => {
    const url = linkedImage(image)
    if (url === null) return []
    const [width, height] = [toNumber(at(image, 'width')), toNumber(at(image, 'height'))]
    const is_horizontal = width === null || height === null ? null : width > height
    return [buildPhoto(url, { is_horizontal, descriptive_fr: asText(at(image, 'caption')) })]
  })
}

const homeTypes = ['Apartment', 'House', 'SingleFamilyResidence']

/** What the listing offers; `parts` are its node and its homes. */
function readLinkedFacts(parts: readonly JsonObject[], url: string): ListingFacts {
  const [offer] = asObjects(parts.map((part) => asList(part.offers)[0]))
  const [address] = asObjects(parts.map((part) => part.address))
  const [geo] = asObjects(parts.map((part) => part.geo))
  const price = toPrice(offer?.price)
  const listValues = (name: string) => parts.map((part) => at(part[name], 'value') ?? part[name])
  const candidates = {
    description: parts.map(({ description }) => description),
    property_type: parts.map((part) => homeTypes.find((type) => readTypes(part).includes(type))),
    transaction: [linkedWord(offer?.businessFunction), findTransaction(url)],
    living_area: listValues('floorSize'),
    land_area: listValues('lotSize'),
    rooms: listValues('numberOfRooms'),
    bedrooms: parts.map(({ numberOfBedrooms }) => numberOfBedrooms),
    floor: parts.map(({ floorLevel }) => floorLevel),
    published_at: parts.map(({ datePosted }) => datePosted),
    updated_at: parts.map(({ dateModified }) => dateModified),
  }
  const features = parts.flatMap((part) => asList(part.amenityFeature))
  return buildFacts(candidates, {
    price: {
      ...emptyFacts.price,
      amount: price?.amount ?? null,
      currency: price && (asText(offer?.priceCurrency) ?? price.currency),
    },
    address: {
      ...emptyFacts.address,
      street: asText(address?.streetAddress),
      city: asText(address?.addressLocality),
      postal_code: asText(address?.postalCode),
      country: linkedCountry(address),
      latitude: toNumber(geo?.latitude),
      longitude: toNumber(geo?.longitude),
    },
    features: features.map((feature) => at(feature, 'name') ?? feature),
  })
}
