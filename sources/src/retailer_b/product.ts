// Retailer B product (api-rules 2.8): one product by the address of its page. Private and delisted products may have
// little more than a name.
import { endpoint, invalidParameter, looksLikeAddress } from '@quarry/kit'
import { object, textParam } from '@quarry/kit/schema'
import { parseReference } from './product-address.ts'
import { mustBeProductUrl, record } from './product-record.ts'
import { openFoodFactsProduct } from './providers/open-food-facts-product.ts'
import { productSite } from './providers/site.ts'

const example = 'https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000'

export const product = endpoint({
  method: 'GET',
  path: '/v2/retailer_b/product',
  credits: 2,
  notFound: 'billed',
  summary: 'Retailer B product',
  description: 'One grocery product with its reviews, ingredients, nutrition and makers.',
  example: { query: example },
  moreExamples: [
    { query: 'https://fr.retailer-b.example/x/pr-C1000185' },
    { query: 'https://fr.retailer-b.example/x/pr-C1000333' },
  ],
  params: object({ query: textParam(example) }),
  record,

  parse({ query }, addresses) {
    const value = query.trim()
    const reference = parseReference(value)
    if (reference) return reference
    if (!looksLikeAddress(value)) throw invalidParameter('query', mustBeProductUrl)
    return addresses.read(value, 'query')
  },

  providers: [productSite, openFoodFactsProduct],
})
