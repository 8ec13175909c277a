// Reads what a listing offers from its linked data: the listing, its home and its offer each have a part.
import { readTypes } from '@quarry/kit/read/json-ld'
import { linkedCountry } from '@quarry/kit/read/linked-values'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toPrice } from '@quarry/kit/read/prices'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import {
  findTransaction,
  type ListingFacts,
  listFeatures,
  parseFloor,
  parseMeasure,
  toLines,
  toMoment,
  toPropertyType,
  toTransaction,
} from './listing-facts.ts'

const homeTypes = ['Apartment', 'House', 'SingleFamilyResidence']

/** `parts` are the listing's node and its homes. */
export function readLinkedFacts(parts: readonly JsonObject[], url: string): ListingFacts {
  const find = <T>(read: (part: JsonObject) => T | null): T | null => {
    for (const part of parts) {
      const value = read(part)
      if (value !== null) return value
    }
    return null
  }
  const offer = find((part) => asObject(asList(part.offers)[0]))
  const price = toPrice(offer?.price)
  const address = find((part) => asObject(part.address))
  const geo = find((part) => asObject(part.geo))
  return {
    price: {
      amount: price?.amount ?? null,
      currency: price && (asText(offer?.priceCurrency) ?? price.currency),
      per_m2: null,
      charges: null,
      previous_amount: null,
    },
    description: find(({ description }) => toLines(description)),
    property_type: find((part) => toPropertyType(homeTypes.find((type) => readTypes(part).includes(type)))),
    transaction: toTransaction(asText(offer?.businessFunction)?.split(/[#/]/).at(-1)) ?? findTransaction(url),
    living_area: find(({ floorSize }) => parseMeasure(at(floorSize, 'value') ?? floorSize)),
    land_area: find(({ lotSize }) => parseMeasure(at(lotSize, 'value') ?? lotSize)),
    rooms: find(({ numberOfRooms: rooms }) => toInteger(at(rooms, 'value') ?? rooms)),
    bedrooms: find(({ numberOfBedrooms: bedrooms }) => toInteger(bedrooms)),
    floor: find(({ floorLevel }) => parseFloor(floorLevel)),
    energy_class: null,
    emission_class: null,
    address: {
      street: asText(address?.streetAddress),
      district: null,
      city: asText(address?.addressLocality),
      postal_code: asText(address?.postalCode),
      country: linkedCountry(address),
      latitude: toNumber(geo?.latitude),
      longitude: toNumber(geo?.longitude),
    },
    features: listFeatures(
      parts.flatMap((part) => asList(part.amenityFeature)).map((feature) => at(feature, 'name') ?? feature),
    ),
    published_at: find(({ datePosted }) => toMoment(datePosted)),
    updated_at: find(({ dateModified }) => toMoment(dateModified)),
  }
}
