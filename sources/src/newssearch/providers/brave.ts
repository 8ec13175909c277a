// News search by Brave, in the country and language of the edition. It is not told a place to search from: a location
// changes nothing.
import { systemClock } from '@quarry/kit/clock'
import { isUrl } from '@quarry/kit/is-url'
import { found, type Page } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { fromRfc822 } from '@quarry/kit/read/dates'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { fromRelativeTime, relativeTime } from '@quarry/kit/read/relative-time'
import { asText, at } from '@quarry/kit/read/values'
import { brave, bravePageSize, braveReach, braveWordsProblem } from '../../apis/brave.ts'
import { readBraveResult } from '../../apis/brave-answer.ts'
import {
  type BraveResults,
  type BraveWindow,
  fetchBrave,
  placeInBrave,
  readSavedBrave,
  wordsOfBrave,
} from '../../apis/read-brave.ts'
import { type Article, type NewsQuery, type NewsRecord, newsRecord, pagesAmong } from '../news-record.ts'

const reach = braveReach('news')

export const braveNews = provider<NewsQuery, NewsRecord>({
  api: brave,
  // Where there is no search there is no answer, and never "no match".
  readsMissing: true,

  cannotAnswer({ words, page, num }) {
    const problem = braveWordsProblem(words)
    if (problem) return { parameter: 'query', problem }
    return (page - 1) * num < reach
      ? null
      : {
          parameter: 'page',
          problem: `must be at most ${Math.ceil(reach / num)} of ${num} articles for Brave`,
        }
  },

  find: async (query, { get }) => answer(await fetchBrave(windowOf(query), get), query),

  extract: (page, query) => answer(readSavedBrave(windowOf(query), page), query),

  paramsFromUrl(url) {
    const asked = isUrl(url) ? new URL(url).searchParams : new URLSearchParams()
    const code = (name: string) => /^[a-z]{2}$/i.exec(asked.get(name) ?? '')?.[0]
    const [gl, hl] = [code('country'), code('search_lang')]
    return {
      query: wordsOfBrave(url),
      page: placeInBrave(url) + 1,
      num: bravePageSize.news,
      ...(gl ? { gl } : {}),
      ...(hl ? { hl } : {}),
    }
  },
})

const windowOf = ({ words, gl, hl, num, page }: NewsQuery): BraveWindow<Article> => ({
  search: { kind: 'news', words, country: gl, language: hl },
  from: (page - 1) * num,
  size: num,
  // Nothing else tells whether there is a next page.
  looksBehind: true,
  readItem: (item, answered) => articleOf(item, answered, hl),
})

function articleOf(item: JsonObject, { url, headers }: Page, language: string): Article | null {
  const result = readBraveResult(item, url)
  if (result === null) return null
  // An answer tells when it was given; only one that does not is read as of now.
  const now = fromRfc822(headers?.date) ?? systemClock()
  return {
    ...result,
    source: asText(at(item.meta_url, 'hostname')),
    date: ageIn(language, asText(item.age), now),
  }
}

/** Ages come in English; a date stays as it is written. */
function ageIn(language: string, age: string | null, now: Date): string | null {
  const moment = age === null || language === 'en' ? null : fromRelativeTime(age, now)
  return moment ? relativeTime(moment, now, language) : age
}

const answer = ({ results, known, reading }: BraveResults<Article>, query: NewsQuery) =>
  found(newsRecord({ articles: results, ...pagesAmong(known, query), reading }, query), reading)
