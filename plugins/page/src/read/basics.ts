// The fields that a page of any kind may have: title, author, dates, images, publisher and language.
import { asList, at } from '@quarry/kit/read/values'
import { findAuthors } from './authors.ts'
import { findDomDate, findDomImage, findDomPublisher } from './dom-basics.ts'
import { findNode } from './find-items.ts'
import type { Item, PageData } from './page-data.ts'
import { fromItems, type Picker } from './picker.ts'
import { cutToHeading, findTitle, removePublisher } from './titles.ts'
import { listImages, listNames, toText } from './values.ts'
import { toIsoDate } from './written-date.ts'

/** Reads fields of a page; `items` are its subjects, such as its article. */
export type Reader = { data: PageData; items: readonly Item[]; picker: Picker }

const readMeta = ({ data }: Reader, ...names: string[]) => data.meta(...names)

export function readTitle(reader: Reader): string | null {
  const { data, items, picker } = reader
  const publisher = readPublisherName(reader, false)
  const title = picker.pick<string>(
    ...fromItems(items, (node) => toWhole(toTitle(node.headline), readMeta(reader, 'og:title'))),
    ['open-graph', () => readMeta(reader, 'og:title')],
    ...fromItems(items, (node) => toTitle(node.name)),
    ['meta', () => readMeta(reader, 'twitter:title', 'dc.title', 'dcterms.title', 'sailthru.title', 'title')],
    ['dom', () => findTitle(data, publisher)],
    ['meta', () => data.title],
  )
  return title === null ? null : cutToHeading(removePublisher(title, publisher, data), publisher, data)
}

/** Null for an address: microdata on a link has the address as its value. */
const toTitle = (value: unknown): string | null => {
  const text = toText(value)
  return text !== null && /^https?:\/\/\S+$/.test(text) ? null : text
}

/** Headlines are cut for search engines: the longer spelling of the same title counts. */
const toWhole = (headline: string | null, longer: string | null): string | null => {
  const start = headline?.replace(/\s?(?:…|\.\.\.)$/, '') ?? ''
  return headline !== null && start !== headline && longer?.startsWith(start) ? longer : headline
}

export const readDescription = (reader: Reader): string | null =>
  reader.picker.pick<string>(
    ['open-graph', () => readMeta(reader, 'og:description')],
    [
      'meta',
      () => readMeta(reader, 'description', 'twitter:description', 'dc.description', 'dcterms.description'),
    ],
    ...fromItems(reader.items, (node) => toText(node.description)),
    ...fromItems(reader.items, (node) => toText(node.abstract)),
  )

export const readAuthors = (reader: Reader): string[] =>
  findAuthors(reader.data, reader.items, reader.picker, readPublisherName(reader, false))

export const readPublished = (reader: Reader): string | null => {
  const { data, items, picker } = reader
  const fromData = (form: Item['form']) =>
    fromItems(
      items.filter((item) => item.form === form),
      (node) => firstDate(node.datePublished, node.dateCreated, node.uploadDate),
    )
  return picker.pick<string>(
    ...fromData('json-ld'),
    [
      'open-graph',
      () =>
        firstMetaDate(
          reader,
          'article:published_time',
          'og:article:published_time',
          'og:published_time',
          'og:pubdate',
        ),
    ],
    // After Open Graph, because a page marks up the stories that it links to as well.
    ...fromData('microdata'),
    ['meta', () => firstMetaDate(reader, ...publishedNames)],
    ['json-ld', () => firstDate(findNode(data, 'WebPage', 'ItemPage', 'ProfilePage')?.datePublished)],
    ['dom', () => findDomDate(data)],
    ['open-graph', () => firstMetaDate(reader, 'article:modified_time', 'og:updated_time')],
    ...fromItems(items, (node) => firstDate(node.dateModified)),
  )
}

const publishedNames = [
  'datepublished',
  'parsely-pub-date',
  'sailthru.date',
  'article.published',
  'article:published',
  'published-date',
  'publish-date',
  'publishdate',
  'publication_date',
  'publish_date',
  'pubdate',
  'ptime',
  'pdate',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date.created',
  'dc.date',
  'dcterms.date',
  'cxenseparse:recs:publishtime',
  'citation_publication_date',
  'citation_date',
  'originalpublicationdate',
  'displaydate',
  'rnews:datepublished',
  'date',
  'dc.created',
  'creation_date',
  'article_date_original',
]

