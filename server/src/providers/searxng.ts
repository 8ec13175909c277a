// SearXNG, a metasearch engine that operators run themselves. Its JSON form has to be switched on in its settings
// (`search.formats`); without it the engine answers 403. What it finds comes from other engines, under their terms.
import type { Interface } from '../contract/interface.ts'

export const searxng: Interface = {
  name: 'searxng',
  title: 'SearXNG',
  hosts: ['searxng'],
  isSelfHosted: true,
  licence: 'terms of the engines that the instance asks',
  credit: 'Results by a SearXNG instance, https://docs.searxng.org',
  homepage: 'https://docs.searxng.org',
  pace: {},
}

export type SearxngSearch = {
  words: string
  /** Counted from 1; an instance decides how many results a page has, and pages differ. */
  page: number
  category: 'general' | 'news'
  /** A language code, with a country where one is wanted: `fr`, `fr-CA`. */
  language?: string
}

export function searxngUrl({ words, page, category, language }: SearxngSearch): string {
  const asked = new URLSearchParams({ q: words, format: 'json', pageno: String(page), categories: category })
  if (language !== undefined) asked.set('language', language)
  return `https://searxng/search?${asked}`
}
