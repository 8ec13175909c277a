// JSON Schema fragments for the record schemas that slow tests write by hand from the specification. They share
// nothing with the endpoints' own schemas, so that a mistake there does not repeat itself here.

type Schema = Record<string, unknown>

/** The same schema, or null. */
export const maybe = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] })

export const matching = (pattern: string): Schema => ({ type: 'string', pattern })
export const many = (items: Schema): Schema => ({ type: 'array', items })

/** An object with exactly these properties, all of them required. */
export const closed = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
export const closedOrNull = (properties: Schema): Schema => maybe(closed(properties))

/** For fields whose form the specification does not show. */
export const anyValue: Schema = {}
export const text: Schema = { type: 'string', minLength: 1 }
export const boolean: Schema = { type: 'boolean' }
export const integer: Schema = { type: 'integer' }
export const number: Schema = { type: 'number' }
/** From 0. */
export const count: Schema = { type: 'integer', minimum: 0 }
/** From 1. */
export const position: Schema = { type: 'integer', minimum: 1 }
export const url: Schema = matching('^https://')
export const domain: Schema = matching('^[a-z0-9-]+(\\.[a-z0-9-]+)+$')
export const uuid: Schema = matching('^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
export const day: Schema = matching('^\\d{4}-\\d\\d-\\d\\d$')
export const currency: Schema = matching('^[A-Z]{3}$')

export const maybeText: Schema = maybe(text)
export const maybeBoolean: Schema = maybe(boolean)
export const maybeInteger: Schema = maybe(integer)
export const maybeNumber: Schema = maybe(number)
export const maybeCount: Schema = maybe(count)
export const maybeUrl: Schema = maybe(url)
export const maybeDay: Schema = maybe(day)
