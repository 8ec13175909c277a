// The accuracy of percentiles from the latency histogram.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentile, toLatencyBound } from './counters.ts'

test('a percentile is never below the true one and at most a third above it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 300 }),
      fc.constantFrom(0.5, 0.95, 1),
      (times, share) => {
        const counts = new Map<number, number>()
        for (const ms of times) counts.set(toLatencyBound(ms), (counts.get(toLatencyBound(ms)) ?? 0) + 1)
        const sorted = times.toSorted((a, b) => a - b)
        const exact = sorted[Math.ceil(times.length * share) - 1] ?? 0
        const found = percentile(counts, share) ?? -1
        expect(found).toBeGreaterThanOrEqual(exact)
        expect(found).toBeLessThanOrEqual(exact * (4 / 3) + 1)
      },
    ),
  )
})

test('an empty histogram has no percentile, and very long calls have an upper bound', () => {
  expect(percentile(new Map(), 0.5)).toBeNull()
  expect(toLatencyBound(60_001)).toBe(toLatencyBound(1e12))
})
