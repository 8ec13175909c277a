// Web search: the organic results of a search engine, in the layouts of several.
import { defineSource } from '@quarry/kit'
import { search } from './search.ts'

export const websearch = defineSource({
  name: 'websearch',
  title: 'Web search',
  module: import.meta.url,
  site: 'https://www.websearch.example',
  endpoints: [search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
