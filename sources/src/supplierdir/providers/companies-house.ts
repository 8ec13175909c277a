// Suppliers in the United Kingdom from Companies House: a search by the code of a trade or by words of a name, and one
// company by its number or the address of its page there.
import { found, invalidParameter, notFound, pageChanged, searchProvider } from '@quarry/kit'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, asTexts } from '@quarry/kit/read/values'
import {
  britishCompaniesPerPage,
  britishCompaniesUrl,
  britishCompanyPage,
  britishCompanyUrl,
  britishSearchPage,
  companiesHouse,
  companiesHouseHost,
  companiesHousePageHost,
  isBritishNumber,
  isSicCode,
  lastBritishPage,
  readAdvancedSearch,
  readBritishCompany,
  readCountry,
  readCreationYear,
} from '../../apis/companies-house.ts'
import {
  createRegisterCompany,
  emptyAddress,
  emptySupplier,
  findType,
  foundInRegister,
  parseRegisterSearch,
  toProfile,
} from '../from-register.ts'
import type { SearchQuery, SearchRecord } from '../search-record.ts'
import type { Address, Supplier } from '../supplier.ts'

/** The search of the API, and the page of the same search for people. */
const searchPath = /^\/advanced-search\/(?:companies|get-results)\/?$/
const codeNames = ['sic_codes', 'sicCodes']
const searchForm = `https://${companiesHouseHost}/advanced-search/companies?company_name_includes=…`

export const companiesHouseSearch = searchProvider<SearchQuery, SearchRecord>({
  api: companiesHouse,
  example: { query: britishSearchPage('28140') },
  addressHosts: [companiesHouseHost, companiesHousePageHost],
  addressForm: `the URL of a search of Companies House (${searchForm}, or sic_codes=…)`,
  inputs: {
    query: `The address of a search for a trade by its code, or for a company by words of its name: \`${britishSearchPage('28140')}\`, \`${searchForm}\`, each with &page_number=….`,
  },
  address: ({ url }) => (searchPath.test(url.pathname) ? parseSearch(url.searchParams) : null),
  cannotAnswer: ({ register }) =>
    register === 'companies-house' ? null : `must be the URL of a search of Companies House (${searchForm})`,

  page: ({ term, page }) => britishCompaniesUrl(term ?? '', page),

  extract(response, query) {
    const term = query.term ?? ''
    return foundInRegister('companies-house', query, {
      ...readAdvancedSearch(response, query.page),
      toSupplier: toBritishSupplier,
      isByName: !isSicCode(term),
      source: britishSearchPage(term),
    })
  },

  paramsFromUrl(url, { text, integer }) {
    const page = Math.floor((integer('start_index') ?? 0) / britishCompaniesPerPage) + 1
    const term = text('sic_codes', 'company_name_includes') ?? url
    return { query: `${britishSearchPage(term)}&page_number=${page}` }
  },
})

function parseSearch(params: URLSearchParams): SearchQuery {
  const query = parseRegisterSearch(params, {
    register: 'companies-house',
    terms: [...codeNames, 'company_name_includes', 'companyNameIncludes'],
    page: { name: 'page', first: 1 },
    lastPage: lastBritishPage,
  })
  // A term of five digits is a SIC code, any other term a company name.
  const hasCode = codeNames.some((name) => params.get(name)?.trim())
  if (hasCode !== isSicCode(query.term ?? ''))
    throw invalidParameter(
      'query',
      hasCode ? 'must be a search URL with one SIC code of five digits' : 'must have the code as sic_codes',
    )
  return query
}

const pagePath = /^\/company\/([a-z0-9]{8})\/?$/i

export const companiesHouseCompany = createRegisterCompany({
  api: companiesHouse,
  example: { query: britishCompanyPage('00445790') },
  addressHosts: [companiesHousePageHost, companiesHouseHost],
  addressForm: `the URL of a company on ${companiesHousePageHost} (/company/<number>)`,
  inputs: {
    query: `A British company number of eight characters (00445790, SC123456), or the address of a company: \`${britishCompanyPage('00445790')}\`.`,
  },
  numberName: 'britishNumber',
  isNumber: isBritishNumber,
  pagePath,
  problem: 'must be a company number of eight characters for Companies House',
  toUrl: britishCompanyUrl,

  extract(response, number) {
    const company = readBritishCompany(response)
    if (company === null) return notFound
    const supplier = toBritishSupplier(company)
    if (supplier?.tgrams_id !== number) throw pageChanged('companies-house: another company')
    return found(
      // The codes of its trades have no labels.
      { ...toProfile(supplier, readBritishForm(company)), products_and_services: null },
      { form: 'companies-house', source: britishCompanyPage(number) },
    )
  },

  paramsFromUrl: (url) => ({ query: britishCompanyPage(pagePath.exec(new URL(url).pathname)?.[1] ?? url) }),
})

function toBritishSupplier(company: JsonObject): Supplier | null {
  const number = asText(company.company_number)
  const name = asText(company.company_name)
  if (number === null || !isBritishNumber(number) || name === null) return null
  const codes = asTexts(company.sic_codes)
  return {
    ...emptySupplier,
    url: britishCompanyPage(number),
    name,
    type: findType(codes[0] ?? null),
    address: toAddress(asObject(company.registered_office_address)),
    // The register has no labels of trades.
    headings: codes.length > 0 ? codes.map((code) => ({ heading_id: code, natural_name: null })) : null,
    tgrams_id: number,
    year_founded: readCreationYear(company),
  }
}

/** ISO 3166-2 codes of the parts of the United Kingdom. */
const partCodes: Readonly<Record<string, string>> = {
  England: 'ENG',
  Scotland: 'SCT',
  Wales: 'WLS',
  'Northern Ireland': 'NIR',
}

function toAddress(address: JsonObject | null): Address {
  if (address === null) return emptyAddress
  const part = asText(address.country)
  const code = (part !== null && partCodes[part]) || null
  return {
    ...emptyAddress,
    zip: asText(address.postal_code),
    city: asText(address.locality),
    state: code,
    state_name: code === null ? null : part,
    county: asText(address.region),
    country: readCountry(address),
    address1: joinStreet(asText(address.premises), asText(address.address_line_1)),
    address2: asText(address.address_line_2),
  }
}

/** `9 Mast Lane`; the name of a house gets a comma. */
function joinStreet(premises: string | null, street: string | null): string | null {
  const separator = /^\d+\w?$/.test(premises ?? '') ? ' ' : ', '
  return [premises, street].filter((part) => part !== null).join(separator) || null
}

const legalForms: Readonly<Record<string, string>> = {
  ltd: 'Private limited company',
  plc: 'Public limited company',
  llp: 'Limited liability partnership',
  'limited-partnership': 'Limited partnership',
  'private-unlimited': 'Private unlimited company',
  'private-limited-guarant-nsc': 'Private company limited by guarantee',
  'charitable-incorporated-organisation': 'Charitable incorporated organisation',
  'oversea-company': 'Overseas company',
}

/** Legal forms in words. Other types stay as the register writes them. */
function readBritishForm(company: JsonObject): string | null {
  const type = asText(company.type) ?? asText(company.company_type)
  return type === null ? null : (legalForms[type] ?? type)
}
