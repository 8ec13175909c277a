// Reads a listing from the state of current pages. Few of its names are the record's; fields without a counterpart
// are null.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asArray, asBoolean, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { readAgencyId, toProfession } from './agency-spelling.ts'
import { readCurrentFacts } from './current-facts.ts'
import { readLegalNotice } from './legal-notice.ts'
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
        ...readCurrentFacts(classified, url),
      },
    },
  }
}

function readAgency(contact: JsonObject | null): Agency {
  const provider = asObject(contact?.provider)
  const card = asObject(provider?.intermediaryCard)
  const rating = asObject(provider?.rating)
  const phones = [
    at(contact, 'contactCard', 'phoneNumbers'),
    at(contact, 'provider', 'phoneNumbers'),
    at(contact, 'static', 'phoneNumbers'),
  ].flatMap(asArray)
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
    phone_number: phones.map(asText).find((phone) => phone !== null) ?? null,
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
