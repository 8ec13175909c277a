// Parses the addresses of searches on a supplier directory: by keyword, by category, with a page, and older forms.
import { invalidParameter } from '@quarry/kit'
import { toInteger } from '@quarry/kit/read/numbers'
import type { SearchQuery } from './search-record.ts'

const forms = {
  // `/suppliers/search?searchterm=…`, `/search?…`, `/search/ball-valves`
  keyword: /^\/(?:suppliers\/)?search(?:\/([^/]{1,200}))?\/?$/,
  // `/nsearch.html?what=…`, `/search.html?…`
  legacy: /^\/(?:suppliers\/)?n?search\.html$/,
  // `/suppliers/ball-valves-90210303`, `/suppliers/texas/ball-valves-90210303`, `/products/ball-valves-90210303-2.html`
  category:
    /^\/(?:suppliers|categor(?:y|ies)|products|browse)(?:\/[^/]{1,100}){0,2}\/(?:[^/]{1,200}-)?\d{5,12}(?:-(\d{1,4}))?(?:\.html)?\/?$/,
}

/** Parameters with the words of the search; `heading` is the number of a category. */
const termNames = 'searchterm search_term query q what keyword keywords term heading'.split(' ')

const maxPage = 10_000

export const isSearchPath = (path: string): boolean => Object.values(forms).some((form) => form.test(path))

/** The search at an address of the directory, or null for any other address. Throws for a search without a term. */
export function parseSearchUrl(url: URL): SearchQuery | null {
  const { pathname, searchParams } = url
  const category = forms.category.exec(pathname)
  const segment = forms.keyword.exec(pathname)?.[1]
  if (!isSearchPath(pathname)) return null
  const term = segment === undefined ? findTerm(searchParams) : toTerm(segment)
  if (!category && !term) throw invalidParameter('query', 'must be a search URL with a search term')
  if (term && /\p{Cc}/u.test(term)) throw invalidParameter('query', 'must not contain control characters')
  const page = parsePage(searchParams, category?.[1])
  // Equal searches get equal queries, however the caller ordered or escaped them.
  const sorted = new URLSearchParams(searchParams)
  sorted.delete('page_number')
  sorted.sort()
  if (page.isStated) sorted.set('page_number', String(page.number))
  return {
    term: category ? null : term,
    page: page.number,
    path: pathname,
    search: sorted.size === 0 ? '' : `?${sorted}`,
  }
}

function findTerm(parameters: URLSearchParams): string | null {
  const byName = new Map([...parameters].reverse().map(([name, value]) => [name.toLowerCase(), value.trim()]))
  for (const name of termNames) if (byName.get(name)) return byName.get(name) ?? null
  return null
}

function toTerm(segment: string): string | null {
  try {
    return decodeURIComponent(segment).replaceAll(/[-+]/g, ' ').trim() || null
  } catch {
    return null
  }
}

/** The first page needs no number in an address. */
function parsePage(parameters: URLSearchParams, pathNumber: string | undefined) {
  const statedNumbers = parameters.getAll('page_number')
  const number = toInteger(statedNumbers[0] ?? pathNumber ?? 1)
  if (statedNumbers.length > 1 || number === null || number < 1 || number > maxPage)
    throw invalidParameter('query', `must be a URL with one page_number from 1 to ${maxPage}`)
  return { number, isStated: statedNumbers.length > 0 && (number > 1 || pathNumber !== undefined) }
}
