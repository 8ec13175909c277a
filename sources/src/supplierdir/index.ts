// Supplierdir: a search in a directory of industrial suppliers.
import { defineSource } from '@quarry/kit/source'
import { search } from './search.ts'

export const supplierdir = defineSource({
  name: 'supplierdir',
  title: 'Industrial suppliers',
  module: import.meta.url,
  site: 'https://www.supplierdir.example',
  endpoints: [search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
