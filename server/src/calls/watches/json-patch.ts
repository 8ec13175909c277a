// Compares two JSON values and describes the difference as a JSON Patch (RFC 6902). List items are matched by identity
// rather than by position, in time that grows linearly with the values. The total work is bounded.
import { canonicalJson } from '../../platform/lib/json.ts'

export type PatchOperation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move'; from: string; path: string }

/** Work is counted in visited nodes plus characters of item texts and paths. */
const defaultMaxWork = 20_000_000

/** The first of these that an item has identifies it within its list. */
const identityFields = ['id', 'uuid', 'url', 'link']

const workExceeded = Symbol('work exceeded')

/**
 * Returns null if the comparison takes more than `maxWork`.
 *
 * Operations on a list come in this order: changes inside items that stay, removals from the last to the first, then
 * moves and additions. The path of a change or a removal is therefore a path in `before`, too.
 */
export function createPatch(
  before: unknown,
  after: unknown,
  maxWork = defaultMaxWork,
): PatchOperation[] | null {
  const patch: PatchState = { operations: [], work: 0, maxWork }
  try {
    compare(patch, '', before, after)
    return patch.operations
  } catch (error) {
    if (error === workExceeded) return null
    throw error
  }
}

type PatchState = { operations: PatchOperation[]; work: number; maxWork: number }

function spend(patch: PatchState, units: number): void {
  patch.work += units
  if (patch.work > patch.maxWork) throw workExceeded
}

function emit(patch: PatchState, operation: PatchOperation): void {
  spend(patch, operation.path.length)
  patch.operations.push(operation)
}

function compare(patch: PatchState, path: string, before: unknown, after: unknown): void {
  spend(patch, 1)
  if (Array.isArray(before) && Array.isArray(after)) compareLists(patch, path, before, after)
  else if (isObject(before) && isObject(after)) compareObjects(patch, path, before, after)
  else if (before !== after) emit(patch, { op: 'replace', path, value: after })
}

function compareObjects(patch: PatchState, path: string, before: JsonObject, after: JsonObject): void {
  for (const [name, value] of Object.entries(before))
    if (Object.hasOwn(after, name)) compare(patch, `${path}/${escapeStep(name)}`, value, after[name])
    else emit(patch, { op: 'remove', path: `${path}/${escapeStep(name)}` })
  for (const [name, value] of Object.entries(after))
    if (!Object.hasOwn(before, name)) emit(patch, { op: 'add', path: `${path}/${escapeStep(name)}`, value })
}

function compareLists(
  patch: PatchState,
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  const matches = matchItems(listKeys(patch, before), listKeys(patch, after))
  for (const [index, { source, isEqual }] of matches.entries())
    if (source !== null && !isEqual) compare(patch, `${path}/${source}`, before[source], after[index])
  const sources = matches.map(({ source }) => source)
  for (const step of orderList(before.length, sources))
    if (step.kind === 'remove') emit(patch, { op: 'remove', path: `${path}/${step.at}` })
    else if (step.kind === 'move')
      emit(patch, { op: 'move', from: `${path}/${step.from}`, path: `${path}/${step.at}` })
    else emit(patch, { op: 'add', path: `${path}/${step.at}`, value: after[step.item] })
}

/** One key per item; equal items of one list are counted, so that each key occurs once. */
function listKeys(patch: PatchState, items: readonly unknown[]): ItemKey[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const identity = findIdentity(item)
    const text = identity ?? `=${canonicalJson(item)}`
    spend(patch, 1 + text.length)
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return { key: `${count} ${text}`, hasIdentity: identity !== null }
  })
}

type JsonObject = Record<string, unknown>
type ItemKey = { key: string; hasIdentity: boolean }
/** `source`: the index of the same item in the older list; null for a new item. */
type Match = { source: number | null; isEqual: boolean }

function matchItems(before: readonly ItemKey[], after: readonly ItemKey[]): Match[] {
  const indexes = new Map(before.map(({ key }, index) => [key, index]))
  const remaining = new Set(before.keys())
  const matches = after.map(({ key, hasIdentity }): Match => {
    const source = indexes.get(key) ?? null
    if (source !== null) remaining.delete(source)
    return { source, isEqual: source !== null && !hasIdentity }
  })
  // Items without identity that differ at the same position are one item that changed.
  return matches.map((match, index) => {
    const isChanged =
      match.source === null &&
      remaining.has(index) &&
      !before[index]?.hasIdentity &&
      !after[index]?.hasIdentity
    return isChanged ? { source: index, isEqual: false } : match
  })
}

