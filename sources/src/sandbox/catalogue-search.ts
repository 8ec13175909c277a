// The search of a shop's catalogue by the words, the page and the page size in an address.
import { type IdRange, listIndexes } from './catalogue.ts'
import { createSearch, type SearchSettings } from './search.ts'
import { readCount } from './site.ts'

export type CatalogueSettings<T> = SearchSettings<T> & {
  ids: IdRange
  make: (index: number) => T
  /** All by default. */
  isListed?: (index: number) => boolean
  /** The parameter for the page size; without one every page has `perPage` items. */
  sizeParam?: string
  perPage: number
  maxPerPage?: number
}

export type CatalogueResults<T> = { words: string; page: number; perPage: number; items: T[]; total: number }

/** Reads `q` and `page`; the index is built at the first search. */
export function createCatalogueSearch<T>(settings: CatalogueSettings<T>): (url: URL) => CatalogueResults<T> {
  const { ids, make, isListed, sizeParam = '', perPage: otherwise, maxPerPage: max = otherwise } = settings
  const search = createSearch(listIndexes(ids, isListed), { ...settings, toDocument: make })
  return (url) => {
    const words = url.searchParams.get('q') ?? ''
    const page = readCount(url, 'page', { otherwise: 1 })
    const perPage = readCount(url, sizeParam, { otherwise, max })
    const { items, total } = search.query(words, { offset: (page - 1) * perPage, limit: perPage })
    return { words, page, perPage, items: items.map(make), total }
  }
}
