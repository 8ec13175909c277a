// Full-text search for pretend sites: every list of the world can be searched, filtered, sorted and paged to the end.
// Order is total and stable, so pages neither repeat nor skip an item.
import MiniSearch from 'minisearch'
import { withoutAccents } from './slugify.ts'

export type SearchOptions<T> = {
  filter?: (item: T) => boolean
  /** Without it: best match first, then the list's own order. */
  sort?: (a: T, b: T) => number
  offset?: number
  limit?: number
}

export type Search<T> = {
  /** The items that hold every word of the text (all items for an empty text); `total` counts before paging. */
  query: (text: string, options?: SearchOptions<T>) => { total: number; items: T[] }
}

export type SearchFields<T> = Readonly<Record<string, (item: T) => string | readonly string[] | null>>

/** A caller's text of any length must cost no more than this. */
const textCharsMax = 500
const wordsMax = 12

/**
 * Searches the list that `items` gives; the index is built at the first search with words.
 * `boost` makes a match in a field count more, `match: 'any'` is content with one of the words.
 */
export function searchable<T>(
  items: () => readonly T[],
  settings: { fields: SearchFields<T>; boost?: Record<string, number>; match?: 'all' | 'any' },
): Search<T> {
  let index: MiniSearch<number> | undefined
  return {
    query(text, { filter = () => true, sort, offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const all = items()
      const words = wordsOf(text.slice(0, textCharsMax)).slice(0, wordsMax)
      let positions: number[]
      if (words.length === 0) {
        // Something was asked for, but nothing that could be in any item.
        positions = text.trim() === '' ? all.map((_, position) => position) : []
      } else {
        index ??= buildIndex(all, settings.fields)
        positions = findPositions(index, words, settings)
      }
      const found = positions.filter((position) => filter(all[position] as T))
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

const wordsOf = (text: string): string[] =>
  withoutAccents(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

function buildIndex<T>(items: readonly T[], fields: SearchFields<T>): MiniSearch<number> {
  const index = new MiniSearch<number>({
    fields: Object.keys(fields),
    idField: 'position',
    extractField: (position, field) => {
      if (field === 'position') return String(position)
      const value = fields[field]?.(items[Number(position)] as T) ?? ''
      return typeof value === 'string' ? value : value.join(' ')
    },
    tokenize: wordsOf,
    processTerm: (word) => word,
  })
  index.addAll(items.map((_, position) => position))
  return index
}

function findPositions(
  index: MiniSearch<number>,
  words: readonly string[],
  { boost = {}, match = 'all' }: { boost?: Record<string, number>; match?: 'all' | 'any' },
): number[] {
  return index
    .search(words.join(' '), {
      boost,
      combineWith: match === 'all' ? 'AND' : 'OR',
      // The last letters of a longer word may be missing, as in a search box; short ones would match everything.
      prefix: (word) => word.length > 3,
    })
    .map(({ id, score }) => ({ position: Number(id), score }))
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .map(({ position }) => position)
}
