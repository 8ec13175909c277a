// Fields that a page shows only in its markup, for pages without data about themselves, and the elements that may show
// them, such as a byline. Elements of sidebars and related stories come last.
import { plainText } from '@quarry/kit/read/clean-text'
import type { Dom } from '@quarry/kit/read/dom'
import type { PageData } from './page-data.ts'
import { readWords, toIsoDate } from './written-date.ts'

const datePlaces: readonly Place[] = [
  [/datePublished/i, '[itemprop~="datePublished" i]'],
  [/pubdate/i, 'time[pubdate]'],
  [/<time/i, 'article time[datetime]'],
  [/<time/i, 'time[datetime]'],
  [/publish/i, '[class*="publish" i]'],
  [/byline/i, '[class*="byline" i]'],
  [/date/i, '[class*="date" i], [id*="date" i]'],
  [/time/i, '[class*="time" i]'],
  [/meta/i, '[class*="meta" i]'],
  [/author/i, ':has(> [rel~="author"])'],
  [/info/i, '[class*="info" i]'],
]

/** The first date of the first place that has one, then one below the heading, then that in the address of the page. */
export function findDomDate(data: PageData): string | null {
  for (const element of findPlaces(data, datePlaces)) {
    const written = element.attr('datetime') ?? element.attr('content') ?? element.text()?.slice(0, 200)
    const date = toIsoDate(written) ?? findDate(written ?? '')
    if (date !== null) return date
  }
  const below = findDateBelowHeading(data.html)
  if (below !== null) return below
  const [, year, month, day] =
    /\/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?:[/-]|$)/.exec(new URL(data.url).pathname) ?? []
  return year ? toIsoDate(`${year}/${month}/${day}`) : null
}

const maxHeadings = 3
const maxBelowChars = 300

/** A date in words shortly after a heading, in elements whose class names do not mention a date. */
function findDateBelowHeading(html: string): string | null {
  const closing = /<\/h1\s{0,5}>/gi
  for (let count = 0; count < maxHeadings; count++) {
    if (closing.exec(html) === null) return null
    const below = plainText(html.slice(closing.lastIndex, closing.lastIndex + maxBelowChars * 20))
    const date = readWords(below?.slice(0, maxBelowChars) ?? '')
    if (date !== null) return date
  }
  return null
}

/** A date in digits after other words: `Updated 31/01/2026`. */
const findDate = (text: string): string | null =>
  toIsoDate(/\b\d{4}-\d{2}-\d{2}(?:T[\d:+.Z-]{5,20})?|\b\d{1,2}[./]\d{1,2}[./]\d{4}/.exec(text)?.[0])

const imagePlaces = [
  'article img',
  'main img',
  '[role="main"] img',
  '#content img, .content img',
  'h1 ~ * img',
  'img',
]
const decoration =
  /(?:logo|icon|avatar|placeholder|missing|loading|sprite|pixel|blank|spacer|button|badge|1x1|tracking|gravatar|\.svg|\.gif)/i

/** The first picture of the content that is no decoration. */
export function findDomImage({ dom, toUrl }: PageData): string | null {
  for (const place of imagePlaces)
    for (const image of dom().all(place).slice(0, 20)) {
      const address = readSource(image)
      if (address !== null && !isSmall(image) && !decoration.test(`${address} ${image.attr('class') ?? ''}`))
        return toUrl(address)
    }
  return null
}

function readSource(image: Dom): string | null {
  const addresses = ['data-src', 'data-original', 'data-lazy-src', 'src'].map((name) => image.attr(name))
  return addresses.find((address) => address && !address.startsWith('data:')) ?? null
}

const isSmall = (image: Dom): boolean =>
  ['width', 'height'].some((name) => Number.parseInt(image.attr(name) ?? '1000', 10) < 100)

/** The name in the title of a feed, the text of a logo, or the last part of the title. */
export function findDomPublisher({ dom, links, title, url }: PageData): string | null {
  const host = new URL(url).hostname.replace(/^www\./, '').split('.')[0] ?? ''
  const feed = links.find(
    ({ rel, type, title: own }) => rel === 'alternate' && /rss|atom/.test(type) && own !== '',
  )
  const parts = title?.split(/\s[|–—-]\s|\s?\|\s?/) ?? []
  const likeHost = [parts.at(-1), parts[0]].find(
    (part) => part !== undefined && parts.length > 1 && isLike(part, host),
  )
  if (likeHost !== undefined) return likeHost
  const name = feed?.title
    .split(/\s(?:»|›|&raquo;|[|–—-])\s/)[0]
    ?.replace(/\b(?:rss|atom|feed|2\.0)\b|\(\)/gi, ' ')
    .trim()
  if (name) return name
  const logo = dom().all('[class*="logo" i] img[alt], a[href="/"] img[alt], [id*="logo" i] img[alt]')[0]
  const text = logo
    ?.attr('alt')
    ?.replace(/\blogo\b/gi, ' ')
    .trim()
  if (text) return text
  return parts.length > 1 ? (parts.at(-1) ?? null) : null
}

const toLetters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^the\s/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

const isLike = (part: string, host: string): boolean => {
  const [one, other] = [toLetters(part), toLetters(host)]
  return one.length > 1 && other.length > 1 && (one.includes(other) || other.includes(one))
}

/** A selector, and a word that the markup must contain: without the word, the walk over the whole page is saved. */
export type Place = readonly [word: RegExp, selector: string]

const maxElements = 5
const maxLevels = 40
const sidebarNames =
  /sidebar|related|recommend|widget|comment|footer|popular|trending|latest|most-?read|blockquote/i

/**
 * The first elements of each place. Elements in sidebars and the like come last, because pages misuse such class names.
 */
export function* findPlaces(
  { dom, html }: PageData,
  places: readonly Place[],
  withSidebars = true,
): Generator<Dom> {
  const inSidebars: Dom[] = []
  for (const [word, selector] of places) {
    if (!word.test(html)) continue
    let count = 0
    for (const element of dom()
      .all(selector)
      .slice(0, maxElements * 4)) {
      if (isInSidebar(element)) inSidebars.push(element)
      else if (++count <= maxElements) yield element
    }
  }
  if (withSidebars) yield* inSidebars.slice(0, maxElements * 4)
}

function isInSidebar(element: Dom): boolean {
  let level = 0
  for (let up: Dom | null = element; up && up.tag !== 'body' && level < maxLevels; up = up.parent(), level++)
    if (/^(?:footer|nav|blockquote)$/.test(up.tag) || sidebarNames.test(readNames(up))) return true
  return false
}

const readNames = (element: Dom): string => `${element.attr('class') ?? ''} ${element.attr('id') ?? ''}`
