// Reads the addresses of search pages, each with its page number: `/recherche?…` and `/c/<category>`.
import { invalidParameter } from '@quarry/kit/errors'
import { toInteger } from '@quarry/kit/read/numbers'

export type PageQuery = { path: string; search: string; page: number; wantsSource: boolean }

// `/recherche?text=maison&page=2`
const searchPath = /^\/recherche\/?$/
// `/c/voitures`, `/c/voitures/fuel:4`, `/c/voitures/p-2`
const categoryPath = /^(\/c(?:\/(?!p-\d{1,9}\/?$)[^/]{1,200}){1,4})(?:\/p-(\d{1,9}))?\/?$/

const lastPage = 10_000

/** The query of a search page, or null for any other address of the site. */
export function readSearchAddress(url: URL): PageQuery | null {
  const category = categoryPath.exec(url.pathname)
  if (!category && !searchPath.test(url.pathname)) return null
  for (const text of [...url.searchParams].flat())
    if (/\p{Cc}/u.test(text)) throw invalidParameter('query', 'must not contain control characters')
  const page = readPageNumber(url)
  if (page === null)
    throw invalidParameter('query', `must be a URL with one page number from 1 to ${lastPage}`)
  // Equal searches get equal queries, in whatever order or escaping; the first page needs no number.
  const params = new URLSearchParams(url.searchParams)
  params.delete('page')
  params.sort()
  const isInPath = category?.[2] !== undefined
  if (page > 1 && !isInPath) params.set('page', String(page))
  const path = category?.[1] ?? '/recherche'
  return {
    path: page > 1 && isInPath ? `${path}/p-${page}` : path,
    search: params.size === 0 ? '' : `?${params}`,
    page,
    wantsSource: false,
  }
}

/** The page number of a search page, 1 by default; null if it is invalid, given twice or not of a search page. */
export function readPageNumber({ pathname, searchParams }: URL): number | null {
  const category = categoryPath.exec(pathname)
  if (!category && !searchPath.test(pathname)) return null
  const numbers = [...searchParams.getAll('page'), category?.[2]].filter((number) => number !== undefined)
  const page = toInteger(numbers[0] ?? 1)
  return numbers.length > 1 || page === null || page < 1 || page > lastPage ? null : page
}
