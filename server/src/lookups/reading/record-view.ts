// How a response shows a record: which of its fields, and in which format. Records are checked, cached, archived and
// counted whole; fields are selected only for the response.
import { invalidParameter } from '@quarry/kit/errors'
import { at } from '@quarry/kit/read/values'
import type { TSchema } from '@quarry/kit/schema'
import { csvLine } from '../../platform/lib/csv.ts'
import {
  findMainList,
  findNames,
  getRecordFields,
  type MainList,
  readMainList,
  type SchemaNode,
  splitNames,
} from './record-fields.ts'

export const recordFormats = ['json', 'csv', 'ndjson'] as const
export type RecordFormat = (typeof recordFormats)[number]

/** The parameters `fields` and `format`, absent or null if the caller does not send them. */
export type ViewOptions = { fields?: string | null | undefined; format?: RecordFormat | undefined }

/** Plain data, so that it can be sent to a thread. */
export type RecordView = {
  selection: Selection | null
  format: RecordFormat
  /** The list whose items are the rows; null for a record that is one row. */
  list: Pick<MainList, 'name'> | null
  /** For CSV only. */
  columns: readonly RecordColumn[]
}

export const viewTypes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const

/** Null for the whole record as JSON. Throws 400 for an unknown field, and for `ndjson` if the record is not a list. */
export function readView(record: TSchema, { fields, format = 'json' }: ViewOptions): RecordView | null {
  const selection = typeof fields === 'string' ? readSelection(record, fields) : null
  if (!selection && format === 'json') return null
  const list = findMainList(record)
  if (format === 'ndjson' && !list)
    throw invalidParameter('format', 'must be json or csv: ndjson is for lists, and this is one record')
  const view = { selection, format, list: list && { name: list.name } }
  if (format !== 'csv') return { ...view, columns: [] }
  const shown = selection ? selectSchema(record, selection) : record
  return { ...view, columns: listColumns((findMainList(shown)?.items ?? shown) as TSchema, '') }
}

/** `record` is JSON text. Parses and writes it at once, so a large record belongs in a thread. */
export function formatRecord(record: string, { selection, format, list, columns }: RecordView): string {
  const fullRecord: unknown = JSON.parse(record)
  const value = selection ? selectFields(fullRecord, selection) : fullRecord
  if (format === 'json') return JSON.stringify(value)
  const rows = list ? readMainList(list, value) : [value]
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const head = csvLine(columns.map(({ name }) => name || 'value'))
  return head + rows.map((row) => csvLine(columns.map(({ path }) => at(row, ...path)))).join('')
}

type RecordColumn = { name: string; path: readonly string[] }

const maxColumns = 1_000

/**
 * The columns of a record, with dotted names below `name`: one for each value of the schema, so that all records have
 * the same columns. Objects are flattened, lists stay JSON in one cell; a record that is not an object is one column.
 */
export function listColumns(schema: TSchema, name: string, path: readonly string[] = []): RecordColumn[] {
  const { properties } = schema as { properties?: Record<string, TSchema> }
  if (!properties || Object.keys(properties).length === 0) return [{ name, path }]
  return Object.entries(properties)
    .flatMap(([key, inner]) => listColumns(inner, name === '' ? key : `${name}.${key}`, [...path, key]))
    .slice(0, maxColumns)
}

/** Null means the whole field. A Map, because records have names such as `constructor`. */
type FieldTree = Map<string, FieldTree | null>

/** The fields to return or to leave out. In a list the envelope stays whole and each item is cut. */
type Selection = { kind: 'keep' | 'omit'; tree: FieldTree; list: Pick<MainList, 'name'> | null }

/** Throws 400 for an unknown field, and if some fields have a minus and others do not. */
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
  const list = findMainList(record)
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
  const root = record as SchemaNode
  const cut = (node: SchemaNode) => cutSchema(node, selection, tree)
  if (!list || list.name === null) return cut(root) as TSchema
  const properties = { ...root.properties, [list.name]: cut(root.properties?.[list.name] ?? {}) }
  return { ...root, properties } as TSchema
}

function cutSchema(
  node: SchemaNode & { required?: string[] },
  selection: Selection,
  tree: FieldTree,
): SchemaNode {
  if (node.items) return { ...node, items: cutSchema(node.items, selection, tree) }
  if (!node.properties) return node
  const properties = cutMembers(node.properties, selection, tree, (inner, branch) =>
    cutSchema(inner, selection, branch),
  )
  const required = (node.required ?? []).filter((name) => Object.hasOwn(properties, name))
  return { ...node, properties, required } as SchemaNode
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
