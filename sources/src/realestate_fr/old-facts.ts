// Reads what a listing offers from the state of older pages, in its own names and mostly as numbers.
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import {
  findTransaction,
  type ListingFacts,
  listFeatures,
  parseFloor,
  parseMeasure,
  toClass,
  toCountry,
  toLines,
  toMoment,
  toPropertyType,
  toTransaction,
} from './listing-facts.ts'

/** `value` is `listing.listingDetail` of the state. */
export function readOldFacts(value: unknown, url: string): ListingFacts {
  const detail = asObject(value) ?? {}
  const price = asObject(detail.listingPrice)
  const address = asObject(detail.address)
  const amount = toNumber(price?.price)
  const unit = asText(price?.priceUnit) ?? asText(price?.currency)
  return {
    price: {
      amount,
      currency: amount === null || unit === null ? null : (toPrice(`1 ${unit}`)?.currency ?? null),
      per_m2: toNumber(price?.pricePerSquareMeter),
      charges: toNumber(at(price, 'alur', 'charges')),
      previous_amount: toNumber(at(price, 'priceEvolutionTrend', 'oldPrice')),
    },
    description: toLines(detail.descriptive),
    property_type: toPropertyType(detail.propertyType),
    transaction: toTransaction(detail.transactionType) ?? findTransaction(url),
    living_area: inSquareMetres(detail.surface, detail.surfaceUnit),
    land_area: inSquareMetres(detail.landSurface, detail.surfaceUnit),
    rooms: toInteger(detail.roomCount),
    bedrooms: toInteger(detail.bedroomCount),
    floor: parseFloor(detail.floor),
    energy_class: toClass(at(detail, 'energyBalance', 'dpe', 'category')),
    emission_class: toClass(at(detail, 'energyBalance', 'ges', 'category')),
    address: {
      street: asText(address?.street),
      district: asText(address?.district),
      city: asText(address?.city),
      postal_code: asText(address?.postalCode),
      country: toCountry(address?.country),
      latitude: toNumber(at(detail, 'coordinates', 'latitude')),
      longitude: toNumber(at(detail, 'coordinates', 'longitude')),
    },
    features: listFeatures(
      asObjects(detail.featureCategories)
        .flatMap(({ features }) => asObjects(features))
        .map(({ title }) => title),
    ),
    published_at: toMoment(detail.publicationDate),
    updated_at: toMoment(detail.updateDate),
  }
}

/** Null for any other unit. */
const inSquareMetres = (value: unknown, unit: unknown): number | null =>
  /^(?:m²|m2)?$/.test(asText(unit) ?? '') ? parseMeasure(value) : null
