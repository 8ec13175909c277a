// Retailer A search (api-rules 2.17): articles by words, page by page; each can be looked up by its ean.
import { endpoint } from '@quarry/kit/endpoint'
import { readQueryText } from '@quarry/kit/read/query-text'
import { integer, object, optional, text } from '@quarry/kit/schema'
import { openFoodFactsSearch } from './providers/open-food-facts-search.ts'
import { searchSite } from './providers/search-site.ts'
import { lastPage, record } from './search-record.ts'

export const search = endpoint({
  method: 'GET',
  path: '/v2/retailer_a/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Retailer A search',
  description: 'Products by words, eans included that `/v2/retailer_a/product` takes as `query`.',
  example: { query: 'batterie', page: 1 },
  params: object({
    query: text('batterie', { description: 'Words to search for.', maxLength: 500 }),
    page: optional(integer(1, { description: 'Counts from 1.', minimum: 1, maximum: lastPage, default: 1 })),
  }),
  record,
  parse: ({ query, page = 1 }) => ({ words: readQueryText(query, 'query'), page }),
  providers: [searchSite, openFoodFactsSearch],
})
