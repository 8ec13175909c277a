// Web search by an operator's own SearXNG.
import { found } from '@quarry/kit/outcome'
import { searchProvider } from '@quarry/kit/provider'
import { fetchSearxng, readSearxngPage, type SearxngResults, searxng } from '../../apis/searxng.ts'
import { type Result, readMetasearchItem } from '../results.ts'
import { buildRecord, resultsPerAnswer, type SearchQuery, type SearchRecord } from '../search-record.ts'

export const searxngSearch = searchProvider<SearchQuery, SearchRecord>({
  api: searxng,

  async find(query, { get }) {
    const { words, skip } = query
    const results = await fetchSearxng(
      {
        search: { words, category: 'general' },
        count: skip + resultsPerAnswer,
        skipped: skip,
        readItem: readMetasearchItem,
      },
      get,
    )
    return answer(results, query)
  },

  extract: (page, query) => answer(readSearxngPage(page, readMetasearchItem), query),

  paramsFromUrl: (url, { text }) => ({ query: text('q') ?? url }),
})

const answer = ({ results, reading }: SearxngResults<Result>, query: SearchQuery) =>
  found(buildRecord(results.slice(query.skip, query.skip + resultsPerAnswer), query), reading)
