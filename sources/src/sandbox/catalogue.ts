// Catalogues of a sandbox site: subjects made from their index alone when they are needed, and found by id, article
// number, name or words.
import { once } from './random.ts'
import { createSearch, type SearchSettings } from './search.ts'
import { readCount } from './site.ts'

/** The ids of a catalogue: `count` numbers from `first` in steps of `step`, so that neighbours do not look alike. */
export type IdRange = { count: number; first: number; step: number }

export const toId = ({ first, step }: IdRange, index: number): number => first + index * step

export function findById<T>(
  { count, first, step }: IdRange,
  id: number | string,
  make: (index: number) => T,
): T | undefined {
  const index = (Number(id) - first) / step
  return Number.isInteger(index) && index >= 0 && index < count ? make(index) : undefined
}

/** Every index of the catalogue, or those that `isListed` accepts; made at the first call. */
export const listIndexes = (
  { count }: IdRange,
  isListed: (index: number) => boolean = () => true,
): (() => readonly number[]) =>
  once(() => Array.from({ length: count }, (_, index) => index).filter(isListed))

/** An article number (EAN-13): a prefix of four digits, an id of eight and a check digit. */
export const toEan = (ids: IdRange, prefix: string, index: number): string =>
  addCheckDigit(`${prefix}${toId(ids, index)}`)

/** Twelve digits and the check digit of EAN-13. */
export function addCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

export function findByEan<T extends { ean: string }>(
  ids: IdRange,
  ean: string,
  make: (index: number) => T,
): T | undefined {
  const article = findById(ids, ean.slice(4, 12), make)
  return article?.ean === ean ? article : undefined
}

/** Looks up items of a list by a name that is unique, in any case; the table is built at the first lookup. */
export function createFinder<T>(
  list: () => readonly T[],
  toKey: (item: T) => string | number,
): (key: string | number) => T | undefined {
  const byKey = once(() => new Map(list().map((item) => [String(toKey(item)).toLowerCase(), item])))
  return (key) => byKey().get(String(key).toLowerCase())
}

type CatalogueSettings<T> = SearchSettings<T> & {
  ids: IdRange
  make: (index: number) => T
  /** All by default. */
  isListed?: (index: number) => boolean
  /** The parameter for the page size; without one every page has `perPage` items. */
  sizeParam?: string
  perPage: number
  maxPerPage?: number
}

/** Searches by the words, the page and the page size in an address; the index is built at the first search. */
export function createCatalogueSearch<T>(settings: CatalogueSettings<T>) {
  const { ids, make, isListed, sizeParam = '', perPage: otherwise, maxPerPage: max = otherwise } = settings
  const search = createSearch(listIndexes(ids, isListed), { ...settings, toDocument: make })
  return (url: URL) => {
    const words = url.searchParams.get('q') ?? ''
    const page = readCount(url, 'page', { otherwise: 1 })
    const perPage = readCount(url, sizeParam, { otherwise, max })
    const { items, total } = search.query(words, { offset: (page - 1) * perPage, limit: perPage })
    return { words, page, perPage, items: items.map(make), total }
  }
}
