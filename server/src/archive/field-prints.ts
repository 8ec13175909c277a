// A fingerprint of each field of a record. It follows the record, not the schema, so that records of an older version
// can be compared with current ones.
import { createHash } from 'node:crypto'
import type { FieldPrints } from './entry.ts'

const hashChars = 10
const maxDepth = 20

/** Fields of list items share one name, `results[].price`; the order of the items counts. */
export function fieldPrints(record: unknown): FieldPrints {
  const values = new Map<string, unknown[]>()
  collect(record, '', values, 0)
  return Object.fromEntries(
    [...values].map(([name, found]) => [name, `${found.length}:${shortHash(JSON.stringify(found))}`]),
  )
}

/** The number of values in a fingerprint; 0 for an absent field. */
export const countValues = (print: string | undefined): number =>
  print === undefined ? 0 : Number.parseInt(print, 10)

export function readValues(record: unknown, field: string): unknown[] {
  const values = new Map<string, unknown[]>()
  collect(record, '', values, 0)
  return values.get(field) ?? []
}

function collect(value: unknown, name: string, into: Map<string, unknown[]>, depth: number): void {
  if (value === null || value === undefined || value === '' || depth > maxDepth) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${name}[]`, into, depth + 1)
    return
  }
  if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      collect(inner, name === '' ? key : `${name}.${key}`, into, depth + 1)
    return
  }
  const values = into.get(name)
  if (values) values.push(value)
  else into.set(name, [value])
}

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, hashChars)

export const longHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url')
