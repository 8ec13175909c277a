// Sneakermarket: product search on a resale market for sneakers.
import { defineSource } from '@quarry/kit'
import { search } from './search.ts'

export const sneakermarket = defineSource({
  name: 'sneakermarket',
  title: 'Sneaker search',
  module: import.meta.url,
  site: 'https://www.sneakermarket.example',
  endpoints: [search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
