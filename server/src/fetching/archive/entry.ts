// One archived lookup: enough to read its pages again with a newer reader and to compare the record field by field. The
// record itself is not stored, only a fingerprint of each of its fields.
import { hash } from 'node:crypto'
import type { Posted } from '@quarry/kit/outcome'
import type { PageHead } from '../fetched-page.ts'

export type ArchivedPage = {
  /** The requested address; after redirects the page's address differs. */
  url: string
  /** The body of the request, if any. */
  posted?: Posted
  head: PageHead
  /** Hash of its text, the key of the stored text. */
  hash: string
}

export type Entry = {
  at: string
  path: string
  /** As callers see it. */
  provider: string
  /** The provider's name in the endpoint's definition, which is the same for the sandbox site and the live site. */
  reader: string
  site: { template: string; domains: readonly string[] }
  query: unknown
  form: string
  /** Hash of the record as it was sent. */
  record: string
  fields: FieldPrints
  pages: readonly ArchivedPage[]
}

/** For each present field: the number of its values and a short hash of them (`1:Qx0…`). */
export type FieldPrints = Readonly<Record<string, string>>

/** Distinguishes requests to one address. */
export const toPosted = ({ json, form }: Posted = {}): Posted | undefined =>
  json === undefined && form === undefined
    ? undefined
    : { ...(json === undefined ? {} : { json }), ...(form === undefined ? {} : { form }) }

const hashChars = 10
const maxDepth = 20

/**
 * The fingerprints of a record. They follow the record, not its schema, so that records of an older version can be
 * compared with current ones. Fields of list items share one name, `results[].price`; the order of the items counts.
 */
export const fieldPrints = (record: unknown): FieldPrints =>
  Object.fromEntries([...collect(record)].map(([name, values]) => [name, toPrint(values)]))

const toPrint = (values: readonly unknown[]): string =>
  `${values.length}:${hash('sha256', JSON.stringify(values), 'base64url').slice(0, hashChars)}`

/** The number of values in a fingerprint; 0 for an absent field. */
export const countValues = (print: string | undefined): number =>
  print === undefined ? 0 : Number.parseInt(print, 10)

export const readFieldValues = (record: unknown, field: string): unknown[] => collect(record).get(field) ?? []

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
