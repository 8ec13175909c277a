// Sneaker search (api-rules 2.3): the best matches for a name, a brand, a SKU or a slug.
import { endpoint, invalidParameter, looksLikeUrl } from '@quarry/kit'
import { readQueryText } from '@quarry/kit/read/query-text'
import { object, text } from '@quarry/kit/schema'
import { site } from './providers/site.ts'
import { record, resultsMax } from './search-record.ts'

export const search = endpoint({
  method: 'GET',
  path: '/v2/sneakermarket/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Sneaker search',
  description: `Sneakers by name, brand, SKU or slug: the best ${resultsMax} matches.`,
  example: { query: 'canyon runner' },
  moreExamples: [{ query: 'LL1000-353' }, { query: 'sandals' }],
  params: object({
    query: text('canyon runner', {
      description: 'A product name, a brand, a SKU or a slug.',
      maxLength: 200,
    }),
  }),
  record,

  parse({ query }) {
    const words = readQueryText(query, 'query')
    if (looksLikeUrl(words)) throw invalidParameter('query', 'must be a name, brand, SKU or slug, not a URL')
    if (!/[\p{L}\p{N}]/u.test(words)) throw invalidParameter('query', 'must have a letter or a digit')
    return { words }
  },

  providers: [site],
})
