// JSON Schema fragments for the record schemas that slow tests write by hand from the specification. They share nothing
// with the schemas of the endpoints, so that the same mistake is not made twice.

type Schema = Record<string, unknown>

/** The same schema, or null. */
export const maybe = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] })

/** A text that matches the pattern. */
export const matching = (pattern: string): Schema => ({ type: 'string', pattern })

/** A list of items of one schema. */
export const many = (items: Schema): Schema => ({ type: 'array', items })

/** An object with exactly these properties, all of them required. */
export const closed = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** An object with exactly these properties, or null. */
export const closedOrNull = (properties: Schema): Schema => maybe(closed(properties))

/** Any value, for fields whose form the specification does not show. */
export const anyValue: Schema = {}

/** A text that is not empty. */
export const text: Schema = { type: 'string', minLength: 1 }

/** True or false. */
export const boolean: Schema = { type: 'boolean' }

/** A whole number. */
export const integer: Schema = { type: 'integer' }

/** Any number. */
export const number: Schema = { type: 'number' }

/** A whole number from 0. */
export const count: Schema = { type: 'integer', minimum: 0 }

/** A whole number from 1. */
export const position: Schema = { type: 'integer', minimum: 1 }

/** An https:// address. */
export const url: Schema = matching('^https://')

/** A host name of at least two labels, in lower case. */
export const domain: Schema = matching('^[a-z0-9-]+(\\.[a-z0-9-]+)+$')

/** A UUID, in lower case. */
export const uuid: Schema = matching('^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')

/** A date as `YYYY-MM-DD`. */
export const day: Schema = matching('^\\d{4}-\\d\\d-\\d\\d$')

/** A currency code of three capital letters. */
export const currency: Schema = matching('^[A-Z]{3}$')

/** A text that is not empty, or null. */
export const maybeText: Schema = maybe(text)

/** True, false or null. */
export const maybeBoolean: Schema = maybe(boolean)

/** A whole number, or null. */
export const maybeInteger: Schema = maybe(integer)

/** A number, or null. */
export const maybeNumber: Schema = maybe(number)

/** A whole number from 0, or null. */
export const maybeCount: Schema = maybe(count)

/** An https:// address, or null. */
export const maybeUrl: Schema = maybe(url)

/** A date as `YYYY-MM-DD`, or null. */
export const maybeDay: Schema = maybe(day)
