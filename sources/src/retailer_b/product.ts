// Retailer B product (api-rules 2.8): one product by the address of its page. Private and delisted products may lack
// nearly everything but their name.
import { endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import { object, text } from '@quarry/kit/schema'
import { looksLikeAddress } from '@quarry/kit/site'
import { readBareReference } from './product-address.ts'
import { asksForProduct, record } from './product-record.ts'
import { openFoodFactsProduct } from './providers/open-food-facts-product.ts'
import { productSite } from './providers/product-site.ts'

export const product = endpoint({
  method: 'GET',
  path: '/v2/retailer_b/product',
  credits: 2,
  notFound: 'billed',
  summary: 'Retailer B product',
  description: 'One grocery product with its reviews, ingredients, nutrition and makers.',
  example: { query: 'https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000' },
  params: object({
    query: text('https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000', {
      maxLength: 2048,
    }),
  }),
  record,

  parse({ query }, addresses) {
    const wanted = query.trim()
    const bare = readBareReference(wanted)
    if (bare) return bare
    if (!looksLikeAddress(wanted)) throw invalidParameter('query', asksForProduct)
    return addresses.read(wanted, 'query')
  },

  providers: [productSite, openFoodFactsProduct],
})
