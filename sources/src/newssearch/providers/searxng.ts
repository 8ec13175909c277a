// News search by an operator's own SearXNG: its category news, in the language and country of the edition. An instance
// knows no place to search from: a location changes nothing. It states the time of an article and seldom its outlet.
import { type Page, searchProvider } from '@quarry/kit'
import { readAnswerDate } from '@quarry/kit/read/answer-date'
import { toDateTime } from '@quarry/kit/read/dates'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { plainWords } from '@quarry/kit/read/plain-words'
import { relativeTime } from '@quarry/kit/read/relative-time'
import { asText } from '@quarry/kit/read/values'
import type { SearchResults } from '../../apis/search-result.ts'
import { fetchSearxng, readSearxngPage, readSearxngResult, searxng } from '../../apis/searxng.ts'
import { type Article, cutPage, type NewsQuery, type NewsRecord, toOutcome } from '../news-record.ts'

export const searxngNews = searchProvider<NewsQuery, NewsRecord>({
  api: searxng,

  async find(query, { get }) {
    const { words, gl, hl, num, page } = query
    const results = await fetchSearxng(get, {
      search: { words, category: 'news', language: `${hl}-${gl.toUpperCase()}` },
      // One article more than the page has, because nothing else shows whether there is a next one.
      count: page * num + 1,
      skipped: (page - 1) * num,
      readItem: createArticleReader(hl),
    })
    return selectPage(results, query)
  },

  extract: (page, query) => selectPage(readSearxngPage(page, createArticleReader(query.hl)), query),

  paramsFromUrl(url, { text }) {
    const [, hl, gl] = /^([a-z]{2})(?:-([a-z]{2}))?$/i.exec(text('language') ?? '') ?? []
    return { query: text('q') ?? url, ...(hl ? { hl } : {}), ...(gl ? { gl } : {}) }
  },
})

const selectPage = ({ results, reading }: SearchResults<Article>, query: NewsQuery) =>
  toOutcome({ ...cutPage(results, query), reading }, query)

/** Returns a reader of articles, which gives their ages in the language. */
const createArticleReader =
  (language: string) =>
  (item: JsonObject, page: Page): Article | null => {
    const result = readSearxngResult(item, page)
    if (result === null) return null
    const published = parseMoment(item.publishedDate)
    return {
      ...result,
      source: findOutlet(item, result.domain ?? ''),
      date: published ? relativeTime(published, readAnswerDate(page), language) : null,
    }
  }

/**
 * Decision: a time without an offset is read as UTC. It is the clock of the instance, which runs in UTC as it is
 * shipped.
 */
function parseMoment(published: unknown): Date | null {
  const time = toDateTime(published)
  return time ? new Date(time.utc ?? `${time.local}Z`) : null
}

/**
 * The outlet, if the response names one that matches the article's own host. `metadata` holds what an engine shows
 * beside a title ("3 hours ago | Le Phare", "Le Phare / 3 hours ago"), and an engine may be an outlet's own search.
 */
function findOutlet(item: JsonObject, domain: string): string | null {
  const labels = new Set(domain.split('.').slice(0, -1).map(joinLetters).filter(isDistinctive))
  const metadata = asText(item.metadata) ?? ''
  const pieces = metadata.length > maxMetadataChars ? [] : metadata.split(/ [|/] /)
  const labelled = pieces.find((piece) => listRuns(piece).some((run) => labels.has(run)))
  if (labelled !== undefined) return asText(labelled)
  const engine = asText(item.engine)
  return engine !== null && labels.has(joinLetters(engine)) ? engine : null
}

const maxMetadataChars = 100

const joinLetters = (text: string): string => plainWords(text).replaceAll(' ', '')

const isDistinctive = (label: string): boolean => label.length > 2

/** Joins words that follow each other: `The Ledger Post` is at ledgerpost. */
function listRuns(text: string): string[] {
  const words = plainWords(text).split(' ')
  return words.flatMap((_, from) =>
    words.slice(from).map((_, at) => words.slice(from, from + at + 1).join('')),
  )
}
