// News search (api-rules 2.12): one page of articles for a query, as seen from a country, a language and a place.
import { endpoint } from '@quarry/kit'
import { record } from './news-record.ts'
import { params, parseParams } from './params.ts'
import { braveNews } from './providers/brave.ts'
import { gdeltNews } from './providers/gdelt.ts'
import { searxngNews } from './providers/searxng.ts'
import { site } from './providers/site.ts'

export const news = endpoint({
  method: 'GET',
  alsoMethod: 'POST',
  path: '/v2/newssearch/news',
  credits: 1,
  notFound: 'billed',
  summary: 'News search',
  description: 'One page of press articles for a query.',
  example: { query: 'raises seed', location: 'Lyon', gl: 'us', hl: 'en', page: 1, num: 10 },
  moreExamples: [
    { query: 'ouvre', gl: 'fr', hl: 'fr', num: 20 },
    { query: '"chief executive" -solar', page: 2 },
    { query: 'site:ledgerpost.example' },
  ],
  params,
  record,
  parse: parseParams,
  providers: [site, searxngNews, braveNews, gdeltNews],
})
