// Web search by Brave.
import { searchProvider } from '@quarry/kit'
import {
  type BraveWindow,
  brave,
  bravePageSize,
  braveReach,
  fetchBrave,
  readBravePage,
  readBraveResult,
  readSavedBrave,
  refuseBraveWords,
} from '../../apis/brave.ts'
import type { SearchResult } from '../../apis/search-result.ts'
import {
  mainLanguages,
  resultsPerResponse,
  type SearchQuery,
  type SearchRecord,
  toOutcome,
} from '../search-record.ts'

const reach = braveReach('web')

export const braveWeb = searchProvider<SearchQuery, SearchRecord>({
  api: brave,

  cannotAnswer: ({ words, skip }) =>
    refuseBraveWords(words) ??
    (skip < reach ? null : { parameter: 'page', problem: `must be below ${reach} for Brave` }),

  find: async (query, { get }) => toOutcome(await fetchBrave(toWindow(query), get), query),

  extract: (page, query) => toOutcome(readSavedBrave(toWindow(query), page), query),

  paramsFromUrl: (url, { text }) => ({
    query: text('q') ?? url,
    page: readBravePage(url) * bravePageSize.web,
  }),
})

/** `hl`, else the main language of the country whose sites are searched, else of `gl`. */
function findLanguage({ words, language, country }: SearchQuery): string | undefined {
  const tld = /(?:^|\s)site:\S{0,250}\.([a-z]{2})(?=[/\s]|$)/i.exec(words)?.[1]?.toLowerCase()
  return language ?? mainLanguages[tld ?? ''] ?? mainLanguages[country ?? '']
}

const toWindow = (query: SearchQuery): BraveWindow<SearchResult> => ({
  search: {
    kind: 'web',
    words: query.words,
    country: query.country,
    // Without a language, Brave prefers English pages.
    language: findLanguage(query),
  },
  from: query.skip,
  size: resultsPerResponse,
  readItem: readBraveResult,
})
