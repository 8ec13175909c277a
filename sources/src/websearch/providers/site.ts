// The result pages of a search engine itself: a table of selectors for the layout of each engine, and the JSON of an
// open metasearch. Advertisements, answer boxes and the engine's own links are no organic results.
import { type Page, pageChanged, provider } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { emphasised } from '@quarry/kit/read/emphasis'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import { parseJson } from '@quarry/kit/read/parse-json'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asObject } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { withoutScripts } from '@quarry/kit/read/without-scripts'
import { buildResult } from '../../apis/search-result.ts'
import { readSearxngResult } from '../../apis/searxng.ts'
import {
  lastOffset,
  type Results,
  resultsPerResponse,
  type SearchQuery,
  type SearchRecord,
  toOutcome,
} from '../search-record.ts'

export const site = provider<SearchQuery, SearchRecord>({
  page({ words, skip, language, country }, engine) {
    const searchParams = new URLSearchParams({ q: words, num: String(resultsPerResponse) })
    if (language !== undefined) searchParams.set('hl', language)
    if (country !== undefined) searchParams.set('gl', country)
    if (skip > 0) searchParams.set('start', String(skip))
    return engine.url(`/search?${searchParams}`)
  },

  extract(page, query) {
    const results = readResults(page)
    if (results) return toOutcome(results, query)
    // Checked last: a search for "access denied" has the title of a bot wall.
    assertReadable(page)
    throw pageChanged('no search results in any known layout')
  },

  // Each engine has its own names for the query and for the offset.
  paramsFromUrl(url, { text, integer }) {
    const skipped =
      integer('start') ??
      integer('s') ??
      (integer('first') ?? 1) - 1 + ((integer('pageno') ?? 1) - 1) * resultsPerResponse
    return { query: text('q', 'query', 'p') ?? url, page: Math.min(Math.max(skipped, 0), lastOffset) }
  },
})

const answersAndAds =
  '.related-question-pair, #tads, #tadsb, #bottomads, .commercial-unit-desktop-top, .pla-unit, .ads-ad, [data-text-ad]'
const firstEngine = { title: 'h3', displayed: 'cite', none: '#topstuff .med, #topstuff .card-section' }

type Layout = (typeof layouts)[number]

/**
 * `aside` selects elements that look like items but are not; everything inside them is ignored too. `none` is how the
 * engine says that it found nothing.
 */
const layouts = [
  {
    ...firstEngine,
    form: 'dom',
    item: '#rso .tF2Cxc',
    aside: answersAndAds,
    link: '.yuRUbf a',
    snippet: '.VwiC3b',
  },
  {
    ...firstEngine,
    form: 'dom-classic',
    item: 'div.g',
    aside: `${answersAndAds}, div.g div.g`,
    link: '.r a, .yuRUbf a',
    snippet: '.st, .VwiC3b',
  },
  {
    form: 'dom-algo',
    item: 'li.b_algo',
    aside: '.b_ad, .b_ans',
    link: 'h2 a',
    title: 'h2',
    displayed: 'cite',
    snippet: '.b_caption p',
    none: '#b_results .b_no',
  },
  {
    form: 'dom-plain',
    item: '.result',
    aside: '.result--ad, .result--no-result, .result--more',
    link: '.result__a',
    title: '.result__a',
    displayed: '.result__url',
    snippet: '.result__snippet',
    none: '.result--no-result, .no-results',
  },
]

/** A heading with a link in the list of results: if it was not read as a result, the layout has changed. */
const headings = ['#rso', '#search', '#b_results', '#links']
  .flatMap((place) => ['h2 a[href]', 'h3 a[href]', 'a[href] h3'].map((heading) => `${place} ${heading}`))
  .join(', ')

/** The results of one response, none if the engine found nothing; null if no layout matches. */
function readResults(page: Page): Results | null {
  if (/^\s*\{/.test(page.body.slice(0, 100))) return readMetasearch(page)
  const dom = parseDom(withoutScripts(page.body))
  let shown = 0
  for (const layout of layouts) {
    const items = dom.all(layout.item).filter((item) => isResult(item, layout, page.url))
    const lists = createListReader(layout.form)
    const results = lists.side('organic_results', items, (item) => readItem(item, layout, page.url))
    if (results.length > 0) return { results, reading: lists.counted() }
    shown += items.length
  }
  const asides = layouts.map(({ aside }) => aside).join(', ')
  const unread = shown > 0 || dom.all(headings).some((heading) => !heading.closest(asides))
  const none = !unread && dom.one(layouts.map((layout) => layout.none).join(', '))
  return none ? { results: [], reading: { form: 'dom' } } : null
}

const readLink = (item: Dom, layout: Layout, base: string): string | null =>
  unwrapLink(item.attr('href', layout.link), base)

/** Whether the element is a result: it has a title or a link and is not one of the engine's boxes. */
function isResult(item: Dom, layout: Layout, base: string): boolean {
  if (item.closest(layout.aside)) return false
  const link = readLink(item, layout, base)
  return link === null ? item.text(layout.title) !== null : !isEngineLink(link, base)
}

function readItem(item: Dom, layout: Layout, base: string) {
  const snippet = item.one(layout.snippet)
  return buildResult(item.text(layout.title), readLink(item, layout, base), {
    displayed_link: item.text(layout.displayed),
    snippet: snippet?.text() ?? null,
    snippet_matched: emphasised(snippet),
  })
}

/** "Images for …" and the like lead to another search on the same engine. */
function isEngineLink(link: string, base: string): boolean {
  const { host, pathname } = new URL(link)
  return isUrl(base) && host === new URL(base).host && /^\/(?:search|images|videos|maps)\b/.test(pathname)
}

function readMetasearch(page: Page): Results | null {
  const response = asObject(parseJson(page.body))
  if (!Array.isArray(response?.results)) return null
  const lists = createListReader('json')
  const results = lists.main('organic_results', toEntries(response.results), (item) =>
    readSearxngResult(item, page),
  )
  return { results, reading: lists.counted() }
}
