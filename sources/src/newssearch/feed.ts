// Articles out of an RSS search feed. A feed always has all articles and is paged here.
import type { Page } from '@quarry/kit'
import { systemClock } from '@quarry/kit/clock'
import { collapseSpace, decodeEntities, plainText } from '@quarry/kit/read/clean-text'
import { parseDom } from '@quarry/kit/read/dom'
import { emphasised } from '@quarry/kit/read/emphasis'
import { createListReader } from '@quarry/kit/read/list-reader'
import { relativeTime } from '@quarry/kit/read/relative-time'
import { toDomain, unwrapLink } from '@quarry/kit/read/unwrap-link'
import { type FeedItem, feedBuiltAt, readFeed } from '@quarry/kit/read/xml-feed'
import { type Article, cutPage, type NewsPage, type NewsQuery } from './news-record.ts'

export function readNewsFeed(page: Page, query: NewsQuery): NewsPage {
  // Decision: ages are counted from the moment the feed was made; a feed without that date is read as of now.
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
