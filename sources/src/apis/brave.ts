// The Search API of Brave, an index of its own: web pages and news. Every request counts against a budget that is sold
// by the month, and storing what it finds needs a plan that allows it.
import { upstreamApi } from '@quarry/kit/upstream-api'

export const brave = upstreamApi({
  name: 'brave',
  title: 'Brave Search',
  hosts: ['api.search.brave.com'],
  licence: 'terms of the Brave Search API',
  credit: 'Results by Brave Search, https://search.brave.com',
  homepage: 'https://brave.com/search/api/',
  // What the monthly credit that every account has pays for; whoever buys more raises it.
  pace: { perSecond: 50, perMonth: 1000 },
  credentials: { env: 'BRAVE_API_KEY', header: 'x-subscription-token' },
  keepSeconds: 0,
})

export type BraveKind = 'web' | 'news'

export type BraveSearch = {
  kind: BraveKind
  words: string
  /** Two-letter codes; a country or language that it does not know searches everywhere, or as it does by itself. */
  country?: string
  language?: string
}

/** Results of one page at most, which is what an offset counts. */
export const bravePageSize: Readonly<Record<BraveKind, number>> = { web: 20, news: 50 }

/** Pages are counted from 0. */
const mostPages = 10

/** How many results of a search it gives, however many it found. */
export const braveReach = (kind: BraveKind): number => mostPages * bravePageSize[kind]

const countries = new Set(
  'ar at au be br ca ch cl cn de dk es fi fr gb gr hk id in it jp kr mx my nl no nz ph pl pt ru sa se tr tw us za'.split(
    ' ',
  ),
)
const languages = new Set(
  'ar bg bn ca cs da de el en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv ta te th tr uk vi'.split(
    ' ',
  ),
)
/** Those that it calls otherwise than everybody. */
const renamed: Readonly<Record<string, string>> = { ja: 'jp', no: 'nb', pt: 'pt-pt', zh: 'zh-hans' }

export function braveUrl({ kind, words, country, language }: BraveSearch, page: number): string {
  const asked = new URLSearchParams({
    q: words,
    count: String(bravePageSize[kind]),
    offset: String(page),
    country: country !== undefined && countries.has(country) ? country.toUpperCase() : 'ALL',
    // What was asked is searched for, and nothing that only looks like it.
    spellcheck: 'false',
  })
  const spoken = renamed[language ?? ''] ?? (languages.has(language ?? '') ? language : undefined)
  if (spoken !== undefined) asked.set('search_lang', spoken)
  if (kind === 'web') asked.set('result_filter', 'web')
  return `https://api.search.brave.com/res/v1/${kind}/search?${asked}`
}

/** The same search as people see it. */
export const braveSearchPage = ({ kind, words }: BraveSearch): string =>
  `https://search.brave.com/${kind === 'web' ? 'search' : 'news'}?${new URLSearchParams({ q: words })}`

const mostChars = 400
const mostWords = 50

/** What keeps it from searching for these words; completes "query …". */
export const braveWordsProblem = (words: string): string | null =>
  words.length > mostChars || words.split(' ').length > mostWords
    ? `must have at most ${mostChars} characters and ${mostWords} words for Brave`
    : null
