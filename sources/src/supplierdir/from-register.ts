// What the providers of national registers share: the fields that no register has, the records made from a supplier,
// the search addresses (one parameter with words or a code, and the page), and the lookup of one company by its number.
import {
  found,
  invalidParameter,
  type Outcome,
  type Page,
  type Provider,
  provider,
  type UrlParams,
} from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import type { readAdvancedSearch } from '../apis/companies-house.ts'
import type { CompanyQuery, CompanyRecord, RegisterQuery } from './company-record.ts'
import type { SearchQuery, SearchRecord } from './search-record.ts'
import { address, entryFields, type NameMatch, type Supplier, supplierFields } from './supplier.ts'

const toNulls = <T extends object>(fields: T) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as { [K in keyof T]: null }

const { url, name, address: ownAddress, tgrams_id, ...otherFields } = supplierFields

/** A supplier with nothing but a name and an address. */
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

type RegisterAddress = {
  register: NonNullable<SearchQuery['register']>
  /** The parameters that may have the words or the code; one of them must be set. */
  terms: readonly string[]
  /** The register's own parameter of the page, and the number of its first page. */
  page: { name: string; first: number }
  lastPage: number
}

/** Parses the search address of a register. Throws `invalidParameter` for a search that its provider cannot make. */
export function parseRegisterSearch(
  params: URLSearchParams,
  { register, terms, page: own, lastPage }: RegisterAddress,
): SearchQuery {
  const filled = [...params].filter(([, value]) => value.trim() !== '')
  const words = filled.filter(([name]) => terms.includes(name))
  const term = words[0]?.[1].replace(/\s+/g, ' ').trim() ?? ''
  if (words.length !== 1)
    throw invalidParameter('query', `must be a search URL with one ${terms.join(' or ')}`)
  if (/\p{Cc}/u.test(term)) throw invalidParameter('query', 'must not contain control characters')
  const numbers = filled.filter(([name]) => name === own.name || name === 'page_number')
  const [name, stated] = numbers[0] ?? ['page_number', '1']
  const number = toInteger(stated)
  const page = number === null ? 0 : number + (name === own.name ? 1 - own.first : 0)
  if (page < 1 || page > lastPage || numbers.length > 1)
    throw invalidParameter('query', `must be a URL with one page_number from 1 to ${lastPage}`)
  const accepted = [...terms, own.name, 'page_number']
  const other = filled.find(([key]) => !accepted.includes(key))
  if (other) throw invalidParameter('query', `must be a search URL without ${other[0].slice(0, 40)}`)
  const search = new URLSearchParams({ searchterm: term, ...(page > 1 ? { page_number: String(page) } : {}) })
  return { term, page, path: '/suppliers/search', search: `?${search}`, register }
}

type Common = 'api' | 'example' | 'addressHosts' | 'addressForm' | 'inputs' | 'readsMissing'

type Register = Pick<Provider<CompanyQuery, CompanyRecord>, Common> & {
  /** Under this name a query has a number of this register. */
  numberName: keyof RegisterQuery
  isNumber: (text: string) => boolean
  /** The path of a company's page; its group is the number. */
  pagePath: RegExp
  /** What is wrong with a query without a number of this register. */
  problem: string
  toUrl: (number: string) => string
  extract: (response: Page, number: string) => Outcome<CompanyRecord>
  paramsFromUrl: (url: string, urlParams: UrlParams) => Record<string, unknown>
}

/** A provider of single companies: by the number of a company, or the address of its page in the register. */
export function createRegisterCompany(register: Register): Provider<CompanyQuery, CompanyRecord> {
  const { numberName, isNumber, pagePath, problem, toUrl, extract, ...common } = register
  const findNumber = (query: CompanyQuery): string | null => {
    if (!('id' in query)) return query[numberName] ?? null
    return query.slug === null && isNumber(query.id) ? query.id : null
  }
  return provider<CompanyQuery, CompanyRecord>({
    ...common,
    hasOnlySome: true,
    address({ url }) {
      const number = pagePath.exec(url.pathname)?.[1]?.toUpperCase() ?? ''
      return isNumber(number) ? { [numberName]: number } : null
    },
    cannotAnswer: (query) => (findNumber(query) === null ? problem : null),
    page: (query) => toUrl(findNumber(query) ?? ''),
    extract: (response, query) => extract(response, findNumber(query) ?? ''),
  })
}
