// JSON Schema fragments for the record schemas that slow tests write by hand from the specification. They share
// nothing with the endpoints' own schemas, so that a mistake there does not repeat itself here.

type Schema = Record<string, unknown>

/**
 * The same schema, or null.
 *
 * @example
 * maybe(text) // { type: ['string', 'null'], minLength: 1 }
 */
export const maybe = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] })

/**
 * A text that matches the pattern.
 *
 * @example
 * matching('^\\d+$') // { type: 'string', pattern: '^\\d+$' }
 */
export const matching = (pattern: string): Schema => ({ type: 'string', pattern })

/**
 * A list of items of one schema.
 *
 * @example
 * many(url) // { type: 'array', items: url }
 */
export const many = (items: Schema): Schema => ({ type: 'array', items })

/**
 * An object with exactly these properties, all of them required.
 *
 * @example
 * closed({ id: text, price: maybeNumber })
 */
export const closed = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/**
 * An object with exactly these properties, or null.
 *
 * @example
 * closedOrNull({ id: text, price: maybeNumber })
 */
export const closedOrNull = (properties: Schema): Schema => maybe(closed(properties))

/**
 * For fields whose form the specification does not show.
 *
 * @example
 * closed({ attributes: anyValue })
 */
export const anyValue: Schema = {}

/**
 * A text that is not empty.
 *
 * @example
 * closed({ title: text })
 */
export const text: Schema = { type: 'string', minLength: 1 }

/**
 * True or false.
 *
 * @example
 * closed({ is_new: boolean })
 */
export const boolean: Schema = { type: 'boolean' }

/**
 * A whole number.
 *
 * @example
 * closed({ balance: integer })
 */
export const integer: Schema = { type: 'integer' }

/**
 * Any number.
 *
 * @example
 * closed({ latitude: number })
 */
export const number: Schema = { type: 'number' }

/**
 * A whole number from 0.
 *
 * @example
 * closed({ stock: count })
 */
export const count: Schema = { type: 'integer', minimum: 0 }

/**
 * A whole number from 1.
 *
 * @example
 * closed({ position })
 */
export const position: Schema = { type: 'integer', minimum: 1 }

/**
 * An https:// address.
 *
 * @example
 * closed({ url })
 */
export const url: Schema = matching('^https://')

/**
 * A host name of at least two labels, in lower case.
 *
 * @example
 * closed({ domain })
 */
export const domain: Schema = matching('^[a-z0-9-]+(\\.[a-z0-9-]+)+$')

/**
 * A UUID, in lower case.
 *
 * @example
 * closed({ id: uuid })
 */
export const uuid: Schema = matching('^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')

/**
 * A date as `YYYY-MM-DD`.
 *
 * @example
 * closed({ founded_on: day })
 */
export const day: Schema = matching('^\\d{4}-\\d\\d-\\d\\d$')

/**
 * A currency code of three capital letters.
 *
 * @example
 * closed({ price: number, currency })
 */
export const currency: Schema = matching('^[A-Z]{3}$')

/**
 * A text that is not empty, or null.
 *
 * @example
 * closed({ brand: maybeText })
 */
export const maybeText: Schema = maybe(text)

/**
 * True, false or null.
 *
 * @example
 * closed({ is_new: maybeBoolean })
 */
export const maybeBoolean: Schema = maybe(boolean)

/**
 * A whole number, or null.
 *
 * @example
 * closed({ balance: maybeInteger })
 */
export const maybeInteger: Schema = maybe(integer)

/**
 * A number, or null.
 *
 * @example
 * closed({ latitude: maybeNumber })
 */
export const maybeNumber: Schema = maybe(number)

/**
 * A whole number from 0, or null.
 *
 * @example
 * closed({ stock: maybeCount })
 */
export const maybeCount: Schema = maybe(count)

/**
 * An https:// address, or null.
 *
 * @example
 * closed({ image: maybeUrl })
 */
export const maybeUrl: Schema = maybe(url)

/**
 * A date as `YYYY-MM-DD`, or null.
 *
 * @example
 * closed({ founded_on: maybeDay })
 */
export const maybeDay: Schema = maybe(day)
