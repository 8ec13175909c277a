// Makes values of two versions comparable: a required field that only one of them has was added or removed by a
// version, not by the site. Items of lists are compared with all items of the other list, because they may have moved.
import { memoize } from '@quarry/kit/memoize'

export type AlignOptions = {
  /** Dotted paths, as `listRequiredFields` gives them. */
  requiredFields: ReadonlySet<string>
  /** The path of the values within the record; empty for the record itself. */
  path: string
}

/** Both values without the required fields that the other one lacks. */
export function alignValues(before: unknown, after: unknown, options: AlignOptions): [unknown, unknown] {
  const { requiredFields, path } = options
  return [
    leaveOut(before, buildOutline(after), requiredFields, path),
    leaveOut(after, buildOutline(before), requiredFields, path),
  ]
}

/** The names of fields at each place; the items of a list share one place. */
type Outline = { fields: Map<string, Outline> | null; items: Outline | null }

function buildOutline(value: unknown, outline: Outline = { fields: null, items: null }): Outline {
  if (Array.isArray(value)) {
    for (const item of value) outline.items = buildOutline(item, outline.items ?? undefined)
  } else if (typeof value === 'object' && value !== null) {
    outline.fields ??= new Map()
    for (const [name, inner] of Object.entries(value))
      outline.fields.set(name, buildOutline(inner, outline.fields.get(name)))
  }
  return outline
}

/**
 * Removes the required fields that the other value lacks. Fields below an object or item that the other value does not
 * have are kept, because nothing is known about them.
 */
function leaveOut(
  value: unknown,
  other: Outline | null | undefined,
  required: ReadonlySet<string>,
  path: string,
): unknown {
  if (!other || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => leaveOut(item, other.items, required, path))
  const { fields } = other
  if (!fields) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = path === '' ? name : `${path}.${name}`
      if (!fields.has(name) && required.has(field)) return []
      return [[name, leaveOut(inner, fields.get(name), required, field)]]
    }),
  )
}

type Node = { properties?: Record<string, Node>; items?: Node; required?: readonly string[] }

/** The fields that every record of an endpoint has: dotted paths, in order; the items of a list have the path of the list. Takes the schema of the record. */
export const listRequiredFields = memoize((schema: object): readonly string[] => collect(schema as Node, ''))

function collect({ properties = {}, items, required = [] }: Node, path: string): string[] {
  const ownPaths = Object.entries(properties).flatMap(([name, inner]) => {
    const field = path === '' ? name : `${path}.${name}`
    return [...(required.includes(name) ? [field] : []), ...collect(inner, field)]
  })
  return items ? [...ownPaths, ...collect(items, path)] : ownPaths
}
