// Records as a table: one column for each value of the endpoint's schema, so that every page of a batch has the
// same columns. Objects are flattened, lists stay JSON in one cell.
import type { TSchema } from 'typebox'

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

/** One line, ended as RFC 4180 says. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/** Where a spreadsheet would begin a formula: at the start of a cell, or behind what separates cells elsewhere. */
const formula = /^(?=[=+\-@])|(?<=[;|\t\r\n])(?=["\s]*[=+\-@])/g

/**
 * One cell. A text that a spreadsheet would take for a formula gets an apostrophe before it; a number is no text,
 * also a negative one. Spreadsheets that separate by `;` split inside quotes, so the apostrophe goes there as well.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const guarded = text.replace(formula, "'")
  const safe = /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
