// The limit on refusals per account and minute.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRefusalLimit } from './free-work-limits.ts'

test('no sliding minute exceeds the limit, and a request after the wait is counted', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.oneof(fc.integer({ min: 0, max: 9_000 }), fc.constantFrom(0, 59_999, 60_000, 60_001)), {
        maxLength: 100,
      }),
      (perMinute, gaps) => {
        let time = 1e6
        const limit = createRefusalLimit(perMinute, () => time)
        const counted: number[] = []
        const countInMinute = (at: number) => counted.filter((moment) => moment > at - 60_000).length
        for (const gap of gaps) {
          time += gap
          const room = countInMinute(time) < perMinute
          const wait = limit.waitSeconds(7)
          expect(wait === 0).toBe(room)
          // waitSeconds() does not count, and other accounts are not affected.
          expect(limit.waitSeconds(7)).toBe(wait)
          expect(limit.waitSeconds(8)).toBe(0)
          expect(limit.count(7)).toBe(wait)
          if (wait === 0) counted.push(time)
          else expect(countInMinute(time + wait * 1000)).toBeLessThan(perMinute)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('null means no limit', () => {
  const limit = createRefusalLimit(null)
  for (let n = 0; n < 5_000; n += 1) expect(limit.count(1)).toBe(0)
  expect(limit.waitSeconds(1)).toBe(0)
})
