// News search by an operator's own SearXNG: its category news, in the language and country of the edition. An instance
// knows no place to search from: a location changes nothing.
import { searchProvider } from '@quarry/kit/provider'
import { fetchSearxng, readSearxngPage, type SearxngResults, searxng } from '../../apis/searxng.ts'
import { createArticleReader } from '../metasearch.ts'
import { type Article, cutPage, type NewsQuery, type NewsRecord, toOutcome } from '../news-record.ts'

export const searxngNews = searchProvider<NewsQuery, NewsRecord>({
  api: searxng,

  async find(query, { get }) {
    const { words, gl, hl, num, page } = query
    const results = await fetchSearxng(
      {
        search: { words, category: 'news', language: `${hl}-${gl.toUpperCase()}` },
        // One article more than the page has, because nothing else shows whether there is a next one.
        count: page * num + 1,
        skipped: (page - 1) * num,
        readItem: createArticleReader(hl),
      },
      get,
    )
    return answer(results, query)
  },

  extract: (page, query) => answer(readSearxngPage(page, createArticleReader(query.hl)), query),

  paramsFromUrl(url, { text }) {
    const [, hl, gl] = /^([a-z]{2})(?:-([a-z]{2}))?$/i.exec(text('language') ?? '') ?? []
    return { query: text('q') ?? url, ...(hl ? { hl } : {}), ...(gl ? { gl } : {}) }
  },
})

const answer = ({ results, reading }: SearxngResults<Article>, query: NewsQuery) =>
  toOutcome({ ...cutPage(results, query), reading }, query)
