// Counts how many fields of its schema a record fills. Sent with each record, so that a caller notices a provider or a
// site that gives less than before.
import type { TSchema } from '@quarry/kit/schema'
import { hasType, isMissing, mainLists, type Node } from '../drift/shape.ts'

/** The path of a field without fields of its own; `[]` for the items of a list. */
export type Leaf = readonly string[]

export function createCountFields(schema: TSchema) {
  const root = schema as Node
  const list = findMainList(root)
  const leaves = listLeaves(list?.items ?? root)
  const countFilled = (value: unknown) => leaves.filter((leaf) => isFilled(value, leaf)).length

  /** Returns `31/43`; null for a record without fields. */
  return function countFields(record: unknown): string | null {
    if (leaves.length === 0) return null
    if (!list) return `${countFilled(record)}/${leaves.length}`
    const items = readMainList(list, record)
    const filled = items.reduce((sum: number, item) => sum + countFilled(item), 0)
    return `${Math.floor(filled / Math.max(1, items.length))}/${leaves.length}`
  }
}

export type MainList = { name: string | null; items: Node }

export function findMainList(root: Node): MainList | null {
  if (isList(root)) return { name: null, items: root.items ?? {} }
  const name = mainLists.find((candidate) => root.properties && Object.hasOwn(root.properties, candidate))
  const list = name === undefined ? undefined : root.properties?.[name]
  return name !== undefined && list && isList(list) ? { name, items: list.items ?? {} } : null
}

export function readMainList({ name }: Pick<MainList, 'name'>, record: unknown): readonly unknown[] {
  const items = name === null ? record : (record as Record<string, unknown>)[name]
  return Array.isArray(items) ? items : []
}

const isList = (node: Node): boolean => hasType(node, 'array')

function listLeaves(node: Node, path: Leaf = []): Leaf[] {
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, inner]) => listLeaves(inner, [...path, name]))
  if (isList(node) && node.items?.properties) return listLeaves(node.items, [...path, '[]'])
  return [path]
}

/** A field of list items is filled where one of the items has it. */
export function isFilled(value: unknown, leaf: Leaf, depth = 0): boolean {
  const name = leaf[depth]
  if (name === undefined) return !isMissing(value)
  if (typeof value !== 'object' || value === null) return false
  if (name === '[]') return Array.isArray(value) && value.some((item) => isFilled(item, leaf, depth + 1))
  return isFilled((value as Record<string, unknown>)[name], leaf, depth + 1)
}
