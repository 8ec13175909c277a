// The latency histogram of the rollups: fixed bounds about a quarter apart, so that percentiles of any range of
// days come from a few counters and are never off by more than one step.

const bounds: readonly number[] = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600,
  800, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10_000, 12_500, 15_000, 20_000, 25_000,
  30_000, 40_000, 50_000, 60_000,
]
const overflow = 3_600_000

/** The smallest bound that is not below `ms`. */
export function toLatencyBound(ms: number): number {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] ?? overflow) < ms) low = middle + 1
    else high = middle
  }
  return bounds[low] ?? overflow
}

/** The nearest-rank percentile of counted bounds, or null of none. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const ordered = [...counts].sort(([a], [b]) => a - b)
  const rank = Math.ceil(ordered.reduce((sum, [, count]) => sum + count, 0) * share)
  let seen = 0
  for (const [bound, count] of ordered) {
    seen += count
    if (count > 0 && seen >= rank) return bound
  }
  return null
}
