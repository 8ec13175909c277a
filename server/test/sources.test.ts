// The generic suite that every source must pass, derived from the list of sources: the contract is complete, the
// example works, and each value of a record comes from its own place on the page. See source-inputs.test.ts for hostile
// pages and addresses.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Outcome, Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { Compile } from '@quarry/kit/schema'
import type { Source } from '@quarry/kit/source'
import { isEmptied, listRemovals, lostItems, withoutValues } from '@quarry/kit/testing/list-parts'
import { changedPaths, listLeaves, mutateValue, replaceEverywhere } from '@quarry/kit/testing/mutate-page'
import { onSite } from '@quarry/kit/testing/on-site'
import { runExample } from '@quarry/kit/testing/run-example'
import { sources } from '@quarry/sources'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldsWithoutExample } from './support/schema-fields.ts'

/** An address that a page lacks is built from the name that it has, so both change with the name. */
const asSlug = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')

beforeAll(() => allowLargeDom())

test('there are sources, and their endpoints have different paths', () => {
  const paths = sources.flatMap((source) => source.endpoints.map((endpoint) => endpoint.path))
  expect(paths.length).toBeGreaterThan(0)
  expect(new Set(paths).size).toBe(paths.length)
})

describe.each(sources.map((source) => ({ name: source.name, source })))('source $name', ({ source }) => {
  describe.each(source.endpoints.map((endpoint) => ({ path: endpoint.path, endpoint })))(
    '$path',
    ({ endpoint }) => {
      test('is described completely', () => {
        expect(endpoint.path).toMatch(/^\/v2\/[a-z0-9_]+(?:\/[a-z0-9_]+)*$/)
        expect(Number.isInteger(endpoint.credits) && endpoint.credits > 0).toBe(true)
        expect(Compile(endpoint.params).Check(endpoint.example)).toBe(true)
        expect(fieldsWithoutExample(endpoint.record)).toEqual([])
        expect(fieldsWithoutExample(endpoint.params)).toEqual([])
        const undescribed = Object.entries(
          endpoint.params.properties as Record<string, { description?: string }>,
        )
          .filter(([, schema]) => !schema.description)
          .map(([name]) => name)
          // What it takes may depend on who answers: then each of them describes it.
          .filter((name) => !endpoint.providers.every(({ inputs }) => inputs?.[name]))
        expect(undescribed).toEqual([])
      })

      test('its example gives a record that fits its schema', async () => {
        const { record } = await runExample(source, endpoint)
        const checker = Compile(endpoint.record)
        expect(checker.Errors(record).slice(0, 3)).toEqual([])
      })

      test('each text of the record changes with its place on the pages, and nothing else does', async () => {
        const { record, pages } = await runExample(source, endpoint)
        const query = onSite(source, endpoint).parse(endpoint.example as object)
        const leaves = listLeaves(record).filter(({ value }) =>
          /^[\p{L}\p{N}][\p{L}\p{N} '’.,-]{5,}$/u.test(value),
        )
        let altered = 0
        for (const { path, value } of spread(leaves, 60)) {
          const mutated = pages.map((page) => replaceEverywhere(page, value, mutateValue(value)) ?? page)
          if (mutated.every((page, index) => page === pages[index])) continue
          const after = await replay(source, endpoint, query, mutated, path)
          const changes = changedPaths(record, after)
          for (const changed of changes)
            expect(asSlug(changed.before), `${changed.path} changed with ${path}`).toContain(asSlug(value))
          if (changes.some((changed) => changed.path === path)) altered += 1
        }
        // A record none of whose texts stands on a page is worked out from it: its source has tests of its own.
        const isDerived = listLeaves(record).every(({ value }) =>
          pages.every((page) => !page.body.includes(value)),
        )
        expect(altered > 0 || isDerived, 'some text was altered').toBe(true)
      })

      test('an item that loses a part is kept, or counted as unread, and no list is emptied in silence', async () => {
        const { record, pages, outcome } = await runExample(source, endpoint)
        const query = onSite(source, endpoint).parse(endpoint.example as object)
        for (const { what, values } of listRemovals(record)) {
          const mutated = pages.map((page) => withoutValues(page, values))
          if (mutated.every((page, index) => page.body === pages[index]?.body)) continue
          const after = await rerunOrChanged(source, endpoint, query, mutated)
          if (after?.kind !== 'found') continue
          const lost = lostItems(record, after.record)
          for (const [list, items] of lost) {
            const unread = countUnread(after, list) - countUnread(outcome, list)
            expect(items, `${list} without ${what}`).toBeLessThanOrEqual(Math.max(0, unread))
          }
          for (const list of mainLists)
            expect(isEmptied(list, record, after.record), `${list} without ${what}`).toBe(false)
        }
      })
    },
  )
})

/** At most `count` of the items, from all over the list. */
const spread = <T>(items: readonly T[], count: number): T[] => {
  const step = Math.max(1, items.length / count)
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[Math.floor(index * step)] as T,
  )
}

/** The lists that an answer is about: none of them may come empty from a page that shows some of it. */
const mainLists = new Set(['', 'ads', 'results', 'organic_results', 'company_name_matches', 'profiles'])

/** How many items of a list the reader says it could not read. The record itself may be the list. */
function countUnread(outcome: Outcome<unknown>, list: string): number {
  const lists = outcome.kind === 'found' ? (outcome.lists ?? []) : []
  const own = list === '' ? lists : lists.filter((count) => count.list === list.split('.').at(-1))
  return own.reduce((sum, { shown, read }) => sum + shown - read, 0)
}

/** What the run makes of other pages, or null where it says that they have changed. */
async function rerunOrChanged(source: Source, endpoint: Endpoint, query: unknown, pages: readonly Page[]) {
  try {
    return await rerun(source, endpoint, query, pages)
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    expect(thrown.reason).toBe('page_changed')
    return null
  }
}

/** The same run over other pages, given to it in the order in which it asked before. */
function rerun(
  source: Source,
  endpoint: Endpoint,
  query: unknown,
  pages: readonly Page[],
): Promise<Outcome<unknown>> {
  let asked = 0
  const { provider, site } = onSite(source, endpoint)
  const get = async (url: string) => {
    const page = pages[asked++]
    // Another way to the subject, which these pages know nothing of.
    if (!page) throw new Failure('page_changed', `${url} was not asked for before`)
    return page
  }
  return provider.find(query, { get, site })
}

/** The record that the same run makes of other pages, given to it in the order in which it asked before. */
async function replay(
  source: Source,
  endpoint: Endpoint,
  query: unknown,
  pages: readonly Page[],
  path: string,
) {
  try {
    const outcome = await rerun(source, endpoint, query, pages)
    if (outcome.kind !== 'found') throw new Error(`it is ${outcome.kind}`)
    return outcome.record
  } catch (thrown) {
    throw new Error(`pages with another ${path} are not read`, { cause: thrown })
  }
}
