// A fake Brave search in memory, with as many hits as a test needs, on pages of the requested size.
import type { Get, Page } from '@quarry/kit/outcome'

export type FakeBrave = {
  hits: number
  /** Replaces a page, counted from 0. */
  instead?: Readonly<Record<number, unknown>>
}

export const braveHit = (index: number) => ({
  title: `Page ${index}`,
  url: `https://www.site-${index}.example/page`,
  description: `About <strong>${index}</strong>.`,
  age: '3 hours ago',
  meta_url: {
    scheme: 'https',
    netloc: `site-${index}.example`,
    hostname: `www.site-${index}.example`,
    path: '› page',
  },
})

export const braveLinks = (hits: number) => Array.from({ length: hits }, (_, index) => braveHit(index).url)

export const bravePage = (response: unknown, url: string): Page => ({
  url,
  status: 200,
  contentType: 'application/json',
  body: typeof response === 'string' ? response : JSON.stringify(response),
  headers: { date: 'Sun, 15 Nov 2026 12:00:00 GMT' },
})

/** Web searches state whether there is more and omit empty parts; news searches do neither. */
export function fakeBrave({ hits, instead = {} }: FakeBrave) {
  const requests: URL[] = []
  const get: Get = async (address) => {
    const url = new URL(address)
    requests.push(url)
    const size = Number(url.searchParams.get('count'))
    const offset = Number(url.searchParams.get('offset'))
    if (offset > 9) throw new Error('no such page')
    const length = Math.max(0, Math.min(size, hits - offset * size))
    const results = Array.from({ length }, (_, index) => braveHit(offset * size + index))
    const original = url.searchParams.get('q')
    const isMore = hits > (offset + 1) * size
    const response = url.pathname.includes('/news/')
      ? { type: 'news', query: { original }, results }
      : {
          type: 'search',
          query: { original, more_results_available: isMore },
          mixed: { main: results.map((_, index) => ({ type: 'web', index, all: false })) },
          ...(length > 0 ? { web: { type: 'search', results } } : {}),
        }
    return bravePage(instead[offset] ?? response, address)
  }
  return { get, requests }
}
