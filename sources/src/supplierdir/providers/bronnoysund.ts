// Suppliers in Norway from the register in Brønnøysund: by the code of a trade, or by name.
import { searchProvider } from '@quarry/kit'
import {
  bronnoysund,
  bronnoysundHost,
  bronnoysundPageHost,
  entitiesUrl,
  entitySearchPage,
  isTradeCode,
  lastEntityPage,
  readEntities,
} from '../../apis/bronnoysund.ts'
import { foundInRegister } from '../from-register.ts'
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
      : `must be the URL of a search in the Norwegian register (${searchForm})`,

  page: ({ term, page }) => entitiesUrl(term ?? '', page),

  extract(answer, query) {
    const term = query.term ?? ''
    return foundInRegister('bronnoysund', query, {
      ...readEntities(answer),
      toSupplier: toNorwegianSupplier,
      isByName: !isTradeCode(term),
      source: entitySearchPage(term),
    })
  },

  paramsFromUrl: (url, { text, integer }) => ({
    query: `${entitySearchPage(text('naeringskode', 'navn') ?? url)}&page_number=${(integer('page') ?? 0) + 1}`,
  }),
})
