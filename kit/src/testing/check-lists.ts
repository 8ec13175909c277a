// Checks that no item of a list is lost without notice: removes parts of items from the pages and reads again.
import assert from 'node:assert/strict'
import type { Endpoint } from '../endpoint.ts'
import { isFailure } from '../errors.ts'
import type { Outcome, Page } from '../outcome.ts'
import type { Source } from '../source.ts'
import { replaceValue } from './mutate-page.ts'
import { replayExample, runExample } from './run-example.ts'

/** The main lists of records: none of them may become empty while the page shows some of its items. */
const mainLists = ['', 'ads', 'results', 'organic_results', 'company_name_matches', 'profiles']

/** An item that loses a part is kept, or counted as unread, and no main list becomes empty. */
export async function checkLists(source: Source, endpoint: Endpoint): Promise<void> {
  const { record, pages, outcome } = await runExample(source, endpoint)
  for (const { what, values } of listRemovals(record)) {
    const mutated = pages.map((page) => withoutValues(page, values))
    if (mutated.every((page, index) => page.body === pages[index]?.body)) continue
    const after = await replayOrFail(source, endpoint, mutated)
    if (after?.kind !== 'found') continue
    for (const [list, items] of lostItems(record, after.record)) {
      const unread = countUnread(after, list) - countUnread(outcome, list)
      assert.ok(
        items <= Math.max(0, unread),
        `${list} without ${what}: ${items} items lost, ${unread} counted`,
      )
    }
    for (const list of mainLists)
      assert.ok(!isEmptied(list, record, after.record), `${list} is empty without ${what}`)
  }
}

/** The outcome over other pages, or null if the reader reports that they changed. */
async function replayOrFail(source: Source, endpoint: Endpoint, pages: readonly Page[]) {
  try {
    return await replayExample(source, endpoint, pages)
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    assert.equal(thrown.reason, 'page_changed')
    return null
  }
}

/** How many items of a list the reader could not read. A record that is itself a list has the path ''. */
function countUnread(outcome: Outcome<unknown>, list: string): number {
  const lists = outcome.kind === 'found' ? (outcome.lists ?? []) : []
  const own = list === '' ? lists : lists.filter((count) => count.list === list.split('.').at(-1))
  return own.reduce((sum, { shown, read }) => sum + shown - read, 0)
}

type Part = { list: string; key: string; value: string }
type Removal = { what: string; values: string[] }

const singles = 40

/**
 * What to remove from the pages: one field of one item at a time, for a sample of the fields, and the same field of
 * all items of a list.
 */
function listRemovals(record: unknown): Removal[] {
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
 * How many items each list of objects lost. Lists inside list items are left out: they disappear with their item,
 * and an entry that consisted of the removed value must disappear.
 */
function lostItems(before: unknown, after: unknown): Map<string, number> {
  const left = listLengths(after)
  return new Map([...listLengths(before)].map(([list, length]) => [list, length - (left.get(list) ?? 0)]))
}

/** Whether a list had items and has none. */
const isEmptied = (list: string, before: unknown, after: unknown): boolean =>
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

/** The lists of objects in a record by their paths. A record that is itself a list has an empty path. */
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

/** The page without these values: texts become empty, numbers of its data null. */
function withoutValues(page: Page, values: readonly string[]): Page {
  let { body } = page
  for (const value of new Set(values)) {
    if (/^-?\d+$/.test(value) && body.includes(value))
      body = body.replaceAll(new RegExp(`(?<=[:[,]\\s*)${value}(?=\\s*[,}\\]])`, 'g'), 'null')
    body = replaceValue(body, value, '')
  }
  return { ...page, body }
}
