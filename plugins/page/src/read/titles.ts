// Titles without the name of the site, which pages append for search results.
import { plainText } from '@quarry/kit/read/clean-text'
import type { PageData } from './page-data.ts'

const separators = /\s[|\-–—·•:»«/]\s|\s?[|»]\s?|\s::\s/

/** The heading of the page: the one that its title begins with, or the only one. */
export function findTitle(data: PageData, publisher: string | null): string | null {
  const headings = data
    .dom()
    .all('h1')
    .slice(0, 20)
    .flatMap((heading) => heading.text() ?? [])
  const title = data.title ?? ''
  const inTitle = headings.find((heading) => heading.length > 5 && title.includes(heading))
  if (inTitle !== undefined) return inTitle
  const others = headings.filter((heading) => heading !== publisher)
  return title === '' && others.length === 1 ? (others[0] ?? null) : null
}

/** `Soup of the day | The Kitchen` becomes `Soup of the day` if the site is The Kitchen, or kitchen.example. */
export function removePublisher(title: string, publisher: string | null, { url }: PageData): string {
  const parts = title.split(separators)
  if (parts.length < 2) return title
  const names = [publisher, new URL(url).hostname.replace(/^www\./, ''), ...hostLabels(url)].flatMap(
    (name) => name ?? [],
  )
  const isSite = (part: string) => names.some((name) => toWord(name) === toWord(part) && toWord(part) !== '')
  const last = parts.at(-1) ?? ''
  if (isSite(last)) return trimEnd(title.slice(0, title.lastIndexOf(last)))
  const [first = ''] = parts
  return isSite(first) ? trimStart(title.slice(first.length)) : title
}

const before = /(?:\s[|\-–—·•:»«/]{1,3}\s|[|_»]\s?|:\s)$/
const after = /^(?:\s+[|\-–—·•:»«/]{1,3}\s|\s*[|_»]\s*|:\s)/

/** `Opinion | Name the names` becomes `Name the names` if that is the heading of the page. */
export function cutToHeading(title: string, publisher: string | null, { html }: PageData): string {
  const plain = toPlainQuotes(title)
  for (const heading of listHeadings(html)) {
    if (heading.length < title.length / 2 || heading === publisher) continue
    const at = plain.indexOf(toPlainQuotes(heading))
    if (at === -1) continue
    const [start, end] = [title.slice(0, at), title.slice(at + heading.length)]
    if ((start === '' || before.test(start)) && (end === '' || after.test(end)))
      return title.slice(at, at + heading.length)
  }
  return title
}

const maxHeadings = 5

/** Found without the DOM, which most pages do not need. */
function listHeadings(html: string): string[] {
  const headings: string[] = []
  const opening = /<h1(?=[\s>])/gi
  for (let match = opening.exec(html); match && headings.length < maxHeadings; match = opening.exec(html)) {
    const close = html.slice(match.index, match.index + 3000).search(/<\/h1/i)
    if (close === -1) continue
    const text = plainText(html.slice(match.index, match.index + close))
    if (text !== null) headings.push(text)
  }
  return headings
}

const toPlainQuotes = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')

const hostLabels = (url: string): string[] => {
  const labels = new URL(url).hostname.replace(/^www\./, '').split('.')
  return labels.length > 1 ? [labels.at(-2) ?? '', labels[0] ?? ''] : []
}

const toWord = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^the\s/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
const trimEnd = (text: string): string => text.replace(/[\s|\-–—·•:»«/]{1,10}$/, '')
const trimStart = (text: string): string => text.replace(/^[\s|\-–—·•:»«/]{1,10}/, '')
