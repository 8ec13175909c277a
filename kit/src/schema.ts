// Short builders for JSON Schema with a type, an example and a description in one line, so that a record's shape reads
// like the specification's table and the API reference is complete by construction.
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { Compile, Type } from './libraries/typebox.ts'

export type { Static, TObject, TSchema }
export { Compile, Type }

/**
 * Option of a schema that is a part of its own in the API reference: `object({…}, named('Job'))`.
 *
 * @example
 * object({ id: text('7') }, named('Lantern'))
 */
export const named = (name: string) => ({ 'x-name': name })

/** The options of a schema, or its description alone. */
type Details = string | Record<string, unknown>

const toOptions = (details: Details): Record<string, unknown> =>
  typeof details === 'string' ? { description: details } : details

/**
 * A closed object: every property is required and no other is allowed.
 *
 * @example
 * const record = object({ id: text('7'), colour: nullable(text('amber')) })
 */
export const object = <P extends TProperties>(properties: P, details: Details = {}) =>
  Type.Object(properties, { additionalProperties: false, ...toOptions(details) })

/**
 * A closed object that is a part of its own in the API reference.
 *
 * @example
 * list(namedObject('Lantern', { id: text('7'), colour: nullable(text('amber')) }))
 */
export const namedObject = <P extends TProperties>(name: string, properties: P, details: Details = {}) =>
  object(properties, { ...toOptions(details), ...named(name) })

/**
 * A text. A `format` only describes it and is never checked, because sites write addresses and dates in their own way.
 * It is stored as `x-format`, which validators ignore; the API reference shows it as `format`.
 *
 * @example
 * text('2026-11-02', { format: 'date', description: 'The day of the sale.' })
 */
export function text(example: string, details: Details = {}) {
  const { format, ...options } = toOptions(details)
  const formatted = format === undefined ? {} : { 'x-format': format }
  return Type.String({ examples: [example], ...options, ...formatted })
}

/**
 * A text of at most 2,048 characters, as callers send it: words or an address.
 *
 * @example
 * object({ query: textParam('7', 'The number of a lantern, or the address of its page.') })
 */
export const textParam = (example: string, details: Details = {}) =>
  text(example, { ...toOptions(details), maxLength: 2048 })

/**
 * A whole number; the first argument is its example.
 *
 * @example
 * integer(12, { minimum: 0 })
 */
export const integer = (example: number, details: Details = {}) =>
  Type.Integer({ examples: [example], ...toOptions(details) })

/**
 * An integer that callers may also write as text, in a JSON body too; the text is digits alone.
 *
 * @example
 * integerOrText(2, 'The page of the results.')
 */
export const integerOrText = (example: number, details: Details = {}) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    pattern: '^-?\\d{1,16}$',
    examples: [example],
    ...toOptions(details),
  })

/**
 * A number; the first argument is its example.
 *
 * @example
 * number(24.5)
 */
export const number = (example: number, details: Details = {}) =>
  Type.Number({ examples: [example], ...toOptions(details) })

/**
 * True or false; the first argument is its example.
 *
 * @example
 * boolean(true)
 */
export const boolean = (example: boolean, details: Details = {}) =>
  Type.Boolean({ examples: [example], ...toOptions(details) })

/**
 * A list of items of one schema.
 *
 * @example
 * list(object({ name: text('Amber') }), { maxItems: 100 })
 */
export const list = <T extends TSchema>(items: T, details: Details = {}) =>
  Type.Array(items, toOptions(details))

/**
 * One of a fixed set of strings.
 *
 * @example
 * oneOf(['new', 'used'])
 */
export const oneOf = <const V extends readonly string[]>(values: V, details: Details = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], examples: [values[0]], ...toOptions(details) })

/**
 * The same schema, or null: written as a type array, which is how OpenAPI 3.1 says nullable.
 *
 * @example
 * nullable(number(24.5))
 */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as T & { type?: string; enum?: unknown[] }
  if (typeof type !== 'string') throw new Error('nullable() takes a schema with a single type')
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/**
 * A parameter that may be left out.
 *
 * @example
 * object({ query: text('7'), page: optional(integer(1)) })
 */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/**
 * Any JSON value: for fields whose non-null shape the specification does not show.
 *
 * @example
 * anything({ examples: [{ watt: 40 }] })
 */
export const anything = (details: Details = {}) => Type.Unknown(toOptions(details))
