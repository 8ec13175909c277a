// News search by GDELT, which needs no key and states title, address and day of an article. Only the press of the
// edition is searched, in its language; a location changes nothing.
import { type Page, searchProvider } from '@quarry/kit'
import { readAnswerDate } from '@quarry/kit/read/answer-date'
import { plainText } from '@quarry/kit/read/clean-text'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { relativeTime } from '@quarry/kit/read/relative-time'
import { toDomain, unwrapLink } from '@quarry/kit/read/unwrap-link'
import {
  type GdeltSearch,
  gdelt,
  gdeltReach,
  gdeltSearchPage,
  gdeltUrl,
  parseSeenDate,
  readGdeltResponse,
  toGdeltQuery,
} from '../../apis/gdelt.ts'
import {
  type Article,
  cutPage,
  type NewsQuery,
  type NewsRecord,
  refuseBeyond,
  toOutcome,
} from '../news-record.ts'

export const gdeltNews = searchProvider<NewsQuery, NewsRecord>({
  api: gdelt,

  cannotAnswer(query) {
    const parsed = toGdeltQuery(query.words)
    return 'problem' in parsed ? parsed.problem : refuseBeyond(gdeltReach, 'GDELT', query)
  },

  page: (query) => gdeltUrl(toSearch(query)),

  extract(page, query) {
    const items = readGdeltResponse(page)
    const now = readAnswerDate(page)
    const lists = createListReader('gdelt')
    const articles = lists.main('organic_results', items, (item) => readArticle(item, page, now, query.hl))
    const distinct = [...new Map(articles.map((article) => [article.link, article])).values()]
    const reading = {
      ...lists.counted(),
      source: gdeltSearchPage(toSearch(query)),
      ...(items.length >= gdeltReach ? { isPartial: true as const } : {}),
    }
    return toOutcome({ ...cutPage(distinct, query), reading }, query)
  },

  paramsFromUrl(url, { text }) {
    const words = (text('query') ?? '')
      .replace(/\bsource(?:country|lang):\S{1,40}/g, ' ')
      .replace(/[()]/g, ' ')
      .trim()
    return { query: words || url }
  },
})

function toSearch({ words, gl, hl }: NewsQuery): GdeltSearch {
  const parsed = toGdeltQuery(words)
  return { query: 'query' in parsed ? parsed.query : '', country: gl, language: hl }
}

function readArticle(item: JsonObject, page: Page, now: Date, language: string): Article | null {
  const { url, title, seendate } = item
  if (typeof url !== 'string' || typeof title !== 'string' || typeof seendate !== 'string') return null
  const [link, name, seen] = [unwrapLink(url, page.url), plainText(title), parseSeenDate(seendate)]
  if (link === null || name === null || seen === null) return null
  return {
    title: name,
    link,
    domain: toDomain(link),
    source: null,
    date: relativeTime(seen, now, language),
    snippet: null,
    displayed_link: null,
    snippet_matched: [],
  }
}