export const readModified = (reader: Reader): string | null =>
  reader.picker.pick<string>(
    ...fromItems(reader.items, (node) => firstDate(node.dateModified)),
    [
      'open-graph',
      () => firstMetaDate(reader, 'article:modified_time', 'og:updated_time', 'og:modified_time'),
    ],
    [
      'meta',
      () =>
        firstMetaDate(
          reader,
          'datemodified',
          'last-modified',
          'lastmod',
          'dcterms.modified',
          'dc.date.modified',
          'modified',
        ),
    ],
    ['json-ld', () => firstDate(findNode(reader.data, 'WebPage', 'ItemPage')?.dateModified)],
  )

const firstDate = (...values: unknown[]): string | null => {
  for (const value of values) {
    const date = toIsoDate(asList(value)[0])
    if (date !== null) return date
  }
  return null
}

const firstMetaDate = ({ data }: Reader, ...names: string[]): string | null =>
  firstDate(...names.map((name) => data.meta(name)))

export function readImage(reader: Reader): string | null {
  const { data, items, picker } = reader
  // Some pages put a list of sizes there: the first address counts.
  const meta = (...names: string[]) => data.toUrl(data.meta(...names)?.replace(/\s\d+[wx],.*$/s, ''))
  return picker.pick<string>(
    ['open-graph', () => meta('og:image', 'og:image:url', 'og:image:secure_url')],
    ['meta', () => meta('twitter:image', 'twitter:image:src', 'twitter:image0')],
    ...fromItems(
      items,
      (node) => listImages(data, node.image)[0] ?? listImages(data, node.thumbnailUrl)[0] ?? null,
    ),
    ['meta', () => data.toUrl(data.links.find(({ rel }) => rel === 'image_src')?.href)],
    ['meta', () => meta('image', 'thumbnail', 'msapplication-tileimage')],
    ['dom', () => findDomImage(data)],
  )
}

export const readPublisher = (reader: Reader): string | null => readPublisherName(reader, true)

/** `mayUseDom` is false if the name only helps to read another field. */
function readPublisherName({ data, items, picker }: Reader, mayUseDom: boolean): string | null {
  const names = (value: unknown) => listNames(data, value)[0] ?? null
  const pick: Picker['pick'] = mayUseDom ? picker.pick : pickSilently
  return pick<string>(
    ...fromItems(items, (node) => names(node.publisher) ?? names(node.sourceOrganization)),
    ['open-graph', () => data.meta('og:site_name')],
    [
      'meta',
      () => data.meta('application-name', 'apple-mobile-web-app-title', 'dc.publisher', 'dcterms.publisher'),
    ],
    ['json-ld', () => names(findNode(data, 'NewsMediaOrganization', 'Organization', 'OnlineStore'))],
    ['json-ld', () => names(findNode(data, 'WebSite'))],
    [
      'meta',
      () =>
        data.meta(
          'publisher',
          'al:android:app_name',
          'al:ios:app_name',
          'twitter:app:name:iphone',
          'copyright',
        ),
    ],
    ['dom', () => (mayUseDom ? findDomPublisher(data) : null)],
  )
}

const pickSilently: Picker['pick'] = (...candidates) => {
  for (const [, read] of candidates) {
    const value = read()
    if (value !== null) return value
  }
  return null
}

/** The primary language in lower case: `en` of `en-GB`. */
export const readLanguage = ({ data, items, picker }: Reader): string | null =>
  picker.pick<string>(
    ['meta', () => toLanguage(data.language)],
    ...fromItems(items, (node) =>
      toLanguage(listNames(data, node.inLanguage)[0] ?? at(node.inLanguage, 'alternateName')),
    ),
    ['open-graph', () => toLanguage(data.meta('og:locale'))],
    [
      'meta',
      () =>
        toLanguage(
          data.meta('content-language', 'language', 'dc.language', 'dcterms.language', 'inlanguage'),
        ),
    ],
  )

const toLanguage = (value: unknown): string | null =>
  /^([a-z]{2,3})(?:[-_,;\s]|$)/.exec(
    String(value ?? '')
      .trim()
      .toLowerCase(),
  )?.[1] ?? null

/** The address that the page gives as its own, or the one that was read. */
export const readCanonical = ({ data, picker }: Reader): string | null =>
  picker.pick<string>(
    ['meta', () => data.toUrl(data.links.find(({ rel, href }) => rel === 'canonical' && href !== '')?.href)],
    ['open-graph', () => data.toUrl(data.meta('og:url'))],
  )
