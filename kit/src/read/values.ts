// Typed readers of unknown JSON. A site may change the shape of its data any day, so these functions return null or an
// empty list if the shape differs. Nothing here throws.
import { isUrl } from '../is-url.ts'
import type { JsonObject } from './parse-json.ts'

/** The value under a path of own keys and indexes, or undefined: `at(state, 'props', 'pageProps', 0)`. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string | number, unknown>)[key]
  }
  return current
}

/** The object, or null if the value is an array, a scalar or missing. */
export const asObject = (value: unknown): JsonObject | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : null

/** The array, or an empty one. */
export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * One value or several as a list, because JSON-LD may write a single value without an array. A missing value is an
 * empty list.
 */
export const asList = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The objects of an array; other values are left out. */
export const asObjects = (value: unknown): JsonObject[] =>
  asArray(value).filter((item): item is JsonObject => asObject(item) !== null)

/** Trimmed text, or null if it is empty or no text. A number is written out: sites send ids either way. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Number.isFinite(Number(value)) ? String(value) : null
  return typeof value === 'string' ? value.trim() || null : null
}

/** The non-empty texts of an array. */
export const asTexts = (value: unknown): string[] =>
  asArray(value)
    .map(asText)
    .filter((text) => text !== null)

/** A boolean, also from the ways sites write one: 1, 0, "true", "false", "1", "0". Else null. */
export function asBoolean(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1' || value === 'true' || value === 'True') return true
  if (value === false || value === 0 || value === '0' || value === 'false' || value === 'False') return false
  return null
}

/** An absolute http(s) address as written, or null. */
export function asHttpUrl(value: unknown): string | null {
  const text = asText(value)
  return text !== null && /^https?:\/\//i.test(text) && isUrl(text) ? text : null
}
