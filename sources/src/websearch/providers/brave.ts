// Web search by Brave.
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { brave, bravePageSize, braveReach, braveWordsProblem } from '../../apis/brave.ts'
import { readBraveResult } from '../../apis/brave-answer.ts'
import {
  type BraveWindow,
  fetchBrave,
  placeInBrave,
  readSavedBrave,
  wordsOfBrave,
} from '../../apis/read-brave.ts'
import type { Result } from '../results.ts'
import { buildRecord, resultsPerAnswer, type SearchQuery, type SearchRecord } from '../search-record.ts'

const reach = braveReach('web')

export const braveWeb = provider<SearchQuery, SearchRecord>({
  api: brave,
  // A 404 means that the API is missing, not that nothing matched.
  readsMissing: true,

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

  paramsFromUrl: (url) => ({ query: wordsOfBrave(url), page: placeInBrave(url) * bravePageSize.web }),
})

const toWindow = (query: SearchQuery): BraveWindow<Result> => ({
  search: { kind: 'web', words: query.words },
  from: query.skip,
  size: resultsPerAnswer,
  readItem(item, { url }) {
    const result = readBraveResult(item, url)
    return result && { ...result, domain: result.domain ?? '' }
  },
})
