// Records as a table: one column for each value of the endpoint's schema, so that every page of a batch has the
// same columns. Objects are flattened, lists stay JSON in one cell.
import type { TSchema } from '@quarry/kit/schema'

export type Column = { name: string; path: readonly string[] }

const maxColumns = 1_000

/** The columns of a record, dotted; one for a record that is no object. */
export function columnsOf(schema: TSchema, name: string, path: readonly string[] = []): Column[] {
  const { properties } = schema as { properties?: Record<string, TSchema> }
  if (!properties || Object.keys(properties).length === 0) return [{ name, path }]
  return Object.entries(properties)
    .flatMap(([key, inner]) => columnsOf(inner, `${name}.${key}`, [...path, key]))
    .slice(0, maxColumns)
}

/** The value at a column's path, undefined where there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}
