// Turns the items that a page lists into the list of a record. Counts the items shown and the items read, so that lost
// items are noticed.
import { type ListCount, pageChanged } from '../outcome.ts'
import { checkCountBudget } from './page-budget.ts'
import type { JsonObject } from './parse-json.ts'
import { asArray, asObject } from './values.ts'

/** Returns the record of an item, or null if the item cannot be read. */
type ReadItem<I, T> = (item: I) => T | null

/**
 * Reads the lists of a page and counts their items. Throws DomTooLarge on the event loop for a list of more than
 * 300 items.
 */
export type ListReader = ReturnType<typeof createListReader>

/**
 * Creates a list reader for one reading of one form of a page. A list that is read in pieces is counted as one.
 *
 * @example
 * const lists = createListReader('dom')
 * const results = lists.main('results', dom.all('li.result'), readResult)
 * return found({ results }, lists.counted())
 */
export function createListReader(form: string) {
  const counts = new Map<string, ListCount>()

  function count(list: string, shown: number, read: number): void {
    const before = counts.get(list) ?? { list, shown: 0, read: 0 }
    counts.set(list, { list, shown: before.shown + shown, read: before.read + read })
  }

  function read<I, T>(list: string, items: readonly I[], readItem: ReadItem<I, T>, stated: number): T[] {
    checkCountBudget('items', items.length)
    const records = items.map((item) => readItem(item)).filter((record) => record !== null)
    count(list, Math.max(items.length, stated), records.length)
    return records
  }

  return {
    /**
     * A list that the record is about. Throws pageChanged if the page shows or states items and none can be read.
     */
    main<I, T>(list: string, items: readonly I[], readItem: ReadItem<I, T>, stated?: number | null) {
      const records = read(list, items, readItem, stated ?? 0)
      const shown = Math.max(items.length, stated ?? 0)
      if (shown > 0 && records.length === 0)
        throw pageChanged(`none of the ${shown} ${list} that the page shows could be read (${form})`)
      return records
    },
    /** A list inside or beside the main one: unread items are counted, but never make the record fail. */
    side: <I, T>(list: string, items: readonly I[], readItem: ReadItem<I, T>) =>
      read(list, items, readItem, 0),
    /** Counts items that the page states but does not show. */
    missing: (list: string, items: number) => count(list, items, 0),
    /** For `found`: the form that was read, and the counts of its lists. */
    counted: () => ({ form, lists: [...counts.values()] }),
  }
}

/**
 * The entries of an array as objects. An entry that is no object becomes an empty one: an item that cannot be read.
 */
export const toEntries = (value: unknown): JsonObject[] =>
  asArray(value)
    .filter((entry) => entry !== null && entry !== undefined)
    .map((entry) => asObject(entry) ?? {})

/**
 * How many items a page of a list has according to its own numbers; null if they do not suffice. `page` counts from
 * 1. Without `perPage` it is 1 on the first page: at least one item.
 */
export function statedOnPage(numbers: {
  total: number | null
  perPage: number | null
  page: number
  lastPage?: number | null
}): number | null {
  const { total, perPage, page, lastPage = null } = numbers
  if (total === null) return null
  if (total <= 0 || (lastPage !== null && page > lastPage)) return 0
  // Without the page size only the first page certainly has an item.
  if (perPage === null || perPage < 1) return page === 1 ? 1 : null
  return Math.min(perPage, Math.max(0, total - (page - 1) * perPage))
}
