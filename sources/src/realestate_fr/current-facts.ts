// Reads what a listing offers from the sections of a current page, which are made for display: "390 000 €", "62,5 m²".
import { findObjects } from '@quarry/kit/read/find-objects'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asArray, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import {
  findTransaction,
  type ListingFacts,
  listFeatures,
  parseAmount,
  parseFloor,
  parseMeasure,
  toClass,
  toCountry,
  toLines,
  toMoment,
  toPropertyType,
  toTransaction,
} from './listing-facts.ts'

export function readCurrentFacts(classified: JsonObject, url: string): ListingFacts {
  const sections = asObject(classified.sections)
  const facts = asObjects(at(sections, 'hardFacts', 'facts'))
  const findFact = (type: string) => facts.find((fact) => fact.type === type)
  const readCount = (type: string) => toInteger(findFact(type)?.splitValue)
  const readArea = (type: string) => parseMeasure(findFact(type)?.splitValue ?? findFact(type)?.value)
  const floor = findFact('floor')
  const { distributionType, propertyType } = asObject(classified.rawData) ?? {}
  const { creationDate, updateDate } = asObject(classified.metadata) ?? {}
  return {
    price: readPrice(sections),
    description:
      toLines(at(sections, 'mainDescription', 'description')) ??
      toLines(at(sections, 'description', 'description')),
    property_type: toPropertyType(propertyType),
    transaction:
      toTransaction(distributionType) ??
      toTransaction(at(sections, 'price', 'base', 'type')) ??
      findTransaction(url),
    living_area: readArea('livingSpace'),
    land_area: readArea('plotSpace'),
    rooms: readCount('numberOfRooms'),
    bedrooms: readCount('numberOfBedrooms'),
    floor: parseFloor(floor?.splitValue) ?? parseFloor(floor?.value),
    ...readClasses(sections),
    address: readPlace(asObject(sections?.location)),
    features: listFeatures(
      [
        at(sections, 'features', 'preview'),
        ...asObjects(at(sections, 'features', 'details', 'categories')).map(({ elements }) => elements),
      ]
        .flatMap(asArray)
        .map((element) => at(element, 'value')),
    ),
    published_at: toMoment(creationDate),
    updated_at: toMoment(updateDate),
  }
}

function readPrice(sections: JsonObject | null): ListingFacts['price'] {
  const main = at(sections, 'price', 'base', 'main', 'value')
  const shown = at(sections, 'hardFacts', 'price')
  const price = parseAmount(at(shown, 'value')) ?? parseAmount(at(main, 'main', 'value'))
  const perMetre = [at(shown, 'additionalInformation'), at(main, 'alt', 'value')].find((text) =>
    /\/ ?m²/.test(asText(text) ?? ''),
  )
  const findLabelled = (label: RegExp): number | null => {
    const entry = findObjects(at(sections, 'price'), ['label', 'value']).find(({ label: own }) =>
      label.test(asText(at(own, 'main')) ?? asText(own) ?? ''),
    )
    const value = entry?.value
    return (
      parseAmount(at(value, 'main', 'value') ?? (asObject(value) ? at(value, 'value') : value))?.amount ??
      null
    )
  }
  return {
    amount: price?.amount ?? null,
    currency: price?.currency ?? null,
    per_m2: parseAmount(perMetre)?.amount ?? null,
    // "Loyer charges comprises" is the rent itself.
    charges: findLabelled(/^(?:dont )?(?:provisions? )?(?:pour |sur )?(?:les )?charges/i),
    previous_amount: findLabelled(
      /^(?:ancien prix|ancien loyer|prix pr[eé]c[eé]dent|loyer pr[eé]c[eé]dent)/i,
    ),
  }
}

/** A certificate has two scales; the one for greenhouse gases names them, else it is the second. */
function readClasses(sections: JsonObject | null): Pick<ListingFacts, 'energy_class' | 'emission_class'> {
  const scales = asObjects(at(sections, 'energy', 'certificates')).flatMap(({ scales }) => asObjects(scales))
  const isEmission = (scale: JsonObject) => /GES|GHG|CO2|EMISSION/i.test(asText(scale.type) ?? '')
  const emission = scales.find(isEmission) ?? scales[1]
  const energy = scales.find((scale) => scale !== emission && !isEmission(scale))
  const readClass = (scale: JsonObject | undefined) => toClass(at(scale, 'efficiencyClass', 'rating'))
  return { energy_class: readClass(energy), emission_class: readClass(emission) }
}

function readPlace(location: JsonObject | null): ListingFacts['address'] {
  const { street, district, city, zipCode, country } = asObject(location?.address) ?? {}
  const geometry = asObject(location?.geometry)
  // Most listings show the area around the home, which has no single place.
  const point = geometry?.type === 'Point' ? asArray(geometry.coordinates) : []
  return {
    street: asText(street),
    district: asText(district),
    city: asText(city),
    postal_code: asText(zipCode),
    country: toCountry(country),
    latitude: toNumber(point[1]),
    longitude: toNumber(point[0]),
  }
}
