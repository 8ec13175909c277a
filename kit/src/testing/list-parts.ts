// Removes parts of list items from a page, and measures the lists of a record.
import type { Page } from '../outcome.ts'
import { replaceValue } from './mutate-page.ts'

type Part = { list: string; key: string; value: string }
type Removal = { what: string; values: string[] }

const singles = 40

/**
 * What to remove from the pages: one field of one item at a time, for a sample of the fields, and the same
 * field of all items of a list.
 *
 * @example
 * listRemovals({ ads: [{ id: '7' }] })[0] // { what: 'the ads id 7', values: ['7'] }
 */
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
 * How many items each list of objects lost. Lists inside list items are left out: they disappear with their
 * item, and an entry that consisted of the removed value must disappear.
 *
 * @example
 * lostItems({ ads: [{ id: '7' }, { id: '8' }] }, { ads: [{ id: '8' }] }).get('ads') // 1
 */
export function lostItems(before: unknown, after: unknown): Map<string, number> {
  const left = listLengths(after)
  return new Map([...listLengths(before)].map(([list, length]) => [list, length - (left.get(list) ?? 0)]))
}

/**
 * Whether a list had items and has none.
 *
 * @example
 * isEmptied('ads', { ads: [{ id: '7' }] }, { ads: [] }) // true
 */
export const isEmptied = (list: string, before: unknown, after: unknown): boolean =>
  listLengths(before).has(list) && !listLengths(after).has(list)

const listLengths = (record: unknown): Map<string, number> =>
  new Map(
    findLists(record, '')
      .filter(({ isInner }) => !isInner)
      .map(({ list, items }) => [list, items.length]),
  )

/** Every text and whole number of the items of all lists. */
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

/**
 * The page without these values: texts become empty, numbers of its data null.
 *
 * @example
 * withoutValues({ ...page, body: '{"id": 7, "name": "A"}' }, ['7', 'A']).body // '{"id": null, "name": ""}'
 */
export function withoutValues(page: Page, values: readonly string[]): Page {
  let { body } = page
  for (const value of new Set(values)) {
    if (/^-?\d+$/.test(value) && body.includes(value))
      body = body.replaceAll(new RegExp(`(?<=[:[,]\\s*)${value}(?=\\s*[,}\\]])`, 'g'), 'null')
    body = replaceValue(body, value, '')
  }
  return { ...page, body }
}
