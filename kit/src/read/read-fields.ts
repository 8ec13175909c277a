// Reads an object by the schema of its record, for sites that use the record's own field names. Given nothing, it
// gives the record with every field empty.
import type { Static, TSchema } from '../schema.ts'
import { toInteger, toNumber } from './numbers.ts'
import { asArray, asBoolean, asObject, asText } from './values.ts'

/** A record in which any text, number or boolean may be null, also where the schema requires it. */
export type PartialRecord<R> = R extends readonly unknown[]
  ? R
  : R extends object
    ? { [K in keyof R]: PartialRecord<R[K]> }
    : R | null

type SchemaNode = { type?: string | string[]; properties?: Record<string, SchemaNode>; items?: SchemaNode }

/**
 * Reads each field by its type. A missing value or one of another type is null; a missing list is empty.
 *
 * @example
 * readFields(object({ id: integer(1), tags: list(text('new')) }), { id: '12' }) // { id: 12, tags: [] }
 */
export const readFields = <S extends TSchema>(schema: S, value: unknown): PartialRecord<Static<S>> =>
  readValue(schema, value) as PartialRecord<Static<S>>

function readValue({ type, properties, items }: SchemaNode, value: unknown): unknown {
  const types = [type].flat()
  if (properties) {
    const object = asObject(value)
    if (!object && types.includes('null')) return null
    const fields = Object.entries(properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, readValue(field, object?.[name])]))
  }
  if (items)
    return asArray(value)
      .map((item) => readValue(items, item))
      .filter((item) => item !== null)
  const read = scalarReaders[types[0] ?? '']
  return read ? read(value) : (value ?? null)
}

const scalarReaders: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: asText,
  integer: toInteger,
  number: toNumber,
  boolean: asBoolean,
}
