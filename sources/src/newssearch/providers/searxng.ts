// News search by an operator's own SearXNG: its category news, in the language and country of the edition. An instance
// knows no place to search from: a location changes nothing.
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { parseSearxngUrl, searxng } from '../../apis/searxng.ts'
import { fetchSearxng, readSearxngPage, type Walked } from '../../apis/walk-searxng.ts'
import { createArticleReader } from '../metasearch.ts'
import { type Article, buildRecord, cutPage, type NewsQuery, type NewsRecord } from '../news-record.ts'

export const searxngNews = provider<NewsQuery, NewsRecord>({
  api: searxng,
  // A 404 means that the API is missing, not that nothing matched.
  readsMissing: true,

  async find(query, { get }) {
    const { words, gl, hl, num, page } = query
    const walked = await fetchSearxng(
      {
        search: { words, category: 'news', language: `${hl}-${gl.toUpperCase()}` },
        // One article more than the page has, because nothing else tells whether there is a next one.
        wanted: page * num + 1,
        skipped: (page - 1) * num,
        readItem: createArticleReader(hl),
      },
      get,
    )
    return answer(walked, query)
  },

  extract: (page, query) => answer(readSearxngPage(page, createArticleReader(query.hl)), query),

  paramsFromUrl(url) {
    const { words, language } = parseSearxngUrl(url)
    const [, hl, gl] = /^([a-z]{2})(?:-([a-z]{2}))?$/i.exec(language ?? '') ?? []
    return { query: words, ...(hl ? { hl } : {}), ...(gl ? { gl } : {}) }
  },
})

const answer = ({ known, reading }: Walked<Article>, query: NewsQuery) =>
  found(buildRecord({ ...cutPage(known, query), reading }, query), reading)
