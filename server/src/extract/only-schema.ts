// A record cut to its schema: keys the specification lacks are dropped, and what the page lacks becomes null or
// an empty list. Nothing is invented or converted: the record check judges the rest.
import type { Static, TSchema } from '../lib/schema.ts'
import { asObject } from './values.ts'

type Shape = {
  type?: string | readonly string[]
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  additionalProperties?: unknown
}

/**
 * The value with only the keys of the schema. Missing: a nullable is null, a list is empty, an object is there
 * with its members filled the same way, and anything else stays missing, for the record check to find.
 */
export function onlySchema<S extends TSchema>(value: unknown, schema: S): Static<S> {
  return cut(value, schema as Shape) as Static<S>
}

/** Recursion follows the schema, which is ours and finite. */
function cut(value: unknown, shape: Shape): unknown {
  const types = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? [])
  const missing = value === undefined || value === null
  // A schema without a type takes any value, so null says that there is none.
  if (missing && (types.length === 0 || types.includes('null'))) return null
  if (types.includes('array')) {
    if (missing) return []
    return Array.isArray(value) && shape.items ? cutItems(value, shape.items) : value
  }
  if (types.includes('object') && shape.properties) {
    if (!missing && !asObject(value)) return value
    return shape.additionalProperties === false ? cutObject(asObject(value) ?? {}, shape) : (value ?? {})
  }
  return value ?? undefined
}

/** A hole in a list of objects is left out: filled, it would be a subject that does not exist. */
function cutItems(items: readonly unknown[], shape: Shape): unknown[] {
  const present = shape.properties ? items.filter((item) => item !== null && item !== undefined) : items
  return present.map((item) => cut(item, shape) ?? null)
}

function cutObject(value: Record<string, unknown>, shape: Shape): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(shape.properties ?? {})) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined
    const required = shape.required?.includes(key) ?? false
    if (given === undefined && !required) continue
    const kept = cut(given, property)
    if (kept !== undefined) out[key] = kept
  }
  return out
}
