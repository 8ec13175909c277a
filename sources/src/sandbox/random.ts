// Random values of the sandbox. A generator is seeded with words and numbers ("company", 17), never with shared state,
// so that every subject can be made alone, in any order, with the same result in every process. Lists are built at
// their first use, so that loading a module generates nothing.

export type Random = ReturnType<typeof createRandom>

/** A change of it changes every subject that docs/sandbox.md names. */
const sandboxSeed = 'quarry world 1'

/** Creates the generator for these words and numbers. Equal parts give equal sequences. */
export function createRandom(...parts: readonly (string | number)[]) {
  const next = wordsFrom([sandboxSeed, ...parts].join('\u001f'))
  /** At least 0, below 1. */
  const float = () => next() / 2 ** 32
  /** A whole number from `min` to `max`, both included. */
  const int = (min: number, max: number) => min + Math.floor(float() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError('pick() from an empty list')
    return items[int(0, items.length - 1)] as T
  }
  // Swaps are recorded in a map instead of made in a copy: a few items out of thousands must not cost a copy of them.
  /** Up to `count` different items, in random order. */
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const moved = new Map<number, number>()
    return Array.from({ length: Math.min(count, items.length) }, (_, i) => {
      const j = int(i, items.length - 1)
      const chosen = moved.get(j) ?? j
      moved.set(j, moved.get(i) ?? i)
      return items[chosen] as T
    })
  }
  return {
    float,
    int,
    chance: (probability: number) => float() < probability,
    pick,
    /** One of the items, with a probability in proportion to its weight. */
    weighted: <T>(items: readonly (readonly [T, number])[]): T => pickWeighted(items, float()),
    /** One of the keys, each with its weight: `{ sneakers: 85, boots: 15 }`. */
    weightedKey: <K extends string>(weights: Readonly<Record<K, number>>): K =>
      pickWeighted(Object.entries(weights) as [K, number][], float()),
    /** One of the numbers, each with its weight: `{ 0: 60, 1: 30, 5: 10 }`. */
    weightedNumber: (weights: Readonly<Record<number, number>>) =>
      Number(pickWeighted(Object.entries(weights), float())),
    shuffle: <T>(items: readonly T[]): T[] => sample(items, items.length),
    sample,
    uuid: () => formatUuid(next(), next(), next(), next()),
  }
}

/** xoshiro128**: four words of state, a few shifts per number, good enough for invented data. */
function wordsFrom(seed: string): () => number {
  let a = fold(seed, 0x9e3779b1)
  let b = fold(seed, 0x85ebca6b)
  let c = fold(seed, 0xc2b2ae35)
  let d = fold(seed, 0x27d4eb2f) | 1
  return () => {
    const product = Math.imul(b, 5)
    const word = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return word
  }
}

/** A word that depends on every letter. No cryptographic hash: tens of thousands are computed. */
function fold(text: string, start: number): number {
  let word = start
  for (let i = 0; i < text.length; i++) {
    word = Math.imul(word ^ text.charCodeAt(i), 0x01000193)
    word ^= word >>> 15
  }
  word = Math.imul(word ^ (word >>> 16), 0x7feb352d)
  word = Math.imul(word ^ (word >>> 15), 0x846ca68b)
  return word ^ (word >>> 16)
}

function pickWeighted<T>(items: readonly (readonly [T, number])[], at: number): T {
  const total = items.reduce((sum, [, weight]) => sum + weight, 0)
  let left = at * total
  for (const [item, weight] of items) {
    left -= weight
    if (left < 0) return item
  }
  const last = items[items.length - 1]
  if (!last) throw new RangeError('weighted() from an empty list')
  return last[0]
}

const byteHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const pairHex = (pair: number): string => `${byteHex[(pair >>> 8) & 255]}${byteHex[pair & 255]}`

/** A UUID of version 4, as real sites have them. */
function formatUuid(a: number, b: number, c: number, d: number): string {
  const version = pairHex((b & 0x0fff) | 0x4000)
  const variant = pairHex(((c >>> 16) & 0x3fff) | 0x8000)
  return `${pairHex(a >>> 16)}${pairHex(a)}-${pairHex(b >>> 16)}-${version}-${variant}-${pairHex(c)}${pairHex(d >>> 16)}${pairHex(d)}`
}

export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
