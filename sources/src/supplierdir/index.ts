// Supplierdir: a search in a directory of industrial suppliers.
import type { Source } from '@quarry/kit/source'
import { search } from './search.ts'

export const supplierdir: Source = {
  name: 'supplierdir',
  title: 'Industrial suppliers',
  module: import.meta.url,
  site: 'https://www.supplierdir.example',
  endpoints: [search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
}
