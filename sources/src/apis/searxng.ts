// SearXNG, a metasearch engine that operators run themselves. Its settings must allow JSON (`search.formats`): an
// instance without it answers 403, which callers see as `upstream_blocked`. Results come from other engines, under
// their terms.
import { Failure, type Get, type Page, pageBlocked, pageChanged, upstreamApi } from '@quarry/kit'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asArray, asList, asText, asTexts } from '@quarry/kit/read/values'
import { buildResult, type SearchResults } from './search-result.ts'

export const searxng = upstreamApi({
  name: 'searxng',
  title: 'SearXNG',
  hosts: ['searxng'],
  isSelfHosted: true,
  licence: 'terms of the engines that the instance asks',
  credit: 'Results by a SearXNG instance, https://docs.searxng.org',
  homepage: 'https://docs.searxng.org',
  rateLimit: {},
  // An instance with its limiter on takes clients without it for bots.
  headers: { 'accept-language': 'en, *;q=0.5' },
})

type SearxngSearch = {
  words: string
  category: 'general' | 'news'
  /** A language code, with or without a country: `fr`, `fr-CA`; the instance's default if absent. */
  language?: string | undefined
}

/** Pages are counted from 1. The instance decides how many results a page has, and pages differ. */
const buildSearxngUrl = ({ words, category, language }: SearxngSearch, page: number): string =>
  `https://searxng/search?${new URLSearchParams({
    q: words,
    format: 'json',
    pageno: String(page),
    categories: category,
    ...(language === undefined ? {} : { language }),
  })}`

function readSearxngResponse(page: Page) {
  const response = jsonObject(page)
  if (response === null && new URL(page.url).searchParams.get('format') !== 'json')
    throw pageBlocked(
      'the instance redirects to a page: set limiter: false in its settings, or allow this server in pass_ip',
    )
  if (!Array.isArray(response?.results))
    throw pageChanged('the instance did not answer with the JSON of a search')
  return {
    items: toEntries(response.results),
    /** The engines that did not answer the instance, each with the reason; most responses have some. */
    silentEngines: asArray(response.unresponsive_engines).map((engine) => asTexts(asList(engine)).join(': ')),
  }
}

const resultForm = {
  ...buildForm('text', ['title', 'url', 'content', 'pretty_url', 'engine', 'metadata']),
  // Engines write it in different ways.
  publishedDate: 'scalar',
} as const

/** The fields that all categories share; null without a title or an address, or with a field of another type. */
export function readSearxngResult(item: JsonObject, page: Page) {
  if (!hasForm(item, resultForm)) return null
  return buildResult(asText(item.title), unwrapLink(asText(item.url), page.url), {
    displayed_link: asText(item.pretty_url),
    snippet: asText(item.content),
    // An instance marks the words of the query on its HTML pages only.
    snippet_matched: [],
  })
}

/** More pages than any engine behind an instance returns. */
const maxPages = 100

const form = 'searxng'
const list = 'organic_results'

type ReadItem<T> = (item: JsonObject, page: Page) => T | null

export type SearxngFetch<T> = {
  search: SearxngSearch
  /** Fetches pages until there are this many results, or no more. */
  count: number
  /** How many of them the caller skips: a fetch that ends early before these is a failure, not an empty response. */
  skipped: number
  readItem: ReadItem<T>
}

/** Fetches from page 1 on, because pages have no fixed size. A result that several pages list counts once. */
export async function fetchSearxng<T extends { link: string }>(
  get: Get,
  { search, count, skipped, readItem }: SearxngFetch<T>,
): Promise<SearchResults<T>> {
  const lists = createListReader(form)
  const results = new Map<string, T>()
  let cut: Failure | null = null
  for (let number = 1; results.size < count; number += 1) {
    if (number > maxPages) {
      cut = new Failure('upstream_failed', `the results are not on the first ${maxPages} pages`)
      break
    }
    const page = await get(buildSearxngUrl(search, number))
    const { items, silentEngines } = readSearxngResponse(page)
    const before = results.size
    const readPage = number === 1 ? lists.main : lists.side
    for (const result of readPage(list, items, (item) => readItem(item, page)))
      if (!results.has(result.link)) results.set(result.link, result)
    if (results.size > before) continue
    // Engines repeat their last page after the end. An empty page with silent engines need not be the end.
    if (items.length === 0 && silentEngines.length > 0) cut = enginesSilent(silentEngines)
    break
  }
  if (cut && results.size <= skipped) throw cut
  return {
    results: [...results.values()],
    reading: { ...lists.counted(), ...(cut ? { isPartial: true } : {}) },
  }
}

/** The results of one saved page, read as the first. */
export function readSearxngPage<T>(page: Page, readItem: ReadItem<T>): SearchResults<T> {
  const lists = createListReader(form)
  const { items, silentEngines } = readSearxngResponse(page)
  if (items.length === 0 && silentEngines.length > 0) throw enginesSilent(silentEngines)
  return { results: lists.main(list, items, (item) => readItem(item, page)), reading: lists.counted() }
}

const enginesSilent = (engines: readonly string[]): Failure =>
  new Failure(
    'upstream_failed',
    `no engine of the instance answered (${engines.slice(0, 5).join(', ').slice(0, 300)})`,
  )
