// A fingerprint of each field of a record. It follows the record, not the schema, so that records of an older version
// can be compared with current ones.
import { hash } from 'node:crypto'
import type { FieldPrints } from './entry.ts'

const hashChars = 10
const maxDepth = 20

/** Fields of list items share one name, `results[].price`; the order of the items counts. */
export const fieldPrints = (record: unknown): FieldPrints =>
  Object.fromEntries([...collect(record)].map(([name, values]) => [name, toPrint(values)]))

const toPrint = (values: readonly unknown[]): string =>
  `${values.length}:${hash('sha256', JSON.stringify(values), 'base64url').slice(0, hashChars)}`

/** The number of values in a fingerprint; 0 for an absent field. */
export const countValues = (print: string | undefined): number =>
  print === undefined ? 0 : Number.parseInt(print, 10)

export const readValues = (record: unknown, field: string): unknown[] => collect(record).get(field) ?? []

type Values = Map<string, unknown[]>

function collect(value: unknown, name = '', into: Values = new Map(), depth = 0): Values {
  if (value === null || value === undefined || value === '' || depth > maxDepth) return into
  if (Array.isArray(value)) for (const item of value) collect(item, `${name}[]`, into, depth + 1)
  else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      collect(inner, name === '' ? key : `${name}.${key}`, into, depth + 1)
  } else {
    const values = into.get(name)
    if (values) values.push(value)
    else into.set(name, [value])
  }
  return into
}

export const longHash = (content: string | Uint8Array): string => hash('sha256', content, 'base64url')
