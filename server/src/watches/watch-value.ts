// The value that a watch compares: the whole record, or the fields that its caller named.
import { createHash } from 'node:crypto'
import { canonicalJson } from '../lib/canonical-json.ts'

/** The list whose items are compared: the record itself, or one of its properties. */
export type MainList = { name: string | null }

/** With field names: an object with each value by its name, or a list of such objects where the record is a list. */
export function watchedValue(
  record: unknown,
  list: MainList | null,
  fields: readonly string[] | null,
): unknown {
  if (fields === null) return record
  if (!list) return pick(record, fields)
  const items = list.name === null ? record : (record as Record<string, unknown>)[list.name]
  return Array.isArray(items) ? items.map((item) => pick(item, fields)) : []
}

const pick = (item: unknown, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((name) => [name, valueAt(item, name.split('.'))]))

/** Of an inner list, the values of all its items. */
function valueAt(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined || value === null || value === undefined) return value ?? null
  if (Array.isArray(value)) return value.map((item) => valueAt(item, steps))
  return typeof value === 'object' ? valueAt((value as Record<string, unknown>)[step], rest) : null
}

/** Equal values have equal marks, whatever the order of their keys. */
export const markOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex')
