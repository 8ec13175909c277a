// The Search API of Brave: web pages and news from its own index. Requests count against a monthly budget, and storing
// results needs a plan that allows it.
import { type Get, type Page, pageChanged, type Reading, upstreamApi } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { collapseSpace, plainText } from '@quarry/kit/read/clean-text'
import { parseDom } from '@quarry/kit/read/dom'
import { emphasised } from '@quarry/kit/read/emphasis'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asArray, asBoolean, asObject, asText, at } from '@quarry/kit/read/values'
import { buildResult } from './search-result.ts'

export const brave = upstreamApi({
  name: 'brave',
  title: 'Brave Search',
  hosts: ['api.search.brave.com'],
  licence: 'terms of the Brave Search API',
  credit: 'Results by Brave Search, https://search.brave.com',
  homepage: 'https://brave.com/search/api/',
  // The free monthly credit of every account; an operator who buys more raises it.
  rateLimit: { perSecond: 50, perMonth: 1000 },
  credentials: { env: 'BRAVE_API_KEY', header: 'x-subscription-token' },
  retentionSeconds: 0,
})

export type BraveKind = 'web' | 'news'

export type BraveSearch = {
  kind: BraveKind
  words: string
  /** Two-letter codes. An unsupported country searches everywhere; an unsupported language is not sent. */
  country?: string | undefined
  language?: string | undefined
}

/** The most results of one page; an offset counts such pages. */
export const bravePageSize: Readonly<Record<BraveKind, number>> = { web: 20, news: 50 }

const maxPages = 10

/** The last result that Brave returns, however many it found. */
export const braveReach = (kind: BraveKind): number => maxPages * bravePageSize[kind]

const countries = new Set(
  'ar at au be br ca ch cl cn de dk es fi fr gb gr hk id in it jp kr mx my nl no nz ph pl pt ru sa se tr tw us za'.split(
    ' ',
  ),
)
const languages = new Set(
  'ar bg bn ca cs da de el en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv ta te th tr uk vi'.split(
    ' ',
  ),
)
/** Languages with a code of Brave's own. */
const braveLanguages: Readonly<Record<string, string>> = { ja: 'jp', no: 'nb', pt: 'pt-pt', zh: 'zh-hans' }

/** Pages are counted from 0. */
function buildBraveUrl({ kind, words, country, language = '' }: BraveSearch, page: number): string {
  const code = braveLanguages[language] ?? (languages.has(language) ? language : undefined)
  const params = new URLSearchParams({
    q: words,
    count: String(bravePageSize[kind]),
    offset: String(page),
    country: country !== undefined && countries.has(country) ? country.toUpperCase() : 'ALL',
    // Otherwise Brave searches for words that it takes for the intended ones.
    spellcheck: 'false',
    ...(code === undefined ? {} : { search_lang: code }),
    ...(kind === 'web' ? { result_filter: 'web' } : {}),
  })
  return `https://api.search.brave.com/res/v1/${kind}/search?${params}`
}

const buildSearchPage = ({ kind, words }: BraveSearch): string =>
  `https://search.brave.com/${kind === 'web' ? 'search' : 'news'}?${new URLSearchParams({ q: words })}`

const maxChars = 400
const maxWords = 50

/** Why Brave cannot search for these words; null if it can. */
export const refuseBraveWords = (words: string) =>
  words.length > maxChars || words.split(' ').length > maxWords
    ? `must have at most ${maxChars} characters and ${maxWords} words for Brave`
    : null

function readBraveResponse(page: Page, kind: BraveKind) {
  const response = jsonObject(page)
  if (!response || response.type !== (kind === 'web' ? 'search' : 'news') || !asObject(response.query))
    throw pageChanged(`brave: the answer is not a search of ${kind}`)
  // A response without web results has no part for them, or null.
  const list =
    kind === 'web' ? (asObject(response.web ?? { results: [] })?.results ?? null) : response.results
  if (!Array.isArray(list)) throw pageChanged(`brave: the results of ${kind} are not a list`)
  const items = toEntries(list)
  const order = asArray(at(response.mixed, 'main'))
  return {
    items,
    /** How many web results the response lists in its order of display; 0 for news. */
    stated: kind === 'web' ? order.filter((entry) => at(entry, 'type') === 'web').length : 0,
    /** Whether the next page has more. News searches lack the flag: a full page suggests another one. */
    hasMore: asBoolean(at(response.query, 'more_results_available')) ?? items.length >= bravePageSize[kind],
  }
}

