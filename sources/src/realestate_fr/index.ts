// Real estate in France: one listing, for sale or to let, with its agency and photos.
import { defineSource } from '@quarry/kit'
import { property } from './property.ts'

export const realestateFr = defineSource({
  name: 'realestate_fr',
  title: 'Real-estate listings in France',
  module: import.meta.url,
  site: 'https://www.realestate-fr.example',
  endpoints: [property],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
