// What a watch looks at: the record, or the fields of it that were named; and the difference between two of them as a
// JSON Patch (RFC 6902).
import { createHash } from 'node:crypto'
import { createPatch, type Operation } from 'rfc6902'
import { mainListOf } from '../calls/count-fields.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { TSchema } from '../lib/schema.ts'

/** Lists are compared item with item: above so many pairs a list is replaced whole. */
const maxPairs = 10_000

/** With names: an object that has each by its name, and of a list one for each item. */
export function watchedValue(record: unknown, schema: TSchema, fields: readonly string[] | null): unknown {
  if (fields === null) return record
  const list = mainListOf(schema as object)
  if (!list) return pick(record, fields)
  const items = list.name === null ? record : (record as Record<string, unknown>)[list.name]
  return Array.isArray(items) ? items.map((item) => pick(item, fields)) : []
}

const pick = (item: unknown, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((name) => [name, valueAt(item, name.split('.'))]))

/** Of an inner list, what each of its items has. */
function valueAt(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined || value === null || value === undefined) return value ?? null
  if (Array.isArray(value)) return value.map((item) => valueAt(item, steps))
  return typeof value === 'object' ? valueAt((value as Record<string, unknown>)[step], rest) : null
}

/** Equal values have equal marks, whatever the order of their keys. */
export const markOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex')

/** What makes the one of the other. */
export function differenceOf(before: unknown, after: unknown): Operation[] {
  if (isLongPair(before, after)) return [{ op: 'replace', path: '', value: after }]
  return createPatch(before, after, (one, other, pointer) =>
    isLongPair(one, other) ? [{ op: 'replace', path: pointer.toString(), value: other }] : undefined,
  )
}

const isLongPair = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) && one.length * other.length > maxPairs
