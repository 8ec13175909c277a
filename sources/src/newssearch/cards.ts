// Articles out of the pages of news engines: the news tab of one, the cards of another. The navigation of a page shows
// which other pages exist.
import type { Page } from '@quarry/kit'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { emphasised } from '@quarry/kit/read/emphasis'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { toDomain, unwrapLink } from '@quarry/kit/read/unwrap-link'
import { withoutScripts } from '@quarry/kit/read/without-scripts'
import type { Article, NewsPage, NewsQuery } from './news-record.ts'

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

/** The articles of a page, none where the engine found nothing; null if no layout matches. */
export function readCards(page: Page, { page: current }: NewsQuery): NewsPage | null {
  const dom = parseDom(withoutScripts(page.body))
  const pages = readPages(dom, current)
  for (const layout of layouts) {
    const lists = createListReader(layout.form)
    const cards = dom.all(layout.item)
    const articles = lists.side('organic_results', cards, (card) => readCard(card, layout, page.url))
    if (articles.length > 0) return { articles, ...pages, reading: lists.counted() }
    // Unreadable cards are a changed layout or a block page, never an empty answer.
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
