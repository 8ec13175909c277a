// Retailer A: products of a supermarket chain, at its online store or at one of its shops.
import { defineSource } from '@quarry/kit'
import { product } from './product.ts'
import { search } from './search.ts'

export const retailerA = defineSource({
  name: 'retailer_a',
  title: 'Retailer A products',
  module: import.meta.url,
  site: 'https://www.retailer-a.example',
  endpoints: [product, search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
