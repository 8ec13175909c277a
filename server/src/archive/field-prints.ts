// Which fields a record fills, and a fingerprint of what each says: the presence map of the archive. It follows the
// record and no schema, so that records of an older version can be held against those of today.
import { createHash } from 'node:crypto'
import type { FieldPrints } from './entry.ts'

const hashChars = 10
const maxDepth = 20

/** Fields of a list's items go by one name, `results[].price`; the order of the items is part of what they say. */
export function fieldPrints(record: unknown): FieldPrints {
  const values = new Map<string, unknown[]>()
  collect(record, '', values, 0)
  return Object.fromEntries(
    [...values].map(([name, found]) => [name, `${found.length}:${shortHash(JSON.stringify(found))}`]),
  )
}

/** How many values of a field a fingerprint stands for; 0 where the field is not there. */
export const countIn = (print: string | undefined): number =>
  print === undefined ? 0 : Number.parseInt(print, 10)

/** The values of one field, for showing them. */
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
  const known = into.get(name)
  if (known) known.push(value)
  else into.set(name, [value])
}

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, hashChars)

export const longHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url')
