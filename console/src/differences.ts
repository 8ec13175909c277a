// Compares two records field by field. Paths are written as in code: `offers[0].price`.

export type Difference = { path: string; before: unknown; after: unknown }

/** All values by path, except objects and lists that are not empty. */
export function listLeaves(
  value: unknown,
  path = '',
  leaves = new Map<string, unknown>(),
): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return leaves.set(path, value)
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((child, n) => [`${path}[${n}]`, child])
    : Object.entries(value).map(([name, child]) => [path === '' ? name : `${path}.${name}`, child])
  if (entries.length === 0) return leaves.set(path, value)
  for (const [name, child] of entries) listLeaves(child, name, leaves)
  return leaves
}

/** A missing value is `undefined`. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [listLeaves(before), listLeaves(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const pair = { path, before: old.get(path), after: now.get(path) }
    return isSame(pair) ? [] : [pair]
  })
}

const isSame = ({ before, after }: Difference) =>
  before === after ||
  (before !== undefined && after !== undefined && JSON.stringify(before) === JSON.stringify(after))
