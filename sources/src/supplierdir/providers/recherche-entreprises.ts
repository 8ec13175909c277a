// Suppliers in France from the register of companies: firms whose trade has the words of the search in its label. The
// words must be French. Words that no label has are searched as the name of a company. The register has the place and
// size of a firm, but neither website nor telephone.
import { invalidParameter, searchProvider } from '@quarry/kit'
import { toInteger } from '@quarry/kit/read/numbers'
import { findTrades, nafLabels } from '../../apis/french-codes.ts'
import {
  type CompanySearch,
  companiesUrl,
  companyRegisterHost,
  companySearchPage,
  lastCompanyPage,
  readCompanies,
  rechercheEntreprises,
} from '../../apis/recherche-entreprises.ts'
import { foundInRegister } from '../from-register.ts'
import { toSupplier } from '../register-supplier.ts'
import type { SearchQuery, SearchRecord } from '../search-record.ts'

/** A search for more would match a large share of all firms. */
const maxTrades = 50

export const registerSearch = searchProvider<SearchQuery, SearchRecord>({
  api: rechercheEntreprises,
  example: { query: `https://${companyRegisterHost}/rechercher?terme=robinetterie` },
  addressHosts: [companyRegisterHost],
  addressForm: `the URL of a search on ${companyRegisterHost} (/rechercher?terme=…)`,
  inputs: {
    query: `The address of a search for a trade in French, or for a company by name: \`https://${companyRegisterHost}/rechercher?terme=robinetterie&page=1\`.`,
  },
  address: ({ url }) => (/^\/rechercher\/?$/.test(url.pathname) ? parseSearch(url.searchParams) : null),

  cannotAnswer({ term, page, search, register }) {
    if (register !== undefined) return 'must be a search that the French register can answer'
    if (term === null) return 'must be a search by words for the French register, not a category'
    if (new URLSearchParams(search).has('filters'))
      return 'must be a search without filters for the French register'
    if (page > lastCompanyPage)
      return `must be at most page ${lastCompanyPage} of a search for the French register`
    const trades = findTrades(term).length
    if (trades === 0 && term.length < minNameChars)
      return `must be a search for at least ${minNameChars} characters of a name`
    return trades > maxTrades
      ? `must name the trade more precisely: ${trades} trades of the French register have these words`
      : null
  },

  page: ({ term, page }) => companiesUrl(toSearch(term ?? ''), page),

  extract(answer, query) {
    const term = query.term ?? ''
    return foundInRegister('recherche-entreprises', query, {
      ...readCompanies(answer),
      toSupplier,
      isByName: 'words' in toSearch(term),
      source: companySearchPage(term),
    })
  },

  paramsFromUrl(url, { text, integer }) {
    const trade = text('activite_principale')?.split(',')[0] ?? ''
    const page = integer('page') ?? 1
    return { query: `${companySearchPage(text('q') ?? nafLabels.get(trade) ?? url)}&page=${page}` }
  },
})

/** The register refuses shorter words. */
const minNameChars = 3

function toSearch(term: string): CompanySearch {
  const trades = findTrades(term)
  return trades.length > 0 ? { trades } : { words: term }
}

/** The query of the same search on the directory, so that equal searches have equal queries. */
function parseSearch(params: URLSearchParams): SearchQuery {
  const terms = params.getAll('terme')
  const term = terms[0]?.replace(/\s+/g, ' ').trim() ?? ''
  if (terms.length !== 1 || term === '')
    throw invalidParameter('query', 'must be a search URL with one terme')
  if (/\p{Cc}/u.test(term)) throw invalidParameter('query', 'must not contain control characters')
  // The register calls it `page`; clients that turn pages add the directory's `page_number`.
  const pages = [...params.getAll('page'), ...params.getAll('page_number')]
  const page = pages.length === 0 ? 1 : toInteger(pages[0])
  if (page === null || page < 1 || page > lastCompanyPage || pages.length > 1)
    throw invalidParameter('query', `must be a URL with one page from 1 to ${lastCompanyPage}`)
  const accepted = new Set(['terme', 'page', 'page_number'])
  const other = [...params].find(([name, value]) => !accepted.has(name) && value !== '')
  if (other)
    throw invalidParameter(
      'query',
      `must be a search URL with only terme and page, without ${other[0].slice(0, 40)}`,
    )
  const search = new URLSearchParams({
    searchterm: term,
    ...(page > 1 ? { page_number: String(page) } : {}),
  })
  return { term, page, path: '/suppliers/search', search: `?${search}` }
}
