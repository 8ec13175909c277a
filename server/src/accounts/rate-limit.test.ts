// The rate limits of an account in any sliding window, and their header fields.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRateLimitHeaders, createRateLimiter } from './rate-limit.ts'

test('no sliding window exceeds the limit, refusals do not count, and a retry after Retry-After succeeds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        perSecond: fc.option(fc.integer({ min: 1, max: 6 })),
        perMinute: fc.option(fc.integer({ min: 1, max: 20 })),
      }),
      fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(999, 1000, 1001, 59_000, 60_000)), {
        maxLength: 120,
      }),
      async (limits, gaps) => {
        let time = 1e6
        const limiter = createRateLimiter(() => time)
        const admitted: number[] = []
        const countInWindow = (window: number) => admitted.filter((at) => at > time - window).length
        for (const gap of gaps) {
          time += gap
          const room =
            (limits.perSecond === null || countInWindow(1000) < limits.perSecond) &&
            (limits.perMinute === null || countInWindow(60_000) < limits.perMinute)
          const verdict = await limiter.take(1, limits)
          expect(verdict.allowed).toBe(room)
          if (verdict.allowed) admitted.push(time)
          else {
            const wait = verdict.retryAfterSeconds * 1000
            const free = (limit: number | null, window: number) =>
              limit === null || admitted.filter((at) => at > time + wait - window).length < limit
            expect(free(limits.perSecond, 1000) && free(limits.perMinute, 60_000)).toBe(true)
          }
          for (const policy of verdict.policies) {
            expect(policy.remaining).toBe(policy.limit - countInWindow(policy.windowSeconds * 1000))
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('limits are per account, and unlimited accounts store no log', async () => {
  const limiter = createRateLimiter(() => 5)
  const limits = { perSecond: 1, perMinute: null }
  expect((await limiter.take(1, limits)).allowed).toBe(true)
  expect((await limiter.take(2, limits)).allowed).toBe(true)
  expect((await limiter.take(1, limits)).allowed).toBe(false)
  expect(await limiter.take(1, { perSecond: null, perMinute: null })).toEqual({ allowed: true, policies: [] })
})

test('counts stay exact with many accounts and requests', async () => {
  let time = 0
  const limiter = createRateLimiter(() => time)
  const limits = { perSecond: null, perMinute: 50 }
  for (let round = 0; round < 3; round += 1) {
    for (let id = 0; id < 5000; id += 1) await limiter.take(id, limits)
    time += 40_000
  }
  let admitted = 0
  for (let n = 0; n < 100; n += 1) if ((await limiter.take(7, limits)).allowed) admitted += 1
  expect(admitted).toBe(49)
})

test('writes the header fields of the ratelimit draft', async () => {
  const limiter = createRateLimiter(() => 1234)
  const { policies } = await limiter.take(1, { perSecond: 10, perMinute: 100 })
  expect(addRateLimitHeaders({}, policies)).toEqual({
    'ratelimit-policy': '"second";q=10;w=1, "minute";q=100;w=60',
    ratelimit: '"second";r=9;t=1, "minute";r=99;t=60',
  })
  expect(addRateLimitHeaders({}, [])).toEqual({})
})
