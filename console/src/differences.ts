// Two records field by field: what is in one and not in the other, and what is another value. Names are written as a
// program would: `offers[0].price`.

export type Difference = { path: string; before: unknown; after: unknown }

/** Every value that holds no other, by its name; an empty list or object is one. */
export function listLeaves(
  value: unknown,
  path = '',
  found = new Map<string, unknown>(),
): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return found.set(path, value)
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((one, n) => [`${path}[${n}]`, one])
    : Object.entries(value).map(([name, one]) => [path === '' ? name : `${path}.${name}`, one])
  if (entries.length === 0) return found.set(path, value)
  for (const [name, one] of entries) listLeaves(one, name, found)
  return found
}

/** `undefined` where there is none. */
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
