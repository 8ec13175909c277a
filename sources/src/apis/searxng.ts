// SearXNG, a metasearch engine that operators run themselves. Its JSON form has to be switched on in its settings
// (`search.formats`): an instance without it answers 403, which reaches callers as `upstream_blocked` like any site that
// refuses us. What it finds comes from other engines, under their terms.
import { isUrl } from '@quarry/kit/is-url'
import { upstreamApi } from '@quarry/kit/upstream-api'

export const searxng = upstreamApi({
  name: 'searxng',
  title: 'SearXNG',
  hosts: ['searxng'],
  isSelfHosted: true,
  licence: 'terms of the engines that the instance asks',
  credit: 'Results by a SearXNG instance, https://docs.searxng.org',
  homepage: 'https://docs.searxng.org',
  pace: {},
})

export type SearxngSearch = {
  words: string
  category: 'general' | 'news'
  /** A language code, with a country where one is wanted: `fr`, `fr-CA`; the instance's own where absent. */
  language?: string
}

/** Pages are counted from 1; an instance decides how many results a page has, and pages differ. */
export function searxngUrl({ words, category, language }: SearxngSearch, page: number): string {
  const asked = new URLSearchParams({ q: words, format: 'json', pageno: String(page), categories: category })
  if (language !== undefined) asked.set('language', language)
  return `https://searxng/search?${asked}`
}

/** What an address of an instance asks for; the words are the address itself where it names none. */
export function parseSearxngUrl(url: string): { words: string; language: string | null } {
  const asked = isUrl(url) ? new URL(url).searchParams : new URLSearchParams()
  const words = asked.get('q')
  return { words: words?.trim() ? words : url, language: asked.get('language') }
}
