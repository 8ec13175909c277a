// `/v2/page/metadata`: what the head and the structured data of any page state about it.
import { readTypes } from '@quarry/kit/read/json-ld'
import { asList, at } from '@quarry/kit/read/values'
import { list, nullable, object, text } from '@quarry/kit/schema'
import { pageEndpoint } from './page-endpoint.ts'
import { type Reader, readCanonical, readTitle } from './read/basics.ts'
import { findItems, findNode } from './read/find-items.ts'
import type { Item, Link, PageData } from './read/page-data.ts'
import { fromItems, type Picker } from './read/picker.ts'
import { listImages } from './read/values.ts'
import * as story from './story-fields.ts'

const record = object({
  url: text('https://news.page.example/article/json-ld-1', { format: 'uri' }),
  canonical: nullable(text('https://news.page.example/harbour-bridge-reopens', { format: 'uri' })),
  type: nullable(text('article', 'What the page says it is about, in lower case.')),
  title: story.title,
  description: story.description,
  image: story.image,
  logo: nullable(text('https://news.page.example/logo.png', { format: 'uri' })),
  author: story.author,
  published_at: story.published_at,
  modified_at: story.modified_at,
  publisher: story.publisher,
  language: story.language,
  feeds: list(text('https://news.page.example/feed.xml', { format: 'uri' })),
})

const subjects = ['Article', 'Product', 'Event', 'Recipe', 'VideoObject', 'Book', 'Movie'] as const

/** The item that the page is about, of the first kind that it has. */
function findSubject(data: PageData): Item[] {
  for (const subject of subjects) {
    const items = findItems(data, subject)
    if (items.length > 0) return items
  }
  return []
}

const maxFeeds = 50

export const metadata = pageEndpoint({
  name: 'metadata',
  summary: 'Metadata of a page',
  description:
    'What a page says about itself: title, description, image, author, dates, publisher and feeds.',
  example: 'https://news.page.example/article/json-ld-1',
  record,
  read: readMetadata,
})

export function readMetadata(data: PageData, picker: Picker) {
  const items = findSubject(data)
  const reader = { data, items, picker }
  const title = readTitle(reader)
  if (title === null) return null
  return {
    url: data.url,
    canonical: readCanonical(reader),
    type: picker.pick<string>(...fromItems(items, (node) => readTypes(node)[0]?.toLowerCase() ?? null), [
      'open-graph',
      () => data.meta('og:type')?.toLowerCase() ?? null,
    ]),
    title,
    ...story.readStory(reader).fields,
    logo: readLogo(reader),
    feeds: picker.pickList<string>(['meta', () => listFeeds(data)]),
  }
}

const listFeeds = ({ links, toUrl }: PageData): string[] => {
  const feeds = links.filter(({ rel, type }) => /\balternate\b/.test(rel) && /rss|atom|feed\+json/.test(type))
  return [...new Set(feeds.flatMap(({ href }) => toUrl(href) ?? []))].slice(0, maxFeeds)
}

/** The logo that the data of the page names, or the largest icon of the site. */
function readLogo({ data, items, picker }: Reader): string | null {
  const findLogo = (value: unknown) => listImages(data, at(data.resolve(asList(value)[0]), 'logo'))[0] ?? null
  return picker.pick<string>(
    ...fromItems(items, (node) => findLogo(node.publisher)),
    ['json-ld', () => findLogo(findNode(data, 'NewsMediaOrganization', 'Organization', 'OnlineStore'))],
    ['open-graph', () => data.toUrl(data.meta('og:logo'))],
    ['meta', () => findIcon(data)],
  )
}

function findIcon({ links, toUrl }: PageData): string | null {
  const icons = links.filter(
    ({ rel, href }) => href !== '' && /(?:^|\s)(?:apple-touch-icon\S*|icon|fluid-icon)(?:\s|$)/.test(rel),
  )
  const largest = icons.reduce<Link | null>(
    (best, icon) => (best && toSize(best) >= toSize(icon) ? best : icon),
    null,
  )
  return toUrl(largest?.href)
}

const toSize = ({ sizes, rel, type }: Link): number =>
  type.includes('svg') ? 1000 : Number.parseInt(sizes, 10) || (rel.startsWith('apple') ? 120 : 16)
