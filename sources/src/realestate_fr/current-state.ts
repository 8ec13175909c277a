// Reads a listing from the state of current pages. Few of its names are the record's; fields without a counterpart
// are null.
import { type Page, pageChanged } from '@quarry/kit'
import { findObjects } from '@quarry/kit/read/find-objects'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asArray, asBoolean, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { readAgencyId, readLegalNotice, toProfession } from './agency.ts'
import { buildFacts, findTransaction, type ListingFacts, parseAmount, toCountry } from './listing-facts.ts'
import {
  type Agency,
  buildPhoto,
  emptyAgency,
  type Photo,
  type PropertyQuery,
  type ReadListing,
} from './listing-record.ts'

export function readCurrentState(state: unknown, page: Page, query: PropertyQuery): ReadListing {
  const app = at(state, 'app_cldp')
  const classified = asObject(at(app, 'data', 'classified'))
  const codes = [classified?.statusCode, at(app, 'data', 'statusCode'), at(app, 'error', 'statusCode')]
  if (codes.map(toInteger).some((code) => code === 404 || code === 410)) return 'gone'
  if (!classified) return null
  if (asBoolean(at(classified, 'metadata', 'isNewBuildProject')))
    throw pageChanged('a new-build programme, not a listing')
  const contact = asObject(classified.contactSections)
  if (!contact && !asObject(classified.sections)) return null
  const legacyId = at(classified, 'metadata', 'legacyId') ?? contact?.legacyId
  const url = asText(at(classified, 'seo', 'headInfo', 'canonical')) ?? page.url
  return {
    agency: readAgency(contact),
    seeker: null,
    contact: null,
    listing: {
      url: {
        value: url,
        nature: null,
        business_unit_type: asText(at(classified, 'legacyTracking', 'site')),
      },
      early_access: null,
      listing_detail: {
        // A sister site's listing has an id that is not a number: null, even if the address has a number.
        id: legacyId === undefined || legacyId === null ? query.id : toInteger(legacyId),
        media: { photos: readPhotos(classified) },
        ...readFacts(classified, url),
      },
    },
  }
}

function readAgency(contact: JsonObject | null): Agency {
  const provider = asObject(contact?.provider)
  const card = asObject(provider?.intermediaryCard)
  const rating = asObject(provider?.rating)
  const phoneParts = ['contactCard', 'provider', 'static']
  const phones = phoneParts.flatMap((part) => asTexts(at(contact, part, 'phoneNumbers')))
  return {
    ...emptyAgency,
    id: readAgencyId(asText(provider?.profileUrl)),
    logo: asText(card?.logoUrl) ?? asText(at(contact, 'contactCard', 'agencyLogo', 'logoUrl')),
    name: asText(card?.title),
    id_rcu: asText(contact?.agencyId),
    rating: rating && {
      rating: toNumber(rating.rating),
      review_url: asText(rating.link),
      review_count: toInteger(rating.reviews),
    },
    address: asText(provider?.address),
    fees_url: asText(provider?.feeUrl),
    description: asText(provider?.description),
    website_url: asText(provider?.website),
    legal_notice: readLegalNotice(asArray(provider?.agencyLegalInformations)),
    phone_number: phones[0] ?? null,
    profession_type: toProfession(provider?.publisherType),
    profil_page_url: asText(provider?.profileUrl),
  }
}

function readPhotos(classified: JsonObject): Photo[] {
  const gallery = asObjects(at(classified, 'sections', 'gallery', 'images'))
  const images = gallery.length > 0 ? gallery : asObjects(at(classified, 'domains', 'medias', 'images'))
  // Captions are French on the French site; sister sites state their language.
  const isFrench = [null, 'fr'].includes(asText(at(classified, 'tracking', 'av_language')))
  return images.flatMap((image) => {
    const url = asText(image.url)
    const descriptive_fr = isFrench ? asText(image.description) : null
    return url === null ? [] : [buildPhoto(url, { id: toInteger(image.id), descriptive_fr })]
  })
}

/** What the listing offers, from sections that are made for display: "390 000 €", "62,5 m²". */
function readFacts(classified: JsonObject, url: string): ListingFacts {
  const sections = asObject(classified.sections)
  const facts = asObjects(at(sections, 'hardFacts', 'facts'))
  const findFact = (type: string) => facts.find((fact) => fact.type === type)
  const listArea = (type: string) => [findFact(type)?.splitValue ?? findFact(type)?.value]
  const { distributionType, propertyType } = asObject(classified.rawData) ?? {}
  const { creationDate, updateDate } = asObject(classified.metadata) ?? {}
  const candidates = {
    description: [at(sections, 'mainDescription', 'description'), at(sections, 'description', 'description')],
    property_type: [propertyType],
    transaction: [distributionType, at(sections, 'price', 'base', 'type'), findTransaction(url)],
    living_area: listArea('livingSpace'),
    land_area: listArea('plotSpace'),
    rooms: [findFact('numberOfRooms')?.splitValue],
    bedrooms: [findFact('numberOfBedrooms')?.splitValue],
    floor: [findFact('floor')?.splitValue, findFact('floor')?.value],
    ...readClasses(sections),
    published_at: [creationDate],
    updated_at: [updateDate],
  }
  const features = [
    at(sections, 'features', 'preview'),
    ...asObjects(at(sections, 'features', 'details', 'categories')).map(({ elements }) => elements),
  ]
  return buildFacts(candidates, {
    price: readPrice(sections),
    address: readPlace(asObject(sections?.location)),
    features: features.flatMap(asArray).map((element) => at(element, 'value')),
  })
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
function readClasses(sections: JsonObject | null) {
  const scales = asObjects(at(sections, 'energy', 'certificates')).flatMap(({ scales }) => asObjects(scales))
  const isEmission = (scale: JsonObject) => /GES|GHG|CO2|EMISSION/i.test(asText(scale.type) ?? '')
  const emission = scales.find(isEmission) ?? scales[1]
  const energy = scales.find((scale) => scale !== emission && !isEmission(scale))
  const listClass = (scale: JsonObject | undefined) => [at(scale, 'efficiencyClass', 'rating')]
  return { energy_class: listClass(energy), emission_class: listClass(emission) }
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
