// Reads an object by the schema of its record, for sites that use the record's own field names. Without an object every
// field of the record is empty.
import { memoize } from '../memoize.ts'
import type { Static, TSchema } from '../schema.ts'
import { toInteger, toNumber } from './numbers.ts'
import { asArray, asBoolean, asObject, asText } from './values.ts'

/** A record in which any text, number or boolean may be null, even if the schema requires it. */
export type PartialRecord<R> = R extends readonly unknown[]
  ? R
  : R extends object
    ? { [K in keyof R]: PartialRecord<R[K]> }
    : R | null

type SchemaNode = { type?: string | string[]; properties?: Record<string, SchemaNode>; items?: SchemaNode }

/** Reads each field by its type. A missing value or one of another type is null; a missing list is empty. */
export const readFields = <S extends TSchema>(schema: S, value: unknown): PartialRecord<Static<S>> =>
  getReader(schema)(value) as PartialRecord<Static<S>>

type Reader = (value: unknown) => unknown

/** Created once per schema: walking the schema for each record costs as much as parsing the JSON of its page. */
const getReader = memoize((schema: TSchema) => createReader(schema))

function createReader({ type, properties, items }: SchemaNode): Reader {
  const types = [type].flat()
  if (properties) return createObjectReader(properties, types.includes('null'))
  if (items) {
    const readItem = createReader(items)
    return (value) =>
      asArray(value)
        .map((item) => readItem(item))
        .filter((item) => item !== null)
  }
  return scalarReaders[types[0] ?? ''] ?? ((value) => value ?? null)
}

function createObjectReader(properties: Record<string, SchemaNode>, isNullable: boolean): Reader {
  const fields = Object.entries(properties).map(([name, field]) => ({ name, read: createReader(field) }))
  return (value) => {
    const object = asObject(value)
    if (!object && isNullable) return null
    return Object.fromEntries(fields.map(({ name, read }) => [name, read(object?.[name])]))
  }
}

const scalarReaders: Readonly<Record<string, Reader>> = {
  string: asText,
  integer: toInteger,
  number: toNumber,
  boolean: asBoolean,
}
