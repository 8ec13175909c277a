// Web search by an operator's own SearXNG.
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { parseSearxngUrl, searxng } from '../../apis/searxng.ts'
import { fetchSearxng, readSearxngPage, type Walked } from '../../apis/walk-searxng.ts'
import { type Result, readMetasearchItem } from '../results.ts'
import { buildRecord, resultsPerAnswer, type SearchQuery, type SearchRecord } from '../search-record.ts'

export const searxngSearch = provider<SearchQuery, SearchRecord>({
  api: searxng,
  // A 404 means that the API is missing, not that nothing matched.
  readsMissing: true,

  async find(query, { get }) {
    const { words, skip } = query
    const walked = await fetchSearxng(
      {
        search: { words, category: 'general' },
        wanted: skip + resultsPerAnswer,
        skipped: skip,
        readItem: readMetasearchItem,
      },
      get,
    )
    return answer(walked, query)
  },

  extract: (page, query) => answer(readSearxngPage(page, readMetasearchItem), query),

  paramsFromUrl: (url) => ({ query: parseSearxngUrl(url).words }),
})

const answer = ({ known, reading }: Walked<Result>, query: SearchQuery) =>
  found(buildRecord(known.slice(query.skip, query.skip + resultsPerAnswer), query), reading)
