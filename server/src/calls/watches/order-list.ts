// Finds the removals, moves and additions that turn one list into another, given which items are the same. Moves as few
// items as possible and takes n log n time.

/** Indexes count in the list as it is when the step is taken; `item` is an index in the new list. */
export type ListStep =
  | { kind: 'remove'; at: number }
  | { kind: 'move'; from: number; at: number }
  | { kind: 'add'; at: number; item: number }

/** `sources[i]` is the index that item `i` of the new list had in the old one, or null for a new item. */
export function orderList(oldLength: number, sources: readonly (number | null)[]): ListStep[] {
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
 * Items of the longest increasing run stay where they are. Going through the new list, each other item is placed right
 * behind its predecessor; those that still wait for their move lie between the ones that stay.
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
      // The items in their final order that lie before this one: those up to the next item that stays behind it.
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
