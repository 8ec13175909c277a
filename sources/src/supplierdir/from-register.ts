// What the registers of companies share: the fields that no register has, and the records made from a supplier.
import type { CompanyRecord } from './company-record.ts'
import type { NameMatch, Supplier } from './supplier.ts'

/** A supplier of which nothing is known but its name and address. */
export const emptySupplier = {
  ...{ tier: null, type: null, heading: null, website: null, headings: null, logo_url: null },
  ...{ is_claimed: null, logo_title: null, description: null, annual_sales: null, catalog_type: null },
  ...{ year_founded: null, is_advertiser: null, primary_phone: null, is_top_responder: null },
  ...{ number_employees: null, other_activities: null, partner_verified: null, is_multi_location: null },
  ...{ main_location_name: null, main_location_tgrams_id: null, rank: null, heading_brands: null },
  ...{ pdm_text: null, capabilities: null, videos: null, distance: null, products: null },
}

export const emptyAddress = {
  ...{ zip: null, city: null, zip4: null, state: null, county: null, country: null, address1: null },
  ...{ address2: null, address3: null, latitude: null, longitude: null, state_name: null },
}

/** `M` is a manufacturer, `D` a distributor: divisions 10 to 33 and 46 of NACE, on which national codes are built. */
export function findType(tradeCode: string | null): 'M' | 'D' | null {
  const division = Number(tradeCode?.slice(0, 2))
  if (division >= 10 && division <= 33) return 'M'
  return division === 46 ? 'D' : null
}

/** The reduced record of a company that was found by its name. */
export function toNameMatch(supplier: Supplier): NameMatch {
  const { rank, heading_brands, pdm_text, capabilities, videos, distance, products, ...shared } = supplier
  return {
    ...shared,
    social: null,
    premiums: null,
    personnel: null,
    location_types: [],
    is_affiliation_page: null,
    description_by_company: null,
  }
}

/** The profile of a supplier; its trades are what it offers, and its legal form is its type of ownership. */
export const toProfile = (supplier: Supplier, legalForm: string | null): CompanyRecord => ({
  ...supplier,
  ...{ premiums: null, personnel: null, location_types: [], is_affiliation_page: null },
  ...{ description_by_company: null, brands: null, social: null, additional_information: null },
  products_and_services:
    supplier.headings?.flatMap(({ heading_id: id, natural_name: name }) =>
      name === null ? [] : [{ id, name }],
    ) ?? null,
  certifications: null,
  ownership: { type: legalForm, member_of: null },
  locations: [{ url: supplier.url, tgrams_id: supplier.tgrams_id, address: supplier.address }],
  contact: { phone: supplier.primary_phone, fax: null, email: null, website: supplier.website },
})
