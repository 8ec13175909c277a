// Reduces the JSON of an API to the fields of its form, so that nothing else can be stored or shown.
import { type Form, hasForm } from './has-form.ts'
import type { JsonObject } from './parse-json.ts'
import { asObject } from './values.ts'

/**
 * For `redact`: only the fields that the form names, at every depth and in its order. Null if the value is no object
 * or has another form. Missing fields stay missing.
 */
export const keepForm = (value: unknown, form: Form): JsonObject | null =>
  hasForm(value, form) ? asObject(keepNamed(value, form)) : null

/** The value has the form already: a list for a list form, an object for an object form. */
function keepNamed(value: unknown, form: Form): unknown {
  if (Array.isArray(value)) return value.map((item) => keepNamed(item, (form as readonly [Form])[0]))
  const object = asObject(value)
  if (object === null) return value
  const present = Object.entries(form as Readonly<Record<string, Form>>).filter(([name]) =>
    Object.hasOwn(object, name),
  )
  return Object.fromEntries(present.map(([name, inner]) => [name, keepNamed(object[name], inner)]))
}
