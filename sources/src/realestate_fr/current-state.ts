// A listing from the state of current pages. Its names have little in common with the specification's: what has a
// counterpart is taken from there, the rest is null.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asArray, asBoolean, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { agencyIdIn, professionType } from './agency-spelling.ts'
import { readLegalNotice } from './legal-notice.ts'
import { type Agency, type ListingRecord, noAgency, type Photo, photoOfOneSize } from './listing-record.ts'
import type { PropertyQuery, Told } from './property-query.ts'

export function readCurrentState(state: unknown, page: Page, query: PropertyQuery): Told {
  const app = at(state, 'app_cldp')
  const classified = asObject(at(app, 'data', 'classified'))
  const codes = [classified?.statusCode, at(app, 'data', 'statusCode'), at(app, 'error', 'statusCode')]
  if (codes.map(toInteger).some((code) => code === 404 || code === 410)) return 'gone'
  if (!classified) return null
  if (asBoolean(at(classified, 'metadata', 'isNewBuildProject')))
    throw pageChanged('a new-build programme, which is no listing')
  const contact = asObject(classified.contactSections)
  if (!contact && !asObject(classified.sections)) return null
  return listingOf(classified, contact, page, query)
}

function listingOf(
  classified: JsonObject,
  contact: JsonObject | null,
  page: Page,
  query: PropertyQuery,
): ListingRecord {
  const legacyId = at(classified, 'metadata', 'legacyId') ?? contact?.legacyId
  return {
    agency: agencyOf(contact),
    seeker: null,
    contact: null,
    listing: {
      url: {
        value: asText(at(classified, 'seo', 'headInfo', 'canonical')) ?? page.url,
        nature: null,
        business_unit_type: asText(at(classified, 'legacyTracking', 'site')),
      },
      early_access: null,
      listing_detail: {
        // A sister site's listing has an id that is no number: then there is none, whatever the address says.
        id: legacyId === undefined || legacyId === null ? query.id : toInteger(legacyId),
        media: { photos: photosOf(classified) },
      },
    },
  }
}

function agencyOf(contact: JsonObject | null): Agency {
  const provider = asObject(contact?.provider)
  const card = asObject(provider?.intermediaryCard)
  const phones = [
    at(contact, 'contactCard', 'phoneNumbers'),
    at(contact, 'provider', 'phoneNumbers'),
    at(contact, 'static', 'phoneNumbers'),
  ].flatMap(asArray)
  return {
    ...noAgency,
    id: agencyIdIn(asText(provider?.profileUrl)),
    logo: asText(card?.logoUrl) ?? asText(at(contact, 'contactCard', 'agencyLogo', 'logoUrl')),
    name: asText(card?.title),
    id_rcu: asText(contact?.agencyId),
    rating: ratingOf(asObject(provider?.rating)),
    address: asText(provider?.address),
    fees_url: asText(provider?.feeUrl),
    description: asText(provider?.description),
    website_url: asText(provider?.website),
    legal_notice: readLegalNotice(asArray(provider?.agencyLegalInformations)),
    phone_number: phones.map(asText).find((phone) => phone !== null) ?? null,
    profession_type: professionType(provider?.publisherType),
    profil_page_url: asText(provider?.profileUrl),
  }
}

const ratingOf = (rating: JsonObject | null): Agency['rating'] =>
  rating && {
    rating: toNumber(rating.rating),
    review_url: asText(rating.link),
    review_count: toInteger(rating.reviews),
  }

function photosOf(classified: JsonObject): Photo[] {
  const gallery = asObjects(at(classified, 'sections', 'gallery', 'images'))
  const images = gallery.length > 0 ? gallery : asObjects(at(classified, 'domains', 'medias', 'images'))
  // A caption is French on the French site; its sister sites say which language they speak.
  const language = asText(at(classified, 'tracking', 'av_language'))
  const isFrench = language === null || language === 'fr'
  return images.flatMap((image) => {
    const url = asText(image.url)
    if (url === null) return []
    return [
      photoOfOneSize(url, {
        id: toInteger(image.id),
        descriptive_fr: isFrench ? asText(image.description) : null,
      }),
    ]
  })
}
