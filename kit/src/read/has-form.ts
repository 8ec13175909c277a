// Checks whether the JSON of an API has its documented form. Readers of sites treat a field of another type as missing;
// an API promises its form, so another type means that it changed.
import { asObject, at } from './values.ts'

/** `scalar` is a text or a number: ids and amounts come as either. A list has one form for all items. */
export type Form = 'text' | 'scalar' | 'flag' | readonly [Form] | { readonly [field: string]: Form }

/**
 * Whether a value has a form. Missing values and null have every form; fields that the form does not name may be
 * anything.
 */
export function hasForm(value: unknown, form: Form): boolean {
  if (value === null || value === undefined) return true
  if (form === 'text') return typeof value === 'string'
  if (form === 'scalar') return typeof value === 'string' || typeof value === 'number'
  if (form === 'flag') return typeof value === 'boolean'
  if (isListForm(form)) return Array.isArray(value) && value.every((item) => hasForm(item, form[0]))
  const object = asObject(value)
  return object !== null && Object.entries(form).every(([name, inner]) => hasForm(at(object, name), inner))
}

const isListForm = (form: Form): form is readonly [Form] => Array.isArray(form)

/** The form of an object whose fields are all of one kind. */
export const buildForm = (kind: Form, names: readonly string[]): { readonly [field: string]: Form } =>
  Object.fromEntries(names.map((name) => [name, kind]))
