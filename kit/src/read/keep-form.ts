// Reduces the JSON of an API to the fields of its form, so that nothing else can be stored or shown.
import { type Form, hasForm } from './has-form.ts'
import type { JsonObject } from './parse-json.ts'
import { asObject } from './values.ts'

/**
 * For `redact`: the fields that the form names, at every depth and in its order; null where the value is no object or
 * has another form. Missing fields stay missing.
 *
 * @example
 * keepForm({ id: 7, owner: 'Ann', place: { city: 'Lyon', door: 5 } }, { id: 'scalar', place: { city: 'text' } })
 * // { id: 7, place: { city: 'Lyon' } }
 */
export const keepForm = (value: unknown, form: Form): JsonObject | null =>
  hasForm(value, form) ? asObject(keepNamed(value, form)) : null

/** The value has the form: a list has the form of a list, an object that of an object. */
function keepNamed(value: unknown, form: Form): unknown {
  if (Array.isArray(value)) return value.map((item) => keepNamed(item, (form as readonly [Form])[0]))
  const object = asObject(value)
  if (object === null) return value
  const present = Object.entries(form as Readonly<Record<string, Form>>).filter(([name]) =>
    Object.hasOwn(object, name),
  )
  return Object.fromEntries(present.map(([name, inner]) => [name, keepNamed(object[name], inner)]))
}
