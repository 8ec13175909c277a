// `/v2/page/metadata`: what any page says about itself in its head and its data.
import { readTypes } from '@quarry/kit/read/json-ld'
import { list, nullable, object, text } from '@quarry/kit/schema'
import { pageEndpoint } from './page-endpoint.ts'
import {
  readAuthors,
  readCanonical,
  readDescription,
  readImage,
  readLanguage,
  readModified,
  readPublished,
  readPublisher,
  readTitle,
} from './read/basics.ts'
import { findItems } from './read/find-items.ts'
import { readLogo } from './read/logos.ts'
import type { Item, PageData } from './read/page-data.ts'
import { fromItems, type Picker } from './read/picker.ts'

const record = object({
  url: text('https://news.page.example/article/json-ld-1', { format: 'uri' }),
  canonical: nullable(text('https://news.page.example/harbour-bridge-reopens', { format: 'uri' })),
  type: nullable(text('article', { description: 'What the page says it is about, in lower case.' })),
  title: text('Harbour bridge reopens'),
  description: nullable(text('The bridge is open again after a year of work.')),
  image: nullable(text('https://news.page.example/images/bridge.jpg', { format: 'uri' })),
  logo: nullable(text('https://news.page.example/logo.png', { format: 'uri' })),
  author: nullable(text('Ines Moreau')),
  published_at: nullable(text('2026-01-31T10:00:00Z')),
  modified_at: nullable(text('2026-02-01T08:30:00+01:00')),
  publisher: nullable(text('Harbour Post')),
  language: nullable(text('en')),
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
    description: readDescription(reader),
    image: readImage(reader),
    logo: readLogo(reader),
    author: readAuthors(reader).join(', ') || null,
    published_at: readPublished(reader),
    modified_at: readModified(reader),
    publisher: readPublisher(reader),
    language: readLanguage(reader),
    feeds: picker.pickList<string>(['meta', () => listFeeds(data)]),
  }
}

const listFeeds = ({ links, toUrl }: PageData): string[] => {
  const feeds = links.filter(({ rel, type }) => /\balternate\b/.test(rel) && /rss|atom|feed\+json/.test(type))
  return [...new Set(feeds.flatMap(({ href }) => toUrl(href) ?? []))].slice(0, maxFeeds)
}
