// The one source of chance in the sandbox. A generator is made from words and numbers ("company", 17), never from
// shared state, so that any part of the world can be made alone, in any order, and comes out the same everywhere.
import { hash } from 'node:crypto'

export type Random = {
  /** At least 0, below 1. */
  float: () => number
  /** A whole number from `min` to `max`, both included. */
  int: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
  /** One of the items, as often as its weight says. */
  weighted: <T>(items: readonly (readonly [T, number])[]) => T
  shuffle: <T>(items: readonly T[]) => T[]
  /** Up to `count` different items, in random order. */
  sample: <T>(items: readonly T[], count: number) => T[]
  uuid: () => string
}

/** A new seed is a new world: every subject that docs/sandbox.md names would change. */
const worldSeed = 'quarry world 1'

/** The generator that belongs to these words and numbers. Equal parts give equal sequences. */
export function seeded(...parts: readonly (string | number)[]): Random {
  const next = wordsFrom(hash('sha256', [worldSeed, ...parts].join('\u001f'), 'buffer'))
  const float = () => next() / 2 ** 32
  const int = (min: number, max: number) => min + Math.floor(float() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError('pick() from an empty list')
    return items[int(0, items.length - 1)] as T
  }
  // Swaps are remembered instead of made in a copy: a few out of thousands must not cost thousands.
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
    chance: (probability) => float() < probability,
    pick,
    weighted: (items) => pickWeighted(items, float()),
    shuffle: (items) => sample(items, items.length),
    sample,
    uuid: () => formatUuid([next(), next(), next(), next()]),
  }
}

/** xoshiro128**: four words of state, a few shifts per number, good enough for pretend data. */
function wordsFrom(seed: Buffer): () => number {
  let a = seed.readUInt32LE(0)
  let b = seed.readUInt32LE(4)
  let c = seed.readUInt32LE(8)
  let d = seed.readUInt32LE(12) | 1
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

function formatUuid(words: readonly number[]): string {
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
