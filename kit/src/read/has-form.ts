// Whether the JSON of an interface still has the form that it had. A reader of sites takes what has another form for
// missing; an interface promises its form, and one that breaks it has changed: nothing is then told as not known.
import { asObject } from './values.ts'

/** `scalar` is a text or a number: ids and amounts come as either. A list has one form for all that it holds. */
export type Form = 'text' | 'scalar' | 'flag' | readonly [Form] | { readonly [field: string]: Form }

/** What is missing or null has every form; fields that the form does not name may be anything. */
export function hasForm(value: unknown, form: Form): boolean {
  if (value === null || value === undefined) return true
  if (form === 'text') return typeof value === 'string'
  if (form === 'scalar') return typeof value === 'string' || typeof value === 'number'
  if (form === 'flag') return typeof value === 'boolean'
  if (isListForm(form)) return Array.isArray(value) && value.every((item) => hasForm(item, form[0]))
  const object = asObject(value)
  return object !== null && Object.entries(form).every(([name, inner]) => hasForm(ownOf(object, name), inner))
}

const isListForm = (form: Form): form is readonly [Form] => Array.isArray(form)

const ownOf = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** The form of an object whose fields are all of one kind. */
export const buildForm = (kind: Form, names: readonly string[]): { readonly [field: string]: Form } =>
  Object.fromEntries(names.map((name) => [name, kind]))
