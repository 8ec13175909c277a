// The parameter `fields`: which fields of a record an answer shows. Names are those of `require`. In a list the
// envelope stays whole and each item is cut.
import { invalidParameter } from '@quarry/kit/errors'
import type { TSchema } from '@quarry/kit/schema'
import type { Node } from '../drift/shape.ts'
import { findMainList, type MainList } from './count-fields.ts'
import { getRecordFields } from './record-presence.ts'
import { findNames, splitNames } from './required-fields.ts'

/** Null means the whole field. A Map, because records have names such as `constructor`. */
type FieldTree = Map<string, FieldTree | null>

/** Plain data, so that it can be sent to a thread. */
export type Selection = { kind: 'keep' | 'omit'; tree: FieldTree; list: Pick<MainList, 'name'> | null }

/** Throws 400 for an unknown field, and where some fields have a minus and others do not. */
export function readSelection(record: TSchema, text: string): Selection {
  const parts = splitNames('fields', text)
  const omitted = parts.filter((name) => name.startsWith('-'))
  if (omitted.length > 0 && omitted.length < parts.length)
    throw invalidParameter(
      'fields',
      'must name fields to return, or with a minus fields to leave out, not both',
    )
  const kind = omitted.length > 0 ? 'omit' : 'keep'
  const { names, paths } = getRecordFields(record)
  const fields = kind === 'omit' ? omitted.map((name) => name.slice(1).trim()) : parts
  const tree: FieldTree = new Map()
  for (const index of findNames('fields', fields, names)) addPath(tree, paths[index] ?? [])
  const list = findMainList(record as Node)
  return { kind, tree, list: list && { name: list.name } }
}

/** A whole field includes everything below it, whichever is named first. */
function addPath(tree: FieldTree, [step, ...rest]: readonly string[]): void {
  if (step === undefined) return
  const branch = tree.get(step)
  if (branch === null) return
  const inner: FieldTree | null = rest.length === 0 ? null : (branch ?? new Map())
  tree.set(step, inner)
  if (inner) addPath(inner, rest)
}

/** Fields keep the order that they have in the record. */
export function selectFields(record: unknown, selection: Selection): unknown {
  const { list } = selection
  if (!list || list.name === null) return cutValue(record, selection, selection.tree)
  const envelope = record as Record<string, unknown>
  return { ...envelope, [list.name]: cutValue(envelope[list.name], selection, selection.tree) }
}

function cutValue(value: unknown, selection: Selection, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => cutValue(item, selection, tree))
  if (typeof value !== 'object' || value === null) return value
  return cutMembers(value as Record<string, unknown>, selection, tree, (inner, branch) =>
    cutValue(inner, selection, branch),
  )
}

/** The schema of a cut record: the same, without the fields that are left out. */
export function selectSchema(record: TSchema, selection: Selection): TSchema {
  const { list, tree } = selection
  const root = record as Node
  const cut = (node: Node) => cutSchema(node, selection, tree)
  if (!list || list.name === null) return cut(root) as TSchema
  const properties = { ...root.properties, [list.name]: cut(root.properties?.[list.name] ?? {}) }
  return { ...root, properties } as TSchema
}

function cutSchema(node: Node & { required?: string[] }, selection: Selection, tree: FieldTree): Node {
  if (node.items) return { ...node, items: cutSchema(node.items, selection, tree) }
  if (!node.properties) return node
  const properties = cutMembers(node.properties, selection, tree, (inner, branch) =>
    cutSchema(inner, selection, branch),
  )
  const required = (node.required ?? []).filter((name) => Object.hasOwn(properties, name))
  return { ...node, properties, required } as Node
}

function cutMembers<T>(
  members: { [name: string]: T },
  { kind }: Selection,
  tree: FieldTree,
  cut: (inner: T, branch: FieldTree) => T,
): Record<string, T> {
  const shown: [string, T][] = []
  for (const [name, inner] of Object.entries(members)) {
    const branch = tree.get(name)
    if (branch) shown.push([name, cut(inner, branch)])
    else if ((branch === null) === (kind === 'keep')) shown.push([name, inner])
  }
  return Object.fromEntries(shown)
}
