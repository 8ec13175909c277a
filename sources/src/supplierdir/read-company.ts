// Reads a supplier's profile from the company of a page state. A profile has the fields of a search result and more.
import { isUrl } from '@quarry/kit/is-url'
import { type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asObject, asText } from '@quarry/kit/read/values'
import { type CompanyRecord, document } from './company-record.ts'
import { readList, readTexts, toAbsoluteUrl, toSupplier } from './read-supplier.ts'
import { type Address, address, entryFields, locationType, person } from './supplier.ts'

export function toCompany(item: JsonObject, pageUrl: string, lists: ListReader): CompanyRecord | null {
  const supplier = toSupplier(item, pageUrl)
  if (!supplier) return null
  const fields = asObject(toSnakeCase(item)) ?? {}
  /** A missing list is null, not empty. */
  const readSide = <T>(list: string, value: unknown, read: (entry: JsonObject) => T | null): T[] | null =>
    Array.isArray(value) ? lists.side(list, toEntries(value), read) : null
  const offers = [fields.families, fields.other_headings].filter(Array.isArray).flat()
  const hasOffers = Array.isArray(fields.families) || Array.isArray(fields.other_headings)
  return {
    ...supplier,
    heading_brands: readSide('heading_brands', fields.heading_brands, (entry) => withName(entry, {})),
    premiums: readTexts(fields.premiums),
    personnel: readList(person, fields.personnel),
    location_types: readList(locationType, fields.location_types) ?? [],
    is_affiliation_page: readFields(entryFields.is_affiliation_page, fields.is_affiliation_page),
    description_by_company: asText(fields.description_by_company),
    products_and_services: readSide('products_and_services', hasOffers ? offers : null, readOffer),
    brands: readSide('brands', fields.brands, (entry) => withName(entry, {})),
    certifications: readSide('certifications', listCertifications(item.certificationTotals), (entry) =>
      withName(entry, { count: toInteger(entry.total ?? entry.count) }, ['name', 'type', 'label']),
    ),
    ownership: {
      type: asText(fields.ownership_type),
      member_of: readSide('member_of', fields.affiliated_member_of, (entry) =>
        withName(entry, {
          url: readUrl(entry.url, pageUrl),
          tgrams_id: asText(entry.tgrams_id),
        }),
      ),
    },
    locations: readSide('locations', fields.locations, (entry) => {
      const place = readFields(address, asObject(entry.address) ?? {})
      if (Object.values(place).every((part) => part === null)) return null
      return {
        url: readUrl(entry.url, pageUrl),
        tgrams_id: asText(entry.tgrams_id),
        address: isSamePlace(place, supplier.address) ? supplier.address : place,
      }
    }),
    contact: {
      phone: supplier.primary_phone,
      fax: asText(fields.fax),
      email: asText(fields.email),
      website: supplier.website,
    },
    social: readSide('social', fields.social, (entry) => {
      const account = asText(entry.account_id)
      const url = asText(entry.url) ?? (account && isUrl(account) ? account : null)
      return { account_id: account, type: asText(entry.type), url: readUrl(url, pageUrl) }
    }),
    additional_information: readList(document, fields.additional_information),
  }
}

/** The list shows city, state and ZIP code; the company's own entry in it has the whole address elsewhere. */
const isSamePlace = (shown: Address, own: Address): boolean =>
  shown.address1 === null && shown.city === own.city && shown.zip === own.zip && shown.state === own.state

function withName<T extends object>(entry: JsonObject, rest: T, keys: readonly string[] = ['name']) {
  const name = keys.map((key) => asText(entry[key])).find((text) => text !== null)
  return name === undefined || name === null ? null : { name, ...rest }
}

/** A product family, or a category in the form of a search result. */
const readOffer = (entry: JsonObject) =>
  withName(entry, { id: asText(entry.id ?? entry.heading_id) }, ['name', 'natural_name'])

/** A list of certifications, or an object with a number for each name. */
function listCertifications(value: unknown): unknown {
  const totals = asObject(value)
  return totals ? Object.entries(totals).map(([name, total]) => ({ name, total })) : value
}

/** Without the query string, which tracks how visitors came. */
function readUrl(link: unknown, pageUrl: string): string | null {
  const text = asText(link)
  const url = text === null ? null : toAbsoluteUrl(text, pageUrl)
  if (!url) return null
  url.hash = ''
  url.searchParams.delete('cid')
  return url.href
}
