// Takes parts of list items off a page, and measures the lists of a record: for the law that no item disappears
// without being counted.
import type { Page } from '../outcome.ts'
import { buildSpellings } from './mutate-page.ts'

type Part = { list: string; key: string; value: string }
type Removal = { what: string; values: string[] }

const singles = 40

/** What to take off the pages: a part of one item at a time, and the same part of all items of a list at once. */
export function listRemovals(record: unknown): Removal[] {
  const parts = itemParts(record)
  const columns = new Map<string, string[]>()
  for (const { list, key, value } of parts) {
    const what = `any ${list} ${key}`
    columns.set(what, [...(columns.get(what) ?? []), value])
  }
  const step = Math.max(1, Math.floor(parts.length / singles))
  return [
    ...parts
      .filter((_, index) => index % step === 0)
      .map(({ list, key, value }) => ({ what: `the ${list} ${key} ${value}`, values: [value] })),
    ...[...columns].map(([what, values]) => ({ what, values })),
  ]
}

/**
 * How many items each list of objects lost. A list inside the items of another goes with its item, and an entry of it
 * that was nothing but the part taken off is nothing: such lists are no part of the law.
 */
export function lostItems(before: unknown, after: unknown): Map<string, number> {
  const left = listLengths(after)
  return new Map([...listLengths(before)].map(([list, length]) => [list, length - (left.get(list) ?? 0)]))
}

/** Whether a list had items and has none. */
export const isEmptied = (list: string, before: unknown, after: unknown): boolean =>
  listLengths(before).has(list) && !listLengths(after).has(list)

const listLengths = (record: unknown): Map<string, number> =>
  new Map(
    findLists(record, '')
      .filter(({ isInner }) => !isInner)
      .map(({ list, items }) => [list, items.length]),
  )

/** Every text and whole number that an item of a list carries itself. */
const itemParts = (record: unknown): Part[] =>
  findLists(record, '').flatMap(({ list, items }) =>
    items.flatMap((item) =>
      Object.entries(item)
        .filter(([key, value]) => isPart(value) && key !== 'position')
        .map(([key, value]) => ({ list, key, value: String(value) })),
    ),
  )

const isPart = (value: unknown) => (typeof value === 'string' && value !== '') || Number.isSafeInteger(value)

type List = { list: string; items: Record<string, unknown>[]; isInner: boolean }

/** The lists of objects in a record by their paths; where the record itself is one, its path is empty. */
function findLists(value: unknown, path: string, isInner = false): List[] {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      findLists(inner, path === '' ? key : `${path}.${key}`, isInner),
    )
  const items = value.filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  if (items.length === 0) return []
  return [{ list: path, items, isInner }, ...items.flatMap((item) => findLists(item, path, true))]
}

/** The page with the values taken out wherever they stand: texts become empty, numbers of its data null. */
export function withoutValues(page: Page, values: readonly string[]): Page {
  let { body } = page
  for (const value of new Set(values)) {
    if (/^-?\d+$/.test(value))
      body = body.replaceAll(new RegExp(`(?<=[:[,]\\s*)${value}(?=\\s*[,}\\]])`, 'g'), 'null')
    for (const spelling of buildSpellings(value)) body = body.replace(spelling, '')
  }
  return { ...page, body }
}
