// How complete a record is: the lowest fields of its schema, and how many of them it fills. Told with each record, so
// that a caller sees a provider that knows less, or a site that has begun to say less, before he misses a field.
import type { TSchema } from '@quarry/kit/schema'

/** A lowest field by its path; `[]` stands for the items of a list. */
export type Leaf = readonly string[]

/** The lists that an answer is about, where a record is more than one: its fields are those of their items. */
const mainLists = ['results', 'ads', 'organic_results']

export type Node = { type?: unknown; properties?: Record<string, Node>; items?: Node }

/** Answers `31/43`; null where the record has no fields to fill. */
export type CountFields = (record: unknown) => string | null

export function createCountFields(schema: TSchema): CountFields {
  const root = schema as Node
  const list = findMainList(root)
  const leaves = leavesOf(list?.items ?? root)
  const asked = leaves.length

  return function countFields(record) {
    if (asked === 0) return null
    if (!list) return `${filledIn(record, leaves)}/${asked}`
    const items = list.name === null ? record : (record as Record<string, unknown>)[list.name]
    if (!Array.isArray(items) || items.length === 0) return `0/${asked}`
    const filled = items.reduce((sum: number, item) => sum + filledIn(item, leaves), 0)
    return `${Math.floor(filled / items.length)}/${asked}`
  }
}

export function findMainList(root: Node): { name: string | null; items: Node } | null {
  if (isList(root)) return { name: null, items: root.items ?? {} }
  const name = mainLists.find((candidate) => root.properties && Object.hasOwn(root.properties, candidate))
  const list = name === undefined ? undefined : root.properties?.[name]
  return name !== undefined && list && isList(list) ? { name, items: list.items ?? {} } : null
}

const isList = ({ type }: Node): boolean =>
  type === 'array' || (Array.isArray(type) && type.includes('array'))

function leavesOf(node: Node, path: Leaf = []): Leaf[] {
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
  if (isList(node) && node.items?.properties) return leavesOf(node.items, [...path, '[]'])
  return [path]
}

const filledIn = (record: unknown, leaves: readonly Leaf[]): number =>
  leaves.reduce((sum, leaf) => sum + (isFilled(record, leaf) ? 1 : 0), 0)

/** A field of a list's items is there where one of them has it. */
export function isFilled(value: unknown, leaf: Leaf, depth = 0): boolean {
  const name = leaf[depth]
  if (name === undefined) return !isMissing(value)
  if (typeof value !== 'object' || value === null) return false
  if (name === '[]') return Array.isArray(value) && value.some((item) => isFilled(item, leaf, depth + 1))
  return isFilled((value as Record<string, unknown>)[name], leaf, depth + 1)
}

/** Nothing, an empty text, list or object; 0 and false are something. */
function isMissing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0
}
