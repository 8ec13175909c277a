// Full-text search for pretend sites: every list of the world can be searched, filtered, sorted and paged to the end.
// Order is total and stable, so pages neither repeat nor skip an item.
import { removeAccents } from './slugify.ts'
import { indexWords, type WordIndex } from './word-index.ts'
import { rankDocuments } from './word-scores.ts'

export type SearchOptions<T> = {
  filter?: (item: T, position: number) => boolean
  /** Without it: best match first, then the list's own order. */
  sort?: (a: T, b: T) => number
  offset?: number
  limit?: number
}

export type Search<T> = {
  /** The items that hold every word of the text (all items for an empty text); `total` counts before paging. */
  query: (text: string, options?: SearchOptions<T>) => { total: number; items: T[] }
  /** The index itself, for those who look for more than words. */
  index: () => WordIndex
}

export type SearchFields<D> = Readonly<Record<string, (document: D) => string | readonly string[] | null>>

export type SearchSettings<D> = {
  fields: SearchFields<D>
  /** A match in such a field counts more. */
  boost?: Readonly<Record<string, number>>
  /** `any` is content with one of the words. */
  match?: 'all' | 'any'
}

/** A caller's text of any length must cost no more than this. */
const textCharsMax = 500
const wordsMax = 12

/** What is read of an item, made for the moment: a list need hold no more than what its filters look at. */
type MadeFrom<T, D> = { toDocument: (item: T) => D }

/** Searches the list that `items` gives; the index is built at the first search with words. */
export function createSearch<T>(items: () => readonly T[], settings: SearchSettings<T>): Search<T>
export function createSearch<T, D>(
  items: () => readonly T[],
  settings: SearchSettings<D> & MadeFrom<T, D>,
): Search<T>
export function createSearch<T, D>(
  items: () => readonly T[],
  settings: SearchSettings<D> & Partial<MadeFrom<T, D>>,
): Search<T> {
  const { boost = {}, match = 'all', toDocument = (item) => item as unknown as D } = settings
  const boosts = Object.keys(settings.fields).map((field) => boost[field] ?? 1)
  let made: WordIndex | undefined
  const index = () => {
    made ??= buildIndex(items(), toDocument, settings.fields)
    return made
  }
  return {
    index,
    query(text, { filter, sort, offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const all = items()
      const words = splitWords(text.slice(0, textCharsMax)).slice(0, wordsMax)
      let found: number[]
      if (words.length === 0) {
        // Something was asked for, but nothing that could be in any item.
        found = text.trim() === '' ? all.map((_, position) => position) : []
      } else {
        found = rankDocuments(index(), words, { boosts, match })
      }
      if (filter) found = found.filter((position) => filter(all[position] as T, position))
      // Sorting is stable: equals stay in order of relevance, which is total.
      if (sort) found.sort((a, b) => sort(all[a] as T, all[b] as T))
      const first = Math.max(0, offset)
      return {
        total: found.length,
        items: found.slice(first, first + Math.max(0, limit)).map((position) => all[position] as T),
      }
    },
  }
}

/** The words of a text, as they are indexed and asked for. */
export const splitWords = (text: string): string[] =>
  removeAccents(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

function buildIndex<T, D>(
  items: readonly T[],
  toDocument: (item: T) => D,
  fields: SearchFields<D>,
): WordIndex {
  const read = Object.values(fields)
  return indexWords(items.length, read.length, (position) => {
    const document = toDocument(items[position] as T)
    return read.map((field) => {
      const value = field(document) ?? ''
      return splitWords(typeof value === 'string' ? value : value.join(' '))
    })
  })
}
