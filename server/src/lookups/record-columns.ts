// Records as a table: one column for each value of the endpoint's schema, so that all records have the same columns.
// Objects are flattened, lists stay JSON in one cell.
import type { TSchema } from '@quarry/kit/schema'

export type RecordColumn = { name: string; path: readonly string[] }

const maxColumns = 1_000

/** The columns of a record, with dotted names below `name`; one column for a record that is not an object. */
export function listColumns(schema: TSchema, name: string, path: readonly string[] = []): RecordColumn[] {
  const { properties } = schema as { properties?: Record<string, TSchema> }
  if (!properties || Object.keys(properties).length === 0) return [{ name, path }]
  return Object.entries(properties)
    .flatMap(([key, inner]) => listColumns(inner, name === '' ? key : `${name}.${key}`, [...path, key]))
    .slice(0, maxColumns)
}

export function readColumn(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}
