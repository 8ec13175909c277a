// The fields that every record of an endpoint has. A stored record of an older version lacks those that were added
// since.
import { memoize } from '../lib/memoize.ts'

type Node = { properties?: Record<string, Node>; items?: Node; required?: readonly string[] }

/** Dotted paths, in order; the items of a list have the path of the list. Takes the schema of the record. */
export const listRequiredFields = memoize((schema: object): readonly string[] => collect(schema as Node, ''))

function collect({ properties = {}, items, required = [] }: Node, path: string): string[] {
  const ownPaths = Object.entries(properties).flatMap(([name, inner]) => {
    const field = path === '' ? name : `${path}.${name}`
    return [...(required.includes(name) ? [field] : []), ...collect(inner, field)]
  })
  return items ? [...ownPaths, ...collect(items, path)] : ownPaths
}
