// A fake SearXNG instance in memory: as many hits as a test needs, on pages of uneven sizes, with results that come
// again on the next page as those of real instances do.
import type { Get, Page } from '@quarry/kit/outcome'

export type FakeInstance = {
  hits: number
  /** How many new hits each page has, page by page. */
  sizes?: readonly number[]
  /** Further fields of each result. */
  item?: (index: number) => Record<string, unknown>
  /** Replaces a page, counted from 1. */
  instead?: Readonly<Record<number, unknown>>
}

export const unevenSizes = [10, 7, 23, 1, 30] as const

export const fakeResult = (index: number) => ({
  url: `https://www.site-${index}.example/page`,
  title: `Page ${index}`,
  content: `About ${index}.`,
  engine: 'first',
})

export const searxngPage = (response: unknown, url = 'https://searxng/search?q=tide&format=json'): Page => ({
  url,
  status: 200,
  contentType: 'application/json',
  body: typeof response === 'string' ? response : JSON.stringify(response),
  headers: { date: 'Sun, 15 Nov 2026 12:00:00 GMT' },
})

/** After its last page an instance repeats that page, as some engines do, or sends an empty one. */
export function fakeSearxng({ hits, sizes = unevenSizes, item = () => ({}), instead = {} }: FakeInstance) {
  const requests: URL[] = []
  const ends = [0]
  for (let page = 0; (ends.at(-1) ?? 0) < hits; page += 1)
    ends.push(Math.min(hits, (ends.at(-1) ?? 0) + (sizes[page % sizes.length] ?? 1)))

  const readResults = (page: number) => {
    const last = ends.length - 1
    const shown = page > last && hits % 2 === 1 ? last : page
    const [from = hits, to = hits] = [ends[shown - 1], ends[shown]]
    // Engines overlap: the last hit of the page before comes again.
    const start = to > from && from > 0 ? from - 1 : from
    return Array.from({ length: to - start }, (_, at) => ({ ...fakeResult(start + at), ...item(start + at) }))
  }

  const get: Get = async (address) => {
    const url = new URL(address)
    requests.push(url)
    const page = Number(url.searchParams.get('pageno'))
    const response = instead[page] ?? { results: readResults(page), unresponsive_engines: [] }
    return searxngPage(response, address)
  }
  return { get, requests }
}
