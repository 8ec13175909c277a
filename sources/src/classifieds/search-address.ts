// The addresses a marketplace has for its searches: `/recherche?…` and categories, `/c/<category>`, each with the
// number of its page.
import { invalidParameter } from '@quarry/kit/errors'
import { toInteger } from '@quarry/kit/read/numbers'

export type PageQuery = {
  path: string
  search: string
  page: number
  wantsSource: boolean
}

const forms = {
  // `/recherche?text=maison&page=2`
  search: /^\/recherche\/?$/,
  // `/c/voitures`, `/c/voitures/fuel:4`, `/c/voitures/p-2`
  category: /^(\/c(?:\/(?!p-\d{1,9}\/?$)[^/]{1,200}){1,4})(?:\/p-(\d{1,9}))?\/?$/,
}

const lastPage = 10_000

/** What an address of the marketplace searches for, or null where it is no search's. */
export function readSearchAddress(url: URL): PageQuery | null {
  const { pathname, searchParams } = url
  const category = forms.category.exec(pathname)
  if (!category && !forms.search.test(pathname)) return null
  for (const text of [...searchParams].flat())
    if (/\p{Cc}/u.test(text)) throw invalidParameter('query', 'must not contain control characters')
  const page = pageNumberOf(url)
  if (page === null)
    throw invalidParameter('query', `must be a URL with one page number from 1 to ${lastPage}`)
  // Equal searches get equal queries, however the caller ordered or escaped them. The first page needs no number.
  const sorted = new URLSearchParams(searchParams)
  sorted.delete('page')
  sorted.sort()
  const isInPath = category?.[2] !== undefined
  if (page > 1 && !isInPath) sorted.set('page', String(page))
  const path = category?.[1] ?? '/recherche'
  return {
    path: page > 1 && isInPath ? `${path}/p-${page}` : path,
    search: sorted.size === 0 ? '' : `?${sorted}`,
    page,
    wantsSource: false,
  }
}

/** The number of the page at a search's address, 1 where it has none; null where it is wrong, stated twice or no search's. */
export function pageNumberOf({ pathname, searchParams }: URL): number | null {
  const category = forms.category.exec(pathname)
  if (!category && !forms.search.test(pathname)) return null
  const inPath = category?.[2]
  const stated = [...searchParams.getAll('page'), ...(inPath === undefined ? [] : [inPath])]
  const page = toInteger(stated[0] ?? 1)
  return stated.length > 1 || page === null || page < 1 || page > lastPage ? null : page
}
