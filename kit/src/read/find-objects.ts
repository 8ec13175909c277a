// Finds data in a page's state by its keys, for sites that often change the layout of their state. Walks in document
// order, without recursion, over a bounded number of values.
import type { JsonObject } from './parse-json.ts'
import { asObject } from './values.ts'

/** An array that has objects with the keys, and its place in the state. */
export type FoundArray = {
  /** The objects of the array that have the keys. */
  items: JsonObject[]
  /** The key of the array, which distinguishes results from advertisements; empty at the top. */
  name: string
  /** All keys from the top to the array, indexes as text. */
  path: readonly string[]
}

const maxVisited = 500_000

type Step = { value: unknown; name: string; up: Step | null }

/** Every array with an object that has all the keys, except arrays inside such objects. */
export function findArrays(state: unknown, keys: readonly string[]): FoundArray[] {
  const found: FoundArray[] = []
  walk(state, (step) => {
    if (!Array.isArray(step.value)) return false
    const items = step.value.filter((item): item is JsonObject => carries(item, keys))
    if (items.length === 0) return false
    found.push({ items, name: step.name, path: buildPath(step) })
    return true
  })
  return found
}

/** Every object that has all the keys, in document order, except objects inside such an object. */
export function findObjects(state: unknown, keys: readonly string[]): JsonObject[] {
  const found: JsonObject[] = []
  walk(state, ({ value }) => {
    if (!carries(value, keys)) return false
    found.push(value)
    return true
  })
  return found
}

function carries(value: unknown, keys: readonly string[]): value is JsonObject {
  const object = asObject(value)
  return object !== null && keys.every((key) => Object.hasOwn(object, key))
}

/** Visits values in document order; if `enough` returns true, the values below are skipped. */
function walk(state: unknown, enough: (step: Step) => boolean): void {
  const pending: Step[] = [{ value: state, name: '', up: null }]
  for (let visited = 0; visited < maxVisited; visited++) {
    const step = pending.pop()
    if (!step) return
    const { value } = step
    if (value === null || typeof value !== 'object' || enough(step)) continue
    // Reversed, because the last one pushed is the next one visited. Indexes of arrays are not listed as names, which
    // would fill the memory for a long array.
    const names = Array.isArray(value) ? null : Object.keys(value)
    for (let i = (names ?? (value as unknown[])).length - 1; i >= 0; i--) {
      const child = (value as Record<string | number, unknown>)[names?.[i] ?? i]
      if (child !== null && typeof child === 'object')
        pending.push({ value: child, name: names?.[i] ?? String(i), up: step })
    }
  }
}

function buildPath(step: Step): string[] {
  const path: string[] = []
  for (let at: Step | null = step; at?.up; at = at.up) path.unshift(at.name)
  return path
}
