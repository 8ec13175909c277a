// Classifieds: search of the classified ads of a national marketplace.
import { defineSource } from '@quarry/kit'
import { search } from './search.ts'
import { searchApi } from './search-api.ts'

export const classifieds = defineSource({
  name: 'classifieds',
  title: 'Classified ads',
  module: import.meta.url,
  site: 'https://www.classifieds.example',
  endpoints: [searchApi, search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
