// Web search by an operator's own SearXNG.
import { searchProvider } from '@quarry/kit'
import { fetchSearxng, readSearxngPage, readSearxngResult, searxng } from '../../apis/searxng.ts'
import {
  mainLanguages,
  type Results,
  resultsPerResponse,
  type SearchQuery,
  type SearchRecord,
  toOutcome,
} from '../search-record.ts'

export const searxngSearch = searchProvider<SearchQuery, SearchRecord>({
  api: searxng,

  async find(query, { get }) {
    const { words, skip } = query
    const results = await fetchSearxng(get, {
      search: { words, category: 'general', language: findLocale(query) },
      count: skip + resultsPerResponse,
      skipped: skip,
      readItem: readSearxngResult,
    })
    return selectPage(results, query)
  },

  extract: (page, query) => selectPage(readSearxngPage(page, readSearxngResult), query),

  paramsFromUrl: (url, { text }) => ({ query: text('q') ?? url }),
})

/** `hl`, else the main language of `gl`, with the country if it is known. */
function findLocale({ language, country }: SearchQuery): string | undefined {
  const code = language ?? mainLanguages[country ?? '']
  return code === undefined || country === undefined ? code : `${code}-${country.toUpperCase()}`
}

const selectPage = ({ results, reading }: Results, query: SearchQuery) =>
  toOutcome({ results: results.slice(query.skip, query.skip + resultsPerResponse), reading }, query)
