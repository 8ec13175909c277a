// Short builders for JSON Schema with a type and an example in one line, so that a record's shape reads like
// the specification's table and the API reference is complete by construction.
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

/**
 * A closed object: every property is required and no other is allowed.
 *
 * @example
 * const record = object({ id: text('7'), colour: nullable(text('amber')) })
 */
export const object = <P extends TProperties>(properties: P, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/**
 * A text. A `format` only describes it and is never checked, because sites write addresses and dates in their own way.
 * It is stored as `x-format`, which validators ignore; the API reference shows it as `format`.
 *
 * @example
 * text('https://www.lanterns.example/l/7', { format: 'uri', description: 'The page of the lantern.' })
 */
export const text = (example: string, { format, ...options }: Record<string, unknown> = {}) =>
  Type.String({ examples: [example], ...options, ...(format === undefined ? {} : { 'x-format': format }) })

/**
 * A whole number; the first argument is its example.
 *
 * @example
 * integer(12, { minimum: 0 })
 */
export const integer = (example: number, options: Record<string, unknown> = {}) =>
  Type.Integer({ examples: [example], ...options })

/**
 * An integer that callers may also write as text, in a JSON body too; the text is digits alone.
 *
 * @example
 * integerOrText(2, { description: 'The page of the results.' })
 */
export const integerOrText = (example: number, options: Record<string, unknown> = {}) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    pattern: '^-?\\d{1,16}$',
    examples: [example],
    ...options,
  })

/**
 * A number; the first argument is its example.
 *
 * @example
 * number(24.5)
 */
export const number = (example: number, options: Record<string, unknown> = {}) =>
  Type.Number({ examples: [example], ...options })

/**
 * True or false; the first argument is its example.
 *
 * @example
 * boolean(true)
 */
export const boolean = (example: boolean, options: Record<string, unknown> = {}) =>
  Type.Boolean({ examples: [example], ...options })

/**
 * A list of items of one schema.
 *
 * @example
 * list(object({ name: text('Amber') }), { maxItems: 100 })
 */
export const list = <T extends TSchema>(items: T, options: Record<string, unknown> = {}) =>
  Type.Array(items, options)

/**
 * One of a fixed set of strings.
 *
 * @example
 * oneOf(['new', 'used'])
 */
export const oneOf = <const V extends readonly string[]>(values: V, options: Record<string, unknown> = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], examples: [values[0]], ...options })

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
export const anything = (options: Record<string, unknown> = {}) => Type.Unknown(options)
