// Retailer A search (api-rules 2.17): products by words, page by page; each can be looked up by its ean.
import { endpoint } from '@quarry/kit'
import { isEan } from '@quarry/kit/read/ean'
import { createOpenFoodFactsSearch, parseSearch, searchParams } from '../shops/product-search.ts'
import { searchSite } from './providers/site.ts'
import { searchRecord } from './search-results.ts'

// Products whose number is not an EAN-13 cannot be looked up and are left out.
export const openFoodFactsSearch = createOpenFoodFactsSearch(isEan, (ean) => ({ ean }))

export const search = endpoint({
  method: 'GET',
  path: '/v2/retailer_a/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Retailer A search',
  description: 'Finds products by words, with the EANs that `/v2/retailer_a/product` takes as `query`.',
  example: { query: 'batterie', page: 1 },
  moreExamples: [{ query: 'maison', page: 3 }, { query: 'cuisine' }],
  params: searchParams('batterie'),
  record: searchRecord,
  parse: parseSearch,
  providers: [searchSite, openFoodFactsSearch],
})
