// The source of the page plugin: article, product, event, recipe or metadata of a public page, by its address.
import { defineSource } from '@quarry/kit'
import { article } from './article.ts'
import { event } from './event.ts'
import { metadata } from './metadata.ts'
import { product } from './product.ts'
import { recipe } from './recipe.ts'

export default defineSource({
  name: 'page',
  title: 'Any page',
  module: import.meta.url,
  site: 'https://{domain}.page.example',
  domains: ['news', 'shop', 'events', 'kitchen'],
  hosts: 'configured',
  endpoints: [article, product, event, recipe, metadata],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
