// News search by GDELT, which needs no key and states title, address and day of an article. Only the press of the
// edition is searched, in its language; a location changes nothing.
import { systemClock } from '@quarry/kit/clock'
import { found, type Page } from '@quarry/kit/outcome'
import { searchProvider } from '@quarry/kit/provider'
import { plainText } from '@quarry/kit/read/clean-text'
import { fromRfc822 } from '@quarry/kit/read/dates'
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
  readGdeltAnswer,
  toGdeltQuery,
} from '../../apis/gdelt.ts'
import { type Article, buildRecord, cutPage, type NewsQuery, type NewsRecord } from '../news-record.ts'

export const gdeltNews = searchProvider<NewsQuery, NewsRecord>({
  api: gdelt,

  cannotAnswer({ words, num, page }) {
    const parsed = toGdeltQuery(words)
    if ('problem' in parsed) return { parameter: 'query', problem: parsed.problem }
    return (page - 1) * num < gdeltReach
      ? null
      : {
          parameter: 'page',
          problem: `must be at most ${Math.ceil(gdeltReach / num)} with ${num} articles per page for GDELT`,
        }
  },

  page: (query) => gdeltUrl(toSearch(query)),

  extract(page, query) {
    const items = readGdeltAnswer(page)
    // Ages count from the date of the response; without one, from now.
    const now = fromRfc822(page.headers?.date) ?? systemClock()
    const lists = createListReader('gdelt')
    const articles = lists.main('organic_results', items, (item) => readArticle(item, page, now, query.hl))
    const distinct = [...new Map(articles.map((article) => [article.link, article])).values()]
    const reading = {
      ...lists.counted(),
      source: gdeltSearchPage(toSearch(query)),
      ...(items.length >= gdeltReach ? { isPartial: true as const } : {}),
    }
    return found(buildRecord({ ...cutPage(distinct, query), reading }, query), reading)
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

function readArticle(
  { url, title, seendate }: JsonObject,
  { url: base }: Page,
  now: Date,
  language: string,
): Article | null {
  if (typeof url !== 'string' || typeof title !== 'string' || typeof seendate !== 'string') return null
  const [link, name, seen] = [unwrapLink(url, base), plainText(title), parseSeenDate(seendate)]
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
