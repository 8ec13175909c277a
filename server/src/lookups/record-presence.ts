// Which fields a record has, by the names that callers give them: noted once where the record is read, in a thread for
// a large one, so that whatever is required of it later can be told without looking at the record again.
import type { TSchema } from '@quarry/kit/schema'
import { findMainList, isFilled, type Leaf, type Node } from './count-fields.ts'

/**
 * One letter for each name: `a` where the field is there, of a list in all items, `s` where it is in some of them, `n`
 * where it is in none, and `e` where the list is empty.
 */
export type Presence = string

export type RecordFields = {
  /** Every field of the record, or of the item of its main list, dotted, those of inner lists included. */
  names: readonly string[]
  findPresence: (record: unknown) => Presence
}

type Field = { name: string; path: Leaf }

const known = new WeakMap<TSchema, RecordFields>()

export function getRecordFields(schema: TSchema): RecordFields {
  const before = known.get(schema)
  if (before) return before
  const made = createRecordFields(schema as Node)
  known.set(schema, made)
  return made
}

function createRecordFields(root: Node): RecordFields {
  const list = findMainList(root)
  const fields = fieldsOf(list?.items ?? root)
  return {
    names: fields.map(({ name }) => name),
    findPresence(record) {
      if (!list) return fields.map(({ path }) => (isFilled(record, path) ? 'a' : 'n')).join('')
      const items = list.name === null ? record : (record as Record<string, unknown>)[list.name]
      if (!Array.isArray(items) || items.length === 0) return 'e'.repeat(fields.length)
      return fields.map(({ path }) => spreadOf(items, path)).join('')
    },
  }
}

function spreadOf(items: readonly unknown[], path: Leaf): 'a' | 's' | 'n' {
  const first = isFilled(items[0], path)
  for (const item of items) if (isFilled(item, path) !== first) return 's'
  return first ? 'a' : 'n'
}

function fieldsOf(node: Node, path: Leaf = []): Field[] {
  const inside = node.properties ?? {}
  const own = Object.entries(inside).flatMap(([name, inner]): Field[] => {
    const at = [...path, name]
    return [{ name: nameOf(at), path: at }, ...fieldsOf(inner, at)]
  })
  return node.items ? [...own, ...fieldsOf(node.items, [...path, '[]'])] : own
}

const nameOf = (path: Leaf): string => path.filter((step) => step !== '[]').join('.')
