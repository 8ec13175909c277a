// Suppliers in the United Kingdom from Companies House: by the code of a trade, or by words of a name.
import { invalidParameter, searchProvider } from '@quarry/kit'
import {
  britishCompaniesPerPage,
  britishCompaniesUrl,
  britishSearchPage,
  companiesHouse,
  companiesHouseHost,
  companiesHousePageHost,
  isSicCode,
  lastBritishPage,
  readAdvancedSearch,
} from '../../apis/companies-house.ts'
import { toBritishSupplier } from '../british-supplier.ts'
import { foundInRegister } from '../from-register.ts'
import { parseRegisterSearch } from '../register-address.ts'
import type { SearchQuery, SearchRecord } from '../search-record.ts'

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

  extract(answer, query) {
    const term = query.term ?? ''
    return foundInRegister('companies-house', query, {
      ...readAdvancedSearch(answer, query.page),
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
