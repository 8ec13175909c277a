// The addresses a supplier directory has for its searches: by keyword, by category, paged, and the forms of old.
import { invalidParameter } from '@quarry/kit/errors'
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

/** The parameters under which such addresses carry their words; a heading is a category by its number. */
const termNames = [
  'searchterm',
  'search_term',
  'query',
  'q',
  'what',
  'keyword',
  'keywords',
  'term',
  'heading',
]

const lastPage = 10_000

/** What an address of the directory searches for, or null where it is no search's; half a search is refused. */
export function readSearchAddress(url: URL): SearchQuery | null {
  const { pathname, searchParams } = url
  const category = forms.category.exec(pathname)
  const inPath = forms.keyword.exec(pathname)?.[1]
  if (!category && !forms.keyword.test(pathname) && !forms.legacy.test(pathname)) return null
  const term = inPath === undefined ? termIn(searchParams) : wordsOf(inPath)
  if (!category && !term) throw invalidParameter('query', 'must be a search URL with a search term')
  if (term && /\p{Cc}/u.test(term)) throw invalidParameter('query', 'must not contain control characters')
  const page = pageIn(searchParams, category?.[1])
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

function termIn(parameters: URLSearchParams): string | null {
  const byName = new Map([...parameters].reverse().map(([name, value]) => [name.toLowerCase(), value.trim()]))
  for (const name of termNames) if (byName.get(name)) return byName.get(name) ?? null
  return null
}

function wordsOf(segment: string): string | null {
  try {
    return decodeURIComponent(segment).replaceAll(/[-+]/g, ' ').trim() || null
  } catch {
    return null
  }
}

/** The page asked for. The first one needs no number in an address. */
function pageIn(
  parameters: URLSearchParams,
  inPath: string | undefined,
): { number: number; isStated: boolean } {
  const stated = parameters.getAll('page_number')
  const number = toInteger(stated[0] ?? inPath ?? 1)
  if (stated.length > 1 || number === null || number < 1 || number > lastPage)
    throw invalidParameter('query', `must be a URL with one page_number from 1 to ${lastPage}`)
  return { number, isStated: stated.length > 0 && (number > 1 || inPath !== undefined) }
}
