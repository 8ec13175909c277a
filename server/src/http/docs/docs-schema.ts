// Describes JSON Schemas on the reference page: types, bounds, the fields of objects, and examples that are assembled
// from the examples of the fields.
import { mapValues } from '../../platform/lib/map-values.ts'
import { type Json, list, type Resolve, text } from './docs-document.ts'

export type Field = { path: string; schema: Json; isRequired: boolean }

/** Deeper than any record; stops at recursive schemas. */
const maxDepth = 10

const readTypes = (schema: Json): string[] =>
  (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => typeof type === 'string')

const listVariants = (schema: Json) => [...list(schema.oneOf), ...list(schema.anyOf)]

/** Merges the members of an `allOf` into one object. */
function mergeAllOf(schema: Json, resolve: Resolve): Json {
  const parts = list(schema.allOf).map((part) => mergeAllOf(resolve(part), resolve))
  if (parts.length === 0) return schema
  const all = [...parts, schema]
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => part.properties ?? {})),
    required: all.flatMap((part) => list(part.required)),
    allOf: undefined,
  }
}

export function describeType(unresolved: Json, resolve: Resolve, depth = 0): string {
  const schema = mergeAllOf(resolve(unresolved), resolve)
  if (depth > maxDepth) return '…'
  if (listVariants(schema).length > 0)
    return [
      ...new Set(listVariants(schema).map((variant) => describeType(resolve(variant), resolve, depth + 1))),
    ].join(' or ')
  const types = readTypes(schema).map((type) =>
    type === 'array' && schema.items
      ? `list of ${describeType(resolve(schema.items), resolve, depth + 1)}`
      : type,
  )
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (types.length === 0) return schema.properties ? 'object' : 'any'
  return `${types.join(' or ')}${typeof schema.format === 'string' ? ` (${schema.format})` : ''}`
}

/** The bounds of a value, one phrase each. */
export function describeBounds(schema: Json): string[] {
  const { minimum, maximum, maxLength, minItems, maxItems } = schema
  const describeBetween = (least: unknown, most: unknown, unit: string) => {
    if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`]
    if (least !== undefined) return [`at least ${least}${unit}`]
    return most === undefined ? [] : [`at most ${most}${unit}`]
  }
  return [
    ...describeBetween(minimum, maximum, ''),
    ...describeBetween(undefined, maxLength, ' characters'),
    ...describeBetween(minItems, maxItems, ' items'),
    ...(typeof schema.pattern === 'string' ? [`matches ${schema.pattern}`] : []),
  ]
}

export const readEnum = (schema: Json): unknown[] => list(schema.enum).filter((value) => value !== null)

export const isBoolean = (schema: Json): boolean => readTypes(schema).includes('boolean')

export const isNumeric = (schema: Json): boolean =>
  readTypes(schema).some((type) => type === 'integer' || type === 'number')

/** Every field of an object, or of the objects in a list; parents before their children. */
export function listFields(unresolved: Json, resolve: Resolve, prefix = '', depth = 0): Field[] {
  const schema = mergeAllOf(resolve(unresolved), resolve)
  if (depth > maxDepth) return []
  const variants = listVariants(schema)
  if (variants.length > 0) {
    const all = variants.flatMap((variant) => listFields(resolve(variant), resolve, prefix, depth + 1))
    return [...new Map(all.map((field) => [field.path, field])).values()]
  }
  if (schema.items) return listFields(resolve(schema.items), resolve, `${prefix}[]`, depth + 1)
  return Object.entries((schema.properties ?? {}) as Json).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const field = { path, schema: resolve(value), isRequired: list(schema.required).includes(name) }
    return [field, ...listFields(field.schema, resolve, path, depth + 1)]
  })
}

export function buildExample(unresolved: Json, resolve: Resolve, depth = 0): unknown {
  const schema = mergeAllOf(resolve(unresolved), resolve)
  const statedExample =
    schema.example ?? list(schema.examples)[0] ?? schema.const ?? readEnum(schema)[0] ?? schema.default
  if (statedExample !== undefined) return statedExample
  const [variant] = listVariants(schema)
  if (variant) return buildExample(resolve(variant), resolve, depth + 1)
  if (schema.properties && depth < maxDepth)
    return mapValues(schema.properties as Record<string, Json>, (value) =>
      buildExample(value, resolve, depth + 1),
    )
  if (schema.items && depth < maxDepth) return [buildExample(resolve(schema.items), resolve, depth + 1)]
  return createEmptyValue(readTypes(schema)[0])
}

function createEmptyValue(type: string | undefined): unknown {
  if (type === 'array') return []
  if (type === 'object') return {}
  if (type === 'string') return ''
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? 0 : null
}

/** The example as a request or response body: indented JSON, one line per item for NDJSON, otherwise plain text. */
export function writeExample(type: string, value: unknown): string {
  if (/[/+]json$/.test(type)) return JSON.stringify(value, null, 2)
  return Array.isArray(value) ? value.map((line) => JSON.stringify(line)).join('\n') : text(value)
}
