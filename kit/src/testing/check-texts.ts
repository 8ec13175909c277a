// Checks that each text of a record comes from its own place on the page: changes the text there and reads again.
import assert from 'node:assert/strict'
import type { Endpoint } from '../endpoint.ts'
import type { Source } from '../source.ts'
import { changedPaths, listLeaves, mutateValue, replaceEverywhere } from './mutate-page.ts'
import { replayExample, runExample } from './run-example.ts'

const maxTexts = 60

/**
 * Each text of the record changes with its place on the pages, and nothing else does. Checks up to 60 texts.
 */
export async function checkTexts(source: Source, endpoint: Endpoint): Promise<void> {
  const { record, pages } = await runExample(source, endpoint)
  const leaves = listLeaves(record)
  let altered = 0
  for (const { path, value } of spread(leaves.filter(isMutable), maxTexts)) {
    const mutated = pages.map((page) => replaceEverywhere(page, value, mutateValue(value)) ?? page)
    if (mutated.every((page, index) => page === pages[index])) continue
    const after = await replayExample(source, endpoint, mutated).catch((cause) => {
      throw new Error(`pages with another ${path} cannot be read`, { cause })
    })
    assert.ok(after.kind === 'found', `pages with another ${path} give ${after.kind}`)
    const changes = changedPaths(record, after.record)
    for (const changed of changes)
      assert.ok(toSlug(changed.before).includes(toSlug(value)), `${changed.path} changed with ${path}`)
    if (changes.some((changed) => changed.path === path)) altered += 1
  }
  // A record without any text of the page is computed from it: its source has tests of its own.
  const isComputed = leaves.every(({ value }) => pages.every((page) => !page.body.includes(value)))
  assert.ok(altered > 0 || isComputed, `${endpoint.path}: no text of the record changed with the page`)
}

const isMutable = ({ value }: { value: string }): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N} '’.,-]{5,}$/u.test(value)

/** Readers may build an address from a name, so both change with the name. */
const toSlug = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')

/** At most `count` of the items, from all over the list. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count)
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[Math.floor(index * step)] as T,
  )
}
