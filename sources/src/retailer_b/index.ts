// Retailer B: products of a grocery chain on its French site.
import { defineSource } from '@quarry/kit'
import { product } from './product.ts'
import { search } from './search.ts'

export const retailerB = defineSource({
  name: 'retailer_b',
  title: 'Retailer B products',
  module: import.meta.url,
  site: 'https://fr.retailer-b.example',
  endpoints: [product, search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
