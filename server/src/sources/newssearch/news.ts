// News search (interface 2.12): one page of articles for a query, as seen from a country, a language and a place.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { readQueryText } from '../../extract/query-text.ts'
import { assertReadable } from '../../extract/walls.ts'
import { looksLikeFeed } from '../../extract/xml-feed.ts'
import { newsFromCards } from './cards.ts'
import { newsFromFeed } from './feed.ts'
import { type NewsRecord, record } from './news-record.ts'
import { type NewsInput, params, paramsFromUrl, readEdition, readPlace } from './params.ts'

export const news = endpoint({
  method: 'GET',
  alsoMethod: 'POST',
  path: '/v2/newssearch/news',
  credits: 1,
  notFound: 'billed',
  summary: 'News search',
  description: 'One page of press articles for a query.',
  example: { query: 'raises seed', location: 'Lyon', gl: 'us', hl: 'en', page: 1, num: 10 },
  params,
  record,

  parse(asked, site): NewsInput {
    const query = readQueryText(asked.query, 'query')
    const { gl, hl, num } = readEdition(asked)
    const { page = 1 } = asked
    const { location, uule, sent } = readPlace(asked)
    const address = new URLSearchParams({ q: query, tbm: 'nws', gl, hl, num: String(num) })
    if (page > 1) address.set('start', String((page - 1) * num))
    if (sent !== null) address.set('uule', sent)
    return { url: site.url(`/search?${address}`).href, query, gl, hl, num, page, location, uule }
  },

  paramsFromUrl,

  async run(input, get) {
    return extractNews(await get(input.url), input)
  },

  extract: extractNews,
})

export function extractNews(page: Page, input: NewsInput): Outcome<NewsRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  const answer = looksLikeFeed(page.body) ? newsFromFeed(page, input) : newsFromCards(page, input)
  if (!answer) {
    // Asked only now: the title of a search for "access denied" is that of a wall.
    assertReadable(page)
    throw pageChanged('neither a feed nor news in any known layout')
  }
  const { query: q, gl, hl, num, page: current, location, uule } = input
  return found(
    {
      organic_results: answer.articles.map((article, index) => ({ position: index + 1, ...article })),
      pagination: {
        current,
        next: answer.hasNextPage ? current + 1 : null,
        other_pages: answer.otherPages,
        has_next_page: answer.hasNextPage,
      },
      search_parameters: { q, gl, hl, num, page: current, engine: 'newssearch', uule, location },
    },
    answer.reading,
  )
}
