// Web search by Brave.
import { found } from '@quarry/kit/outcome'
import { searchProvider } from '@quarry/kit/provider'
import {
  type BraveWindow,
  brave,
  bravePageSize,
  braveReach,
  braveWordsProblem,
  fetchBrave,
  readBravePage,
  readBraveResult,
  readSavedBrave,
} from '../../apis/brave.ts'
import { mainLanguages } from '../main-languages.ts'
import type { Result } from '../results.ts'
import { buildRecord, resultsPerAnswer, type SearchQuery, type SearchRecord } from '../search-record.ts'

const reach = braveReach('web')

export const braveWeb = searchProvider<SearchQuery, SearchRecord>({
  api: brave,

  cannotAnswer({ words, skip }) {
    const problem = braveWordsProblem(words)
    if (problem) return { parameter: 'query', problem }
    return skip < reach ? null : { parameter: 'page', problem: `must be below ${reach} for Brave` }
  },

  async find(query, { get }) {
    const { results, reading } = await fetchBrave(toWindow(query), get)
    return found(buildRecord(results, query), reading)
  },

  extract(page, query) {
    const { results, reading } = readSavedBrave(toWindow(query), page)
    return found(buildRecord(results, query), reading)
  },

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

function toWindow(query: SearchQuery): BraveWindow<Result> {
  const { words, country, skip } = query
  // Without a language, Brave prefers English pages.
  const language = findLanguage(query)
  return {
    search: {
      ...{ kind: 'web' as const, words },
      ...(country === undefined ? {} : { country }),
      ...(language === undefined ? {} : { language }),
    },
    from: skip,
    size: resultsPerAnswer,
    readItem(item, { url }) {
      const result = readBraveResult(item, url)
      return result && { ...result, domain: result.domain ?? '' }
    },
  }
}
