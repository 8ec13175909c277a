// Shortens a record to a size that an agent can read: cuts long lists and texts, and reports each cut so that the agent
// can get the rest. Short values stay whole.

export type LeftOut = { path: string; shown: number; of: number; unit: 'items' | 'characters' | 'fields' }

/** Values up to this size are never cut. */
const smallChars = 300

export function cutRecord(value: unknown, maxChars: number): { value: unknown; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  return { value: cut(value, maxChars, '', leftOut), leftOut }
}

const measureChars = (value: unknown): number => JSON.stringify(value)?.length ?? 0

function cut(value: unknown, budget: number, path: string, leftOut: LeftOut[]): unknown {
  if (measureChars(value) <= Math.max(budget, smallChars)) return value
  if (typeof value === 'string') return cutText(value, budget, path, leftOut)
  if (Array.isArray(value)) return cutList(value, budget, path, leftOut)
  if (typeof value === 'object' && value !== null)
    return cutObject(value as Record<string, unknown>, budget, path, leftOut)
  return value
}

function cutText(text: string, budget: number, path: string, leftOut: LeftOut[]): string {
  const shown = Math.max(smallChars, budget)
  leftOut.push({ path, shown, of: text.length, unit: 'characters' })
  return text.slice(0, shown)
}

function cutList(list: readonly unknown[], budget: number, path: string, leftOut: LeftOut[]): unknown[] {
  const keptItems: unknown[] = []
  let left = budget
  for (const [at, item] of list.entries()) {
    const size = measureChars(item)
    // The first item is always shown, shortened if necessary.
    if (at > 0 && size > left) break
    const shown = size > left ? cut(item, left, `${path}[${at}]`, leftOut) : item
    keptItems.push(shown)
    left -= measureChars(shown) + 1
  }
  if (keptItems.length < list.length)
    leftOut.push({ path, shown: keptItems.length, of: list.length, unit: 'items' })
  return keptItems
}

/** Keeps small members whole and splits the rest of the budget over the large ones, smallest first. */
function cutObject(object: Record<string, unknown>, budget: number, path: string, leftOut: LeftOut[]) {
  const members = Object.entries(object).map(([name, value]) => ({
    name,
    value,
    size: measureChars(value) + name.length + 4,
  }))
  const large = members.filter(({ size }) => size > smallChars)
  let left = budget - members.reduce((sum, { size }) => sum + (size > smallChars ? 0 : size), 0)
  const shown = new Map<string, unknown>()
  for (const [at, { name, value }] of large.sort((a, b) => a.size - b.size).entries()) {
    const part = cut(
      value,
      Math.max(0, Math.floor(left / (large.length - at))),
      path === '' ? name : `${path}.${name}`,
      leftOut,
    )
    shown.set(name, part)
    left -= measureChars(part)
  }
  return Object.fromEntries(
    members.map(({ name, value }) => [name, shown.has(name) ? shown.get(name) : value]),
  )
}

/** Reads a path such as `results[3].images`. */
export function readPath(value: unknown, path: string): unknown {
  let inner = value
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step)) return undefined
    inner = (inner as Record<string, unknown>)[step]
  }
  return inner
}

/** The rest of a list or text, starting at `from`. */
export const sliceFrom = (value: unknown, from: number): unknown =>
  Array.isArray(value) || typeof value === 'string' ? value.slice(from) : value
