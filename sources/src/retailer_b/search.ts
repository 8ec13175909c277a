// Retailer B search (api-rules 2.18): products by words, page by page; each can be looked up by its id.
import { endpoint } from '@quarry/kit'
import { createOpenFoodFactsSearch, parseSearch, searchParams } from '../shops/product-search.ts'
import { isArticleNumber } from './product-address.ts'
import { searchSite } from './providers/site.ts'
import { searchRecord } from './search-results.ts'

export const openFoodFactsSearch = createOpenFoodFactsSearch(isArticleNumber, (ean) => ({
  id: `pr-${ean}`,
  ean,
}))

export const search = endpoint({
  method: 'GET',
  path: '/v2/retailer_b/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Retailer B search',
  description: 'Finds products by words, with the ids that `/v2/retailer_b/product` takes as `query`.',
  example: { query: 'biscuits', page: 1 },
  moreExamples: [{ query: 'lessive', page: 2 }, { query: 'soupe' }],
  params: searchParams('biscuits'),
  record: searchRecord,
  parse: parseSearch,
  providers: [searchSite, openFoodFactsSearch],
})
