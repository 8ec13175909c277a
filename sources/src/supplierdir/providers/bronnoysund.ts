// Suppliers in Norway from the register in Brønnøysund: by the code of a trade, or by name.
import { found } from '@quarry/kit/outcome'
import { searchProvider } from '@quarry/kit/provider'
import { createListReader } from '@quarry/kit/read/list-reader'
import {
  bronnoysund,
  bronnoysundHost,
  bronnoysundPageHost,
  entitiesPerPage,
  entitiesUrl,
  entitySearchPage,
  isTradeCode,
  lastEntityPage,
  readEntities,
} from '../../apis/bronnoysund.ts'
import { toNameMatch } from '../from-register.ts'
import { toNorwegianSupplier } from '../norwegian-supplier.ts'
import { parseRegisterSearch } from '../register-address.ts'
import type { SearchQuery, SearchRecord } from '../search-record.ts'

const searchPath = /^\/(?:enhetsregisteret\/api|(?:nb|nn|en)\/oppslag)\/enheter\/?$/
const searchForm = `https://${bronnoysundHost}/enhetsregisteret/api/enheter?navn=…`

export const bronnoysundSearch = searchProvider<SearchQuery, SearchRecord>({
  api: bronnoysund,
  example: { query: entitySearchPage('28.14') },
  addressHosts: [bronnoysundHost, bronnoysundPageHost],
  addressForm: `the URL of a search in the Norwegian register (${searchForm}, or naeringskode=…)`,
  inputs: {
    query: `The address of a search for a trade by its code, or for a company by name: \`${entitySearchPage('28.14')}\`, \`${searchForm}\`, each with &page_number=….`,
  },
  address: ({ url }) =>
    searchPath.test(url.pathname)
      ? parseRegisterSearch(url.searchParams, {
          register: 'bronnoysund',
          terms: ['navn', 'naeringskode'],
          page: { name: 'page', first: 0 },
          lastPage: lastEntityPage,
        })
      : null,
  cannotAnswer: ({ register }) =>
    register === 'bronnoysund'
      ? null
      : {
          parameter: 'query',
          problem: `must be the URL of a search in the Norwegian register (${searchForm})`,
        },

  page: ({ term, page }) => entitiesUrl(term ?? '', page),

  extract(answer, { term }) {
    const { entities, total, page, pages, isCut } = readEntities(answer)
    const lists = createListReader('bronnoysund')
    const isByName = !isTradeCode(term ?? '')
    const suppliers = lists.main(isByName ? 'company_name_matches' : 'results', entities, toNorwegianSupplier)
    const totalPages = Math.min(pages, lastEntityPage)
    return found(
      {
        filters: [],
        results: isByName ? [] : suppliers,
        pagination: {
          current: page,
          per_page: entitiesPerPage,
          total_pages: totalPages,
          has_next_page: page < totalPages,
          total_results: total,
        },
        search_term: term,
        company_name_matches: isByName ? suppliers.map(toNameMatch) : [],
      },
      {
        ...lists.counted(),
        source: entitySearchPage(term ?? ''),
        ...(isCut ? { isPartial: true as const } : {}),
      },
    )
  },

  paramsFromUrl: (url, { text, integer }) => ({
    query: `${entitySearchPage(text('naeringskode', 'navn') ?? url)}&page_number=${(integer('page') ?? 0) + 1}`,
  }),
})
