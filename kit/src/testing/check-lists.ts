// Checks that no item of a list is lost without notice: removes parts of items from the pages and reads again.
import assert from 'node:assert/strict'
import type { Endpoint } from '../endpoint.ts'
import { isFailure } from '../errors.ts'
import type { Outcome, Page } from '../outcome.ts'
import type { Source } from '../source.ts'
import { isEmptied, listRemovals, lostItems, withoutValues } from './list-parts.ts'
import { replayExample, runExample } from './run-example.ts'

/** The main lists of records: none of them may become empty while the page shows some of its items. */
const mainLists = ['', 'ads', 'results', 'organic_results', 'company_name_matches', 'profiles']

/**
 * An item that loses a part is kept, or counted as unread, and no main list becomes empty.
 *
 * @example
 * test('no list item is lost', () => checkLists(lanterns, lantern))
 */
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

/** The outcome over other pages, or null where the reader reports that they changed. */
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
