// Titles without the name of the site, which pages append for search results.
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

/** `Soup of the day | The Kitchen` is `Soup of the day` where the site is The Kitchen, or kitchen.example. */
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
