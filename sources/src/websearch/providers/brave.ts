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

/** The main language of the country whose sites are searched. Without one, Brave prefers English pages. */
function findLanguage(words: string): { language?: string } {
  const tld = /(?:^|\s)site:\S{0,250}\.([a-z]{2})(?=[/\s]|$)/i.exec(words)?.[1]?.toLowerCase()
  const language = tld === undefined ? undefined : countryLanguages[tld]
  return language === undefined ? {} : { language }
}

const countryLanguages: Readonly<Record<string, string>> = {
  ...{ at: 'de', br: 'pt', cz: 'cs', de: 'de', dk: 'da', es: 'es', fi: 'fi', fr: 'fr', gr: 'el', hu: 'hu' },
  ...{ it: 'it', jp: 'ja', kr: 'ko', mx: 'es', nl: 'nl', no: 'no', pl: 'pl', pt: 'pt', ro: 'ro', ru: 'ru' },
  ...{ se: 'sv', tr: 'tr', ua: 'uk' },
}

const toWindow = (query: SearchQuery): BraveWindow<Result> => ({
  search: { kind: 'web', words: query.words, ...findLanguage(query.words) },
  from: query.skip,
  size: resultsPerAnswer,
  readItem(item, { url }) {
    const result = readBraveResult(item, url)
    return result && { ...result, domain: result.domain ?? '' }
  },
})
