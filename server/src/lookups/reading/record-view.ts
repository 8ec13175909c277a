// How an answer shows a record: which of its fields, and in which format. Records are checked, cached, archived and
// counted whole; only the answer is cut.
import { invalidParameter } from '@quarry/kit/errors'
import { at } from '@quarry/kit/read/values'
import type { TSchema } from '@quarry/kit/schema'
import { csvLine } from '../../platform/lib/csv.ts'
import type { Node } from '../drift/shape.ts'
import { findMainList, type MainList, readMainList } from './count-fields.ts'
import { readSelection, type Selection, selectFields, selectSchema } from './select-fields.ts'

export const recordFormats = ['json', 'csv', 'ndjson'] as const
export type RecordFormat = (typeof recordFormats)[number]

/** As callers write them; absent or null where they do not. */
export type ViewOptions = { fields?: string | null | undefined; format?: RecordFormat | undefined }

/** Plain data, so that it can be sent to a thread. */
export type RecordView = {
  selection: Selection | null
  format: RecordFormat
  /** The list whose items are the rows; null for a record that is one row. */
  list: Pick<MainList, 'name'> | null
  /** Of CSV. */
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
  const list = findMainList(record as Node)
  if (format === 'ndjson' && !list)
    throw invalidParameter('format', 'must be json or csv: ndjson is for lists, and this is one record')
  const view = { selection, format, list: list && { name: list.name } }
  if (format !== 'csv') return { ...view, columns: [] }
  const shown = (selection ? selectSchema(record, selection) : record) as Node
  return { ...view, columns: listColumns((findMainList(shown)?.items ?? shown) as TSchema, '') }
}

/** `record` is JSON text. Blocks for as long as the record is large. */
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
