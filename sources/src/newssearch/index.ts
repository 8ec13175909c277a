// News search: articles of the press from a news engine, by feed or by page.
import { defineSource } from '@quarry/kit'
import { news } from './news.ts'

export const newssearch = defineSource({
  name: 'newssearch',
  title: 'News search',
  module: import.meta.url,
  site: 'https://www.newssearch.example',
  endpoints: [news],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
