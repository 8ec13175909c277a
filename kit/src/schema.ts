// Short builders for JSON Schema: a type, an example and a description in one line. A record's schema then reads like a
// table, and the API reference is always complete.
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { Compile, Type } from './libraries/typebox.ts'

export type { Static, TObject, TSchema }
export { Compile, Type }

/** Option that lists a schema under its own name in the API reference: `object({…}, named('Job'))`. */
export const named = (name: string) => ({ 'x-name': name })

/** The options of a schema, or its description alone. */
type Details = string | Record<string, unknown>

const toOptions = (details: Details): Record<string, unknown> =>
  typeof details === 'string' ? { description: details } : details

/** A closed object: every property is required and no other is allowed. */
export const object = <P extends TProperties>(properties: P, details: Details = {}) =>
  Type.Object(properties, { additionalProperties: false, ...toOptions(details) })

/** A closed object that has its own name in the API reference. */
export const namedObject = <P extends TProperties>(name: string, properties: P, details: Details = {}) =>
  object(properties, { ...toOptions(details), ...named(name) })

/**
 * A text. A `format` only describes it and is never checked, because sites write addresses and dates in their own
 * way. It is stored as `x-format`, which validators ignore; the API reference shows it as `format`.
 */
export function text(example: string, details: Details = {}) {
  const { format, ...options } = toOptions(details)
  const formatted = format === undefined ? {} : { 'x-format': format }
  return Type.String({ examples: [example], ...options, ...formatted })
}

/** A text of at most 2,048 characters, as callers send it: words or an address. */
export const textParam = (example: string, details: Details = {}) =>
  text(example, { ...toOptions(details), maxLength: 2048 })

/** A whole number; the first argument is its example. */
export const integer = (example: number, details: Details = {}) =>
  Type.Integer({ examples: [example], ...toOptions(details) })

/** An integer that callers may also send as a text of digits, in a JSON body too. */
export const integerOrText = (example: number, details: Details = {}) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    pattern: '^-?\\d{1,16}$',
    examples: [example],
    ...toOptions(details),
  })

/** A number; the first argument is its example. */
export const number = (example: number, details: Details = {}) =>
  Type.Number({ examples: [example], ...toOptions(details) })

/** True or false; the first argument is its example. */
export const boolean = (example: boolean, details: Details = {}) =>
  Type.Boolean({ examples: [example], ...toOptions(details) })

/** A list of items of one schema. */
export const list = <T extends TSchema>(items: T, details: Details = {}) =>
  Type.Array(items, toOptions(details))

/** One of a fixed set of strings. */
export const oneOf = <const V extends readonly string[]>(values: V, details: Details = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], examples: [values[0]], ...toOptions(details) })

/** The same schema, or null. It is written as a type array, as OpenAPI 3.1 requires. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as T & { type?: string; enum?: unknown[] }
  if (typeof type !== 'string') throw new Error('nullable() takes a schema with a single type')
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/** A parameter that may be left out. */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** Any JSON value: for fields whose non-null shape the specification does not show. */
export const anything = (details: Details = {}) => Type.Unknown(toOptions(details))
