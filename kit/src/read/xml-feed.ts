// Reads RSS 2.0 feeds with feedsmith. A feed with a document type is refused, because it could define entities.
import { parseRssFeed } from '../libraries/feeds.ts'
import { pageChanged } from '../outcome.ts'
import { fromRfc822 } from './dates.ts'
import { checkCountBudget, checkOutlineBudget } from './page-budget.ts'
import { asText } from './values.ts'

/** An item of a feed. What the feed does not state is null. */
export type FeedItem = {
  title: string | null
  link: string | null
  /** Markup as written in the feed. */
  description: string | null
  publishedAt: Date | null
  source: { name: string | null; url: string | null } | null
}

const maxItems = 1000
const maxFeedChars = 2 * 1024 * 1024

/** Whether a body is a feed, by its first bytes. */
export const looksLikeFeed = (body: string): boolean =>
  /^[\s\ufeff]{0,50}(?:<\?xml[^>]{0,200}>\s{0,50})?(?:<!--[^>]{0,500}-->\s{0,50})?<rss[\s>]/i.test(
    body.slice(0, 1000),
  )

/** The date of the feed itself, or null. The ages of its items are computed from it. */
export function feedBuiltAt(body: string): Date | null {
  const channel = body.slice(0, 20_000).split(/<item[\s>]/i, 1)[0] ?? ''
  return fromRfc822(/<lastBuildDate>([^<]{1,60})<\/lastBuildDate>/i.exec(channel)?.[1])
}

/**
 * The items of a feed in its order, at most 1,000. Throws pageChanged if the body is no feed, has a document type or
 * more than 2,097,152 characters; DomTooLarge on the event loop for more than 131,072 characters or 2,000 tags.
 */
export function readFeed(body: string): FeedItem[] {
  if (body.length > maxFeedChars) throw pageChanged('the feed is too long')
  checkOutlineBudget(body.length)
  checkCountBudget('tags', tagsIn(body))
  if (/<!(?:DOCTYPE|ENTITY)/i.test(body)) throw pageChanged('the feed declares a document type')
  return parse(body).map((item) => ({
    title: asText(item.title),
    link: asText(item.link),
    description: asText(item.description),
    publishedAt: fromRfc822(item.pubDate),
    source: item.source ? { name: asText(item.source.title), url: asText(item.source.url) } : null,
  }))
}

function tagsIn(body: string): number {
  let tags = 0
  for (let at = body.indexOf('<'); at !== -1; at = body.indexOf('<', at + 1)) tags++
  return tags
}

function parse(body: string) {
  try {
    return parseRssFeed(body, { maxItems }).items ?? []
  } catch (cause) {
    throw pageChanged(`the body is not a feed: ${cause instanceof Error ? cause.message : 'unreadable'}`)
  }
}
