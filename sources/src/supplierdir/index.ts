// Supplierdir: a directory of industrial suppliers, its searches and its profiles.
import { defineSource } from '@quarry/kit'
import { company } from './company.ts'
import { search } from './search.ts'

export const supplierdir = defineSource({
  name: 'supplierdir',
  title: 'Industrial suppliers',
  module: import.meta.url,
  site: 'https://www.supplierdir.example',
  endpoints: [search, company],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
