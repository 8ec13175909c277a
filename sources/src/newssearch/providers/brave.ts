// News search by Brave, in the country and language of the edition. A location has no effect.
import { type Page, searchProvider } from '@quarry/kit'
import { readAnswerDate } from '@quarry/kit/read/answer-date'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { fromRelativeTime, relativeTime } from '@quarry/kit/read/relative-time'
import { asText, at } from '@quarry/kit/read/values'
import {
  type BraveResults,
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
import {
  type Article,
  countPages,
  type NewsQuery,
  type NewsRecord,
  refuseBeyond,
  toOutcome,
} from '../news-record.ts'

export const braveNews = searchProvider<NewsQuery, NewsRecord>({
  api: brave,

  cannotAnswer: (query) => refuseBraveWords(query.words) ?? refuseBeyond(braveReach('news'), 'Brave', query),

  find: async (query, { get }) => selectPage(await fetchBrave(toWindow(query), get), query),

  extract: (page, query) => selectPage(readSavedBrave(toWindow(query), page), query),

  paramsFromUrl(url, { text }) {
    const code = (name: string) => /^[a-z]{2}$/i.exec(text(name) ?? '')?.[0]
    const [gl, hl] = [code('country'), code('search_lang')]
    return {
      query: text('q') ?? url,
      page: readBravePage(url) + 1,
      num: bravePageSize.news,
      ...(gl ? { gl } : {}),
      ...(hl ? { hl } : {}),
    }
  },
})

const toWindow = ({ words, gl, hl, num, page }: NewsQuery): BraveWindow<Article> => ({
  search: { kind: 'news', words, country: gl, language: hl },
  from: (page - 1) * num,
  size: num,
  // Nothing else shows whether there is a next page.
  looksBehind: true,
  readItem: (item, page) => readArticle(item, page, hl),
})

function readArticle(item: JsonObject, page: Page, language: string): Article | null {
  const result = readBraveResult(item, page)
  const date = translateAge(language, asText(item.age), readAnswerDate(page))
  return result && { ...result, source: asText(at(item.meta_url, 'hostname')), date }
}

/** Ages come in English; a date stays as it is written. */
function translateAge(language: string, age: string | null, now: Date): string | null {
  const moment = age === null || language === 'en' ? null : fromRelativeTime(age, now)
  return moment ? relativeTime(moment, now, language) : age
}

const selectPage = ({ results, certainCount, reading }: BraveResults<Article>, query: NewsQuery) =>
  toOutcome({ articles: results, ...countPages(certainCount, query), reading }, query)
