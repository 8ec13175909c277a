// Which fields a record has, by the names that callers use in `require`. Computed once where the record is read, in a
// thread for a large one, so that required fields can be checked later without parsing the record again.

import { memoize } from '@quarry/kit/memoize'
import type { TSchema } from '@quarry/kit/schema'
import type { Node } from '../drift/shape.ts'
import { findMainList, isFilled, type Leaf, readMainList } from './count-fields.ts'

/**
 * One letter per field: `a` present (in a list: in all items), `s` in some items, `n` in none, `e` where the list is
 * empty.
 */
export type Presence = string

export const getRecordFields = memoize((schema: TSchema) => {
  const root = schema as Node
  const list = findMainList(root)
  const paths = listPaths(list?.items ?? root)
  const plainPaths = paths.map((path) => path.filter((step) => step !== '[]'))
  return {
    /** Every field of the record, or of the items of its main list, with dots; fields of inner lists included. */
    names: plainPaths.map((path) => path.join('.')),
    /** The path of each name, without `[]` for the items of inner lists. */
    paths: plainPaths,
    findPresence(record: unknown): Presence {
      if (!list) return paths.map((path) => (isFilled(record, path) ? 'a' : 'n')).join('')
      const items = readMainList(list, record)
      if (items.length === 0) return 'e'.repeat(paths.length)
      return paths.map((path) => compareItems(items, path)).join('')
    },
  }
})

function compareItems(items: readonly unknown[], path: Leaf): 'a' | 's' | 'n' {
  const first = isFilled(items[0], path)
  for (const item of items) if (isFilled(item, path) !== first) return 's'
  return first ? 'a' : 'n'
}

function listPaths(node: Node, path: Leaf = []): Leaf[] {
  const ownPaths = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => [
    [...path, name],
    ...listPaths(inner, [...path, name]),
  ])
  return node.items ? [...ownPaths, ...listPaths(node.items, [...path, '[]'])] : ownPaths
}
