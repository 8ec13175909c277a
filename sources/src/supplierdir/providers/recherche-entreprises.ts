// Suppliers in France from the register of companies: those whose trade has the words of the search in its label. The
// words must be French. It knows where a firm is and how large, and neither its website nor its telephone.
import { invalidParameter } from '@quarry/kit/errors'
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { nafLabels } from '../../apis/naf-labels.ts'
import { findTrades } from '../../apis/naf-trades.ts'
import {
  companiesPerPage,
  companiesUrl,
  companyRegisterHost,
  companySearchPage,
  lastCompanyPage,
  readCompanies,
  rechercheEntreprises,
} from '../../apis/recherche-entreprises.ts'
import { supplierOf } from '../register-supplier.ts'
import type { SearchQuery, SearchRecord } from '../search-record.ts'

/** More would be a search for half of all firms. */
const mostTrades = 50

export const registerSearch = provider<SearchQuery, SearchRecord>({
  api: rechercheEntreprises,
  example: { query: `https://${companyRegisterHost}/rechercher?terme=robinetterie` },
  addressHosts: [companyRegisterHost],
  addressForm: `the URL of a search on ${companyRegisterHost} (/rechercher?terme=…)`,
  inputs: {
    query: `The address of a search for a trade in French: \`https://${companyRegisterHost}/rechercher?terme=robinetterie&page=1\`.`,
  },
  address: ({ url }) => (/^\/rechercher\/?$/.test(url.pathname) ? readAddress(url.searchParams) : null),
  // Where there is no search there is no answer, and never "no match".
  readsMissing: true,

  cannotAnswer({ term, page, search }) {
    const refuse = (problem: string) => ({ parameter: 'query', problem })
    if (term === null) return refuse('must be a search by words for the French register, not a category')
    if (new URLSearchParams(search).has('filters'))
      return refuse('must be a search without filters for the French register')
    if (page > lastCompanyPage)
      return refuse(`must be at most page ${lastCompanyPage} of a search for the French register`)
    const trades = findTrades(term).length
    if (trades === 0)
      return refuse('must be a search for a trade in French, in words of its label in the nomenclature (NAF)')
    return trades > mostTrades
      ? refuse(`must name the trade more closely: ${trades} trades of the French register have these words`)
      : null
  },

  page: ({ term, page }) => companiesUrl(findTrades(term ?? ''), page),

  extract(answer, { term }) {
    const { companies, total, page, pages, isCut } = readCompanies(answer)
    const lists = createListReader('recherche-entreprises')
    const results = lists.main('results', companies, supplierOf)
    return found(
      {
        filters: [],
        results,
        pagination: {
          current: page,
          per_page: companiesPerPage,
          total_pages: pages,
          has_next_page: page < pages,
          total_results: total,
        },
        search_term: term,
        company_name_matches: [],
      },
      {
        ...lists.counted(),
        source: companySearchPage(term ?? ''),
        ...(isCut ? { isPartial: true as const } : {}),
      },
    )
  },

  paramsFromUrl(url) {
    const asked = new URL(url).searchParams
    const trade = asked.get('activite_principale')?.split(',')[0] ?? ''
    const page = toInteger(asked.get('page')) ?? 1
    return { query: `${companySearchPage(nafLabels.get(trade) ?? url)}&page=${page}` }
  },
})

/** The same lookup as a search by words on the directory, in the one form that equal ones have. */
function readAddress(asked: URLSearchParams): SearchQuery {
  const terms = asked.getAll('terme')
  const term = terms[0]?.replace(/\s+/g, ' ').trim() ?? ''
  if (terms.length !== 1 || term === '')
    throw invalidParameter('query', 'must be a search URL with one terme')
  if (/\p{Cc}/u.test(term)) throw invalidParameter('query', 'must not contain control characters')
  // As the register writes it, or as the directory's own addresses have it, in which clients turn pages.
  const pages = [...asked.getAll('page'), ...asked.getAll('page_number')]
  const page = pages.length === 0 ? 1 : toInteger(pages[0])
  if (page === null || page < 1 || page > lastCompanyPage || pages.length > 1)
    throw invalidParameter('query', `must be a URL with one page from 1 to ${lastCompanyPage}`)
  const known = new Set(['terme', 'page', 'page_number'])
  const others = [...asked].find(([name, value]) => !known.has(name) && value !== '')
  if (others)
    throw invalidParameter(
      'query',
      `must be a search URL with terme and page alone, without ${others[0].slice(0, 40)}`,
    )
  const search = new URLSearchParams({
    searchterm: term,
    ...(page > 1 ? { page_number: String(page) } : {}),
  })
  return { term, page, path: '/suppliers/search', search: `?${search}` }
}
