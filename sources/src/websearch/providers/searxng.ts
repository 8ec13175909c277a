// Web search by an operator's own SearXNG.
import { found } from '@quarry/kit/outcome'
import { searchProvider } from '@quarry/kit/provider'
import { fetchSearxng, readSearxngPage, type SearxngResults, searxng } from '../../apis/searxng.ts'
import { mainLanguages } from '../main-languages.ts'
import { type Result, readMetasearchItem } from '../results.ts'
import { buildRecord, resultsPerAnswer, type SearchQuery, type SearchRecord } from '../search-record.ts'

export const searxngSearch = searchProvider<SearchQuery, SearchRecord>({
  api: searxng,

  async find(query, { get }) {
    const { words, skip, country } = query
    const language = query.language ?? mainLanguages[country ?? '']
    const results = await fetchSearxng(
      {
        search: {
          ...{ words, category: 'general' as const },
          ...(language === undefined ? {} : { language: toLocale(language, country) }),
        },
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

const toLocale = (language: string, country: string | undefined): string =>
  country === undefined ? language : `${language}-${country.toUpperCase()}`

const answer = ({ results, reading }: SearxngResults<Result>, query: SearchQuery) =>
  found(buildRecord(results.slice(query.skip, query.skip + resultsPerAnswer), query), reading)