const resultForm = {
  ...buildForm('text', ['title', 'url', 'description', 'age']),
  meta_url: buildForm('text', ['netloc', 'hostname', 'path']),
}

/** The fields that pages and articles share; null without a title or an address, or with a field of another type. */
export function readBraveResult(item: JsonObject, page: Page) {
  if (!hasForm(item, resultForm)) return null
  const description = asText(item.description) ?? ''
  const { netloc, hostname, path } = asObject(item.meta_url) ?? {}
  const host = asText(netloc) ?? asText(hostname)
  return buildResult(plainText(asText(item.title)), unwrapLink(asText(item.url), page.url), {
    // The path comes with arrows: `site.example › guides › pumps`.
    displayed_link: host === null ? null : collapseSpace(`${host} ${asText(path) ?? ''}`),
    snippet: plainText(description),
    snippet_matched: description.includes('<') ? emphasised(parseDom(description)) : [],
  })
}

/** A range of results, which may span several of Brave's pages. */
export type BraveWindow<T> = {
  search: BraveSearch
  /** The position of the first result, counted from 0, and how many. */
  from: number
  size: number
  /** Also reads the page with the first result after the window, to know whether there is more. */
  looksBehind?: true
  readItem: (item: JsonObject, page: Page) => T | null
}

/** `certainCount` is the position after the last result that certainly exists, 0 without any. */
export type BraveResults<T> = { results: T[]; certainCount: number; reading: Reading }

type ReadPage = ReturnType<typeof readBraveResponse> & { page: Page; start: number }

export async function fetchBrave<T>(window: BraveWindow<T>, get: Get): Promise<BraveResults<T>> {
  const { search, from, size, looksBehind } = window
  const pageSize = bravePageSize[search.kind]
  const end = Math.min(from + size + (looksBehind ? 1 : 0), braveReach(search.kind))
  const pages: ReadPage[] = []
  for (let start = from - (from % pageSize); start < end; start += pageSize) {
    const page = await get(buildBraveUrl(search, start / pageSize))
    const response = readBraveResponse(page, search.kind)
    pages.push({ ...response, page, start })
    if (!response.hasMore) break
  }
  return cutWindow(window, pages)
}

/** The part of the window that one saved page has. */
export function readSavedBrave<T>(window: BraveWindow<T>, page: Page): BraveResults<T> {
  const { kind } = window.search
  const start = readBravePage(page.url) * bravePageSize[kind]
  return cutWindow(window, [{ ...readBraveResponse(page, kind), page, start }])
}

/** The page number in an address of the API, counted from 0. */
export function readBravePage(url: string): number {
  const offset = isUrl(url) ? toInteger(new URL(url).searchParams.get('offset')) : null
  return Math.max(0, offset ?? 0)
}

function cutWindow<T>(
  { search, from, size, readItem }: BraveWindow<T>,
  pages: readonly ReadPage[],
): BraveResults<T> {
  const lists = createListReader('brave')
  const results = pages.flatMap(({ items, stated, page, start }) => {
    const first = Math.max(0, from - start)
    const inWindow = items.slice(first, Math.max(first, from + size - start))
    // A page that states results and lists none has unread ones.
    const missing = items.length === 0 ? stated : 0
    return lists.main('organic_results', inWindow, (item) => readItem(item, page), missing)
  })
  const last = pages.findLast(({ items }) => items.length > 0)
  // Short pages may be followed by more results, so a gap inside the window makes the record partial.
  const ends = pages.map(({ hasMore, items, start }) =>
    hasMore ? start + items.length : Number.POSITIVE_INFINITY,
  )
  const isShort = ends.some((end, i) => end < Math.min(from + size, pages[i + 1]?.start ?? from + size))
  return {
    results,
    certainCount: last ? last.start + last.items.length : 0,
    reading: { ...lists.counted(), source: buildSearchPage(search), ...(isShort ? { isPartial: true } : {}) },
  }
}
