// Full-text search for sandbox sites: every list can be searched, filtered, sorted and paged to the end.
// The order is total and stable, so pages neither repeat nor skip an item.
import { MiniSearch } from '../libraries/search.ts'
import { once } from './random.ts'
import { removeAccents } from './slugify.ts'

export type SearchOptions<T> = {
  filter?: (item: T, position: number) => boolean
  /** Without it: best match first, then the order of the list. */
  sort?: ((a: T, b: T) => number) | undefined
  offset?: number
  limit?: number
}

export type Search<T> = {
  /** The items that contain every word of the text (all items for an empty text); `total` counts before paging. */
  query: (text: string, options?: SearchOptions<T>) => { total: number; items: T[] }
  /** Positions of the items that contain exactly this word in one of the fields. */
  findWord: (word: string, fields: readonly string[]) => Set<number>
}

export type SearchSettings<D, T = D> = {
  fields: Readonly<Record<string, (document: D) => string | readonly string[] | null>>
  /** A match in such a field counts more. */
  boost?: Readonly<Record<string, number>>
  /** Whether an item must contain all words (the default) or any of them. */
  match?: 'all' | 'any'
  /** Builds the document of an item for indexing, so that the list holds only what its filters need. */
  toDocument?: (item: T) => D
}

/** Bounds on the caller's text. */
const textCharsMax = 500
const wordsMax = 12
/** A word also matches longer words that begin with it, from this length on: shorter ones would match everything. */
const prefixMinChars = 4

/** Searches the list that `items` returns; the index is built at the first search with words. */
export function createSearch<T, D = T>(
  items: () => readonly T[],
  { fields, boost = {}, match = 'all', toDocument = (item) => item as unknown as D }: SearchSettings<D, T>,
): Search<T> {
  const index = once(() => {
    const built = new MiniSearch<{ id: number }>({
      fields: Object.keys(fields),
      tokenize: splitWords,
      processTerm: (word) => word,
    })
    for (const [id, item] of items().entries()) {
      const document = toDocument(item)
      const texts = Object.entries(fields).map(([name, read]) => [name, [read(document)].flat().join(' ')])
      built.add({ id, ...Object.fromEntries(texts) })
    }
    return built
  })
  const findWords = (words: readonly string[]): number[] =>
    index()
      .search(words.join(' '), {
        boost,
        combineWith: match === 'all' ? 'AND' : 'OR',
        prefix: (word) => word.length >= prefixMinChars,
      })
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .map(({ id }) => id as number)
  return {
    findWord(word, inFields) {
      const found = index().search(word, { fields: [...inFields] })
      return new Set(found.map(({ id }) => id as number))
    },
    query(text, { filter, sort, offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const all = items()
      const words = splitWords(text.slice(0, textCharsMax)).slice(0, wordsMax)
      // A text without a single word, such as `!?`, matches nothing.
      let found = text.trim() === '' ? all.map((_, position) => position) : findWords(words)
      if (filter) found = found.filter((position) => filter(all[position] as T, position))
      // Sorting is stable: equal items stay in order of relevance.
      if (sort) found.sort((a, b) => sort(all[a] as T, all[b] as T))
      const first = Math.max(0, offset)
      return {
        total: found.length,
        items: found.slice(first, first + Math.max(0, limit)).map((position) => all[position] as T),
      }
    },
  }
}

/** The words of a text, as they are indexed and searched. */
export const splitWords = (text: string): string[] =>
  removeAccents(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
