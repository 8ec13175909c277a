// Reads a listing from the state of older pages: the record's own fields in camelCase.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { toInteger } from '@quarry/kit/read/numbers'
import { readFields } from '@quarry/kit/read/read-fields'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { readAgencyId, readSiren, toProfession } from './agency-spelling.ts'
import {
  type Agency,
  agency,
  bookAVisit,
  type ListingRecord,
  type Photo,
  type PropertyQuery,
  photo,
  type ReadListing,
} from './listing-record.ts'
import { readOldFacts } from './old-facts.ts'

export function readOldState(state: unknown, page: Page, query: PropertyQuery): ReadListing {
  const props = asObject(at(state, 'props', 'pageProps'))
  if (!props) return null
  const codes = [props.statusCode, props.errorCode, at(props.listingData, 'statusCode')].map(toInteger)
  if (codes.includes(404) || codes.includes(410) || at(state, 'page') === '/404') return 'gone'
  if (asObject(at(props.listingData, 'listing'))) return readListing(props.listingData, page, query)
  if (Object.keys(props).some((key) => /^(?:new)?(?:program|newbuild|development)/i.test(key)))
    throw pageChanged('a new-build programme, not a listing')
  return null
}

function readListing(listingData: unknown, page: Page, query: PropertyQuery): ListingRecord {
  const data = toSnakeCase(listingData)
  const listing = at(data, 'listing')
  const photos = asObjects(at(listing, 'listing_detail', 'media', 'photos')).map((item) =>
    readFields(photo, item),
  )
  const url = asText(at(listing, 'url', 'value')) ?? page.url
  return {
    agency: readAgency(at(data, 'agency')),
    seeker: at(data, 'seeker') ?? null,
    contact: asObject(at(data, 'contact')) && {
      book_a_visit:
        asObject(at(data, 'contact', 'book_a_visit')) &&
        readFields(bookAVisit, at(data, 'contact', 'book_a_visit')),
    },
    listing: {
      url: {
        value: url,
        nature: toInteger(at(listing, 'url', 'nature')),
        business_unit_type: asText(at(listing, 'url', 'business_unit_type')),
      },
      early_access: at(listing, 'early_access') ?? null,
      listing_detail: {
        id: toInteger(at(listing, 'listing_detail', 'id')) ?? query.id,
        // A photo without any address cannot be shown.
        media: { photos: photos.filter(hasUrl) },
        ...readOldFacts(at(listingData, 'listing', 'listingDetail'), url),
      },
    },
  }
}

const hasUrl = (item: Photo): boolean =>
  Object.entries(item).some(([name, value]) => name.endsWith('_url') && value !== null)

function readAgency(value: unknown): Agency {
  const fields = readFields(agency, value)
  const { legal_notice: notice } = fields
  return {
    ...fields,
    id: fields.id ?? readAgencyId(fields.profil_page_url),
    legal_notice: notice && { ...notice, rcs_siren: readSiren(notice.rcs_siren) },
    profession_type: toProfession(fields.profession_type),
  }
}
