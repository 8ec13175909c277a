// The news pages of a news engine itself, in the layouts of several: the news tab of one, the cards of another, and the
// search feed, which always has all articles and is paged here.
import { type Page, pageChanged, provider } from '@quarry/kit'
import { systemClock } from '@quarry/kit/clock'
import { collapseSpace, decodeEntities, plainText } from '@quarry/kit/read/clean-text'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { emphasised } from '@quarry/kit/read/emphasis'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { relativeTime } from '@quarry/kit/read/relative-time'
import { toDomain, unwrapLink } from '@quarry/kit/read/unwrap-link'
import { assertReadable } from '@quarry/kit/read/walls'
import { withoutScripts } from '@quarry/kit/read/without-scripts'
import { type FeedItem, feedBuiltAt, looksLikeFeed, readFeed } from '@quarry/kit/read/xml-feed'
import {
  type Article,
  cutPage,
  type NewsPage,
  type NewsQuery,
  type NewsRecord,
  toOutcome,
} from '../news-record.ts'
import { lastPage, perPageMax } from '../params.ts'

export const site = provider<NewsQuery, NewsRecord>({
  page({ words, gl, hl, num, page, location, uule }, engine) {
    const searchParams = new URLSearchParams({ q: words, tbm: 'nws', gl, hl, num: String(num) })
    if (page > 1) searchParams.set('start', String((page - 1) * num))
    const place = location === null ? uule : encodePlace(location)
    if (place !== null) searchParams.set('uule', place)
    return engine.url(`/search?${searchParams}`)
  },

  extract(page, query) {
    const results = looksLikeFeed(page.body) ? readNewsFeed(page, query) : readCards(page, query)
    if (results) return toOutcome(results, query)
    // Checked last: a search for "access denied" has the title of a bot wall.
    assertReadable(page)
    throw pageChanged('neither a feed nor news in any known layout')
  },

  // Each engine has its own names for the query, the edition and the offset.
  paramsFromUrl(url, { text, integer }) {
    const clamp = (value: number, max: number) => Math.min(Math.max(value, 1), max)
    const num = clamp(integer('num', 'count') ?? 10, perPageMax)
    const skipped = integer('start') ?? (integer('first') ?? 1) - 1
    const code = (...names: string[]) => /^[a-z]{2}(?![a-z])/i.exec(text(...names) ?? '')?.[0]
    const gl = code('gl', 'cc')
    const hl = code('hl', 'setlang')
    const uule = text('uule')
    return {
      query: text('q', 'query') ?? url,
      page: clamp(Math.floor(skipped / num) + 1, lastPage),
      num,
      ...(gl ? { gl } : {}),
      ...(hl ? { hl } : {}),
      ...(uule ? { uule } : {}),
    }
  },
})

/** `w+` and, in base64url, the fields role 2, producer 32 and the length-prefixed name. */
function encodePlace(name: string): string {
  const bytes = Buffer.from(name)
  return `w+${Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, bytes.length]), bytes]).toString('base64url')}`
}

type Layout = (typeof layouts)[number]

/** `none` is how the engine says that it found nothing. */
const layouts = [
  {
    form: 'dom',
    item: 'div.SoaBEf',
    none: '#topstuff .med, #topstuff .card-section',
    href: (card: Dom) => card.attr('href', 'a.WlydOe'),
    title: (card: Dom) => card.text('.MBeuO'),
    source: (card: Dom) => card.text('.MgUUmf'),
    date: (card: Dom) => card.text('.OSrXXb, .LfVVr, time'),
    snippet: '.GI74Re',
  },
  {
    form: 'dom-cards',
    item: '.news-card',
    none: '.no_results, .b_no',
    href: (card: Dom) => card.attr('data-url') ?? card.attr('href', 'a.title'),
    title: (card: Dom) => card.attr('data-title') ?? card.text('a.title'),
    source: (card: Dom) => card.attr('data-author') ?? card.text('.source a'),
    // Shown as "3h"; the label says it in words.
    date: (card: Dom) => card.attr('aria-label', '.source span[aria-label]') ?? card.text('.source span'),
    snippet: '.snippet',
  },
]