function findIdentity(item: unknown): string | null {
  if (!isObject(item)) return null
  for (const name of identityFields) {
    const value = Object.hasOwn(item, name) ? item[name] : null
    if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      return `${name} ${JSON.stringify(value)}`
  }
  return null
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const escapeStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Indexes count in the list as it is when the step is taken; `item` is an index in the new list. */
type ListStep =
  | { kind: 'remove'; at: number }
  | { kind: 'move'; from: number; at: number }
  | { kind: 'add'; at: number; item: number }

/**
 * Finds the removals, moves and additions that turn one list into another, given which items are the same. Moves as few
 * items as possible and takes n log n time. `sources[i]` is the index that item `i` of the new list had in the
 * old one, or null for a new item.
 */
function orderList(oldLength: number, sources: readonly (number | null)[]): ListStep[] {
  const steps: ListStep[] = []
  const keptSources = new Set(sources)
  const ranks = new Map<number, number>()
  for (let index = 0; index < oldLength; index += 1) if (keptSources.has(index)) ranks.set(index, ranks.size)
  for (let index = oldLength - 1; index >= 0; index -= 1)
    if (!keptSources.has(index)) steps.push({ kind: 'remove', at: index })
  // From here on only the rank of an item among those that stay matters.
  const order = sources.map((source) => (source === null ? null : (ranks.get(source) ?? null)))
  return [...steps, ...placeItems(order, ranks.size)]
}

/**
 * Finds the moves and additions. Items of the longest increasing subsequence stay in place; the new list is gone through
 * from the front, and each other item is added or moved directly behind its predecessor. Items that are moved later are
 * still at their old positions between those that stay, and count in the indexes of a step.
 */
function placeItems(order: readonly (number | null)[], count: number): ListStep[] {
  const steps: ListStep[] = []
  const staying = findLongestRun(order)
  const stayingItems = [...staying]
  const stayingBelow = new Uint32Array(count + 1)
  for (const item of staying) stayingBelow[(order[item] as number) + 1] = 1
  for (let rank = 0; rank < count; rank += 1)
    stayingBelow[rank + 1] = (stayingBelow[rank + 1] as number) + (stayingBelow[rank] as number)
  const waiting = createCounter(count)
  for (const [item, rank] of order.entries()) if (rank !== null && !staying.has(item)) waiting.change(rank, 1)
  let passed = 0
  let lastRank = 0
  for (const [item, rank] of order.entries()) {
    if (rank === null) steps.push({ kind: 'add', at: item + waiting.below(lastRank), item })
    else if (staying.has(item)) {
      passed += 1
      lastRank = rank
    } else {
      // The item lies behind the waiting items of lower rank, and behind all items that are already placed before the
      // next item that stays.
      const below = stayingBelow[rank] as number
      const next = stayingItems[below] ?? Number.POSITIVE_INFINITY
      const from = waiting.below(rank) + (next <= item ? next : below + item - passed)
      waiting.change(rank, -1)
      const at = item + waiting.below(lastRank)
      if (from !== at) steps.push({ kind: 'move', from, at })
    }
  }
  return steps
}

/** The items of a longest increasing subsequence, in order. */
function findLongestRun(order: readonly (number | null)[]): Set<number> {
  /** `tails[n]`: the item with the lowest rank that ends an increasing run of n + 1 items. */
  const tails: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const [item, rank] of order.entries()) {
    if (rank === null) continue
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((order[tails[middle] as number] as number) < rank) low = middle + 1
      else high = middle
    }
    previous.set(item, tails[low - 1])
    tails[low] = item
  }
  const run: number[] = []
  for (let item = tails.at(-1); item !== undefined; item = previous.get(item)) run.push(item)
  return new Set(run.reverse())
}

/** Fenwick tree: counts the marked ranks below a rank in logarithmic time. */
function createCounter(size: number) {
  const sums = new Int32Array(size + 1)
  return {
    change(rank: number, by: number): void {
      for (let node = rank + 1; node <= size; node += node & -node) sums[node] = (sums[node] as number) + by
    },
    below(rank: number): number {
      let sum = 0
      for (let node = rank; node > 0; node -= node & -node) sum += sums[node] as number
      return sum
    },
  }
}
