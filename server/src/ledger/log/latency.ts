// The latency histogram of the counters: fixed bounds about 25 % apart, so that percentiles of any range come from a
// few counters and are at most one step too high.

const bounds: readonly number[] = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600,
  800, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10_000, 12_500, 15_000, 20_000, 25_000,
  30_000, 40_000, 50_000, 60_000,
]
const overflow = 3_600_000

/** The smallest bound that is not below `ms`. */
export function toLatencyBound(ms: number): number {
  return bounds.find((bound) => bound >= ms) ?? overflow
}

/** SQL: the same percentiles of groups of bounds; `seen` are the calls up to a bound, `all_calls` those of the group. */
export const percentileColumns = [50, 95]
  .map(
    (rank) =>
      `min(ms_at_most) filter (where calls > 0 and seen >= ceil(all_calls * ${rank / 100})) as p${rank}_ms`,
  )
  .join(', ')

/** The nearest-rank percentile of counted bounds; null without counts. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const ordered = [...counts].sort(([a], [b]) => a - b)
  const rank = Math.ceil(ordered.reduce((total, [, count]) => total + count, 0) * share)
  let sum = 0
  for (const [bound, count] of ordered) {
    sum += count
    if (count > 0 && sum >= rank) return bound
  }
  return null
}