/** The articles of a page, none if the engine found nothing; null if no layout matches. */
function readCards(page: Page, { page: current }: NewsQuery): NewsPage | null {
  const dom = parseDom(withoutScripts(page.body))
  const pages = readPages(dom, current)
  for (const layout of layouts) {
    const lists = createListReader(layout.form)
    const cards = dom.all(layout.item)
    const articles = lists.side('organic_results', cards, (card) => readCard(card, layout, page.url))
    if (articles.length > 0) return { articles, ...pages, reading: lists.counted() }
    // Unreadable cards are a changed layout or a block page, never an empty response.
    if (cards.length > 0) return null
  }
  const nothing = dom.one(layouts.map(({ none }) => none).join(', '))
  const unread = dom.one('#rso [role=heading], #rso a[href] h3, #algocore a[href]')
  return nothing && !unread ? { articles: [], ...pages, hasNextPage: false, reading: { form: 'dom' } } : null
}

function readCard(card: Dom, layout: Layout, base: string): Article | null {
  const link = unwrapLink(layout.href(card), base)
  const title = layout.title(card)
  if (title === null || link === null) return null
  const snippet = card.one(layout.snippet)
  return {
    title,
    link,
    domain: toDomain(link),
    source: layout.source(card),
    date: layout.date(card),
    snippet: snippet?.text() ?? null,
    displayed_link: card.text('cite'),
    snippet_matched: emphasised(snippet),
  }
}

/** The numbers in the navigation below the articles. */
function readPages(dom: Dom, current: number) {
  const links = dom.all('[role=navigation] a[href], #foot a[href], nav.pages a[href]')
  const numbers = new Set(links.map((link) => toInteger(link.text()) ?? 0))
  const otherPages = [...numbers].filter((number) => number > 0 && number !== current).sort((a, b) => a - b)
  const next = links.some((link) => link.attr('id') === 'pnnext' || link.attr('rel') === 'next')
  return { otherPages, hasNextPage: next || otherPages.some((number) => number > current) }
}

function readNewsFeed(page: Page, query: NewsQuery): NewsPage {
  // Decision: ages are counted from the time of the feed; a feed without that date is read as of now.
  const now = feedBuiltAt(page.body) ?? systemClock()
  const lists = createListReader('feed')
  const articles = lists.main('organic_results', readFeed(page.body), (item) =>
    readItem(item, page.url, now, query.hl),
  )
  return { ...cutPage(articles, query), reading: lists.counted() }
}

function readItem(item: FeedItem, base: string, now: Date, language: string): Article | null {
  const link = unwrapLink(item.link, base)
  const source = item.source?.name ?? null
  const title = cleanTitle(item.title, source)
  if (title === null || link === null) return null
  const description = readSnippet(item.description, title)
  return {
    title,
    link,
    domain: (item.source?.url ? toDomain(item.source.url) : null) ?? findPressDomain(link, base),
    source,
    date: item.publishedAt ? relativeTime(item.publishedAt, now, language) : null,
    snippet: description?.text ?? null,
    displayed_link: null,
    snippet_matched: description?.matched ?? [],
  }
}

/** The headline without the outlet's name that feeds append to it. */
function cleanTitle(title: string | null, source: string | null): string | null {
  // A title is text, not markup, but some feeds escape it twice.
  const text = collapseSpace(decodeEntities(title ?? '')) || null
  const ending = source === null ? null : ` - ${source}`
  return text !== null && ending !== null && text.endsWith(ending)
    ? text.slice(0, -ending.length).trim() || null
    : text
}

/** The host of an article's own address; a redirect on the engine's host hides the outlet. */
function findPressDomain(link: string, base: string): string | null {
  const domain = toDomain(link)
  return domain === toDomain(base) ? null : domain
}

/** A description that links to headlines is a list of related articles, not a text about this one. */
function readSnippet(description: string | null, title: string): { text: string; matched: string[] } | null {
  if (description === null || /<(?:ol|ul|li|a|table)[\s>]/i.test(description)) return null
  const text = plainText(description)
  if (text === null || text === title) return null
  return { text, matched: emphasised(parseDom(description)) }
}
