// What the registers of companies share: the fields that no register has, and the records made from a supplier.
import { found, type Outcome } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import type { readAdvancedSearch } from '../apis/companies-house.ts'
import type { CompanyRecord } from './company-record.ts'
import type { SearchQuery, SearchRecord } from './search-record.ts'
import { address, entryFields, type NameMatch, type Supplier, supplierFields } from './supplier.ts'

const toNulls = <T extends object>(fields: T) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as { [K in keyof T]: null }

const { url, name, address: ownAddress, tgrams_id, ...otherFields } = supplierFields

/** A supplier of which nothing is known but its name and address. */
export const emptySupplier = toNulls(otherFields)
export const emptyAddress = toNulls(address.properties)
const emptyEntry = { ...toNulls(entryFields), location_types: [] }

/** `M` is a manufacturer, `D` a distributor: divisions 10 to 33 and 46 of NACE, on which national codes are built. */
export function findType(tradeCode: string | null): 'M' | 'D' | null {
  const division = Number(tradeCode?.slice(0, 2))
  if (division >= 10 && division <= 33) return 'M'
  return division === 46 ? 'D' : null
}

/** The reduced record of a company that was found by its name. */
function toNameMatch(supplier: Supplier): NameMatch {
  const { rank, heading_brands, pdm_text, capabilities, videos, distance, products, ...shared } = supplier
  return { ...shared, social: null, ...emptyEntry }
}

/** What the readers of all registers return; `isCut`: there are more companies than the register returns. */
type RegisterPage = ReturnType<typeof readAdvancedSearch> & {
  toSupplier: (company: JsonObject) => Supplier | null
  /** The term is a name and not a trade: the companies are matches of it. */
  isByName: boolean
  source: string
}

/** The outcome of a search; `form` is the name of the register. */
export function foundInRegister(
  form: string,
  { term }: SearchQuery,
  { companies, toSupplier, isByName, page, perPage, pages, total, isCut, source }: RegisterPage,
): Outcome<SearchRecord> {
  const lists = createListReader(form)
  const suppliers = lists.main(isByName ? 'company_name_matches' : 'results', companies, toSupplier)
  return found(
    {
      filters: [],
      results: isByName ? [] : suppliers,
      pagination: {
        current: page,
        per_page: perPage,
        total_pages: pages,
        has_next_page: pages !== null && page < pages,
        total_results: total,
      },
      search_term: term,
      company_name_matches: isByName ? suppliers.map(toNameMatch) : [],
    },
    { ...lists.counted(), source, ...(isCut ? { isPartial: true } : {}) },
  )
}

/** The profile of a supplier; its trades are what it offers, and its legal form is its type of ownership. */
export const toProfile = (supplier: Supplier, legalForm: string | null): CompanyRecord => ({
  ...supplier,
  ...emptyEntry,
  ...{ brands: null, social: null, additional_information: null },
  products_and_services:
    supplier.headings?.flatMap(({ heading_id: id, natural_name: name }) =>
      name === null ? [] : [{ id, name }],
    ) ?? null,
  certifications: null,
  ownership: { type: legalForm, member_of: null },
  locations: [{ url: supplier.url, tgrams_id: supplier.tgrams_id, address: supplier.address }],
  contact: { phone: supplier.primary_phone, fax: null, email: null, website: supplier.website },
})
