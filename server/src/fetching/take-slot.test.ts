// Requests to one host of a third-party site are spaced, however many callers there are, and a cancelled call stops
// waiting.
import { isFailure } from '@quarry/kit/errors'
import { expect, test } from 'vitest'
import { createHostRateLimit, sleepUnlessOver } from './take-slot.ts'

const { signal } = new AbortController()

test('requests to one host are spaced, and other hosts do not wait', async () => {
  let now = 0
  const rateLimit = createHostRateLimit(() => now)
  await rateLimit.wait('a.example', 2, 0, signal)
  await rateLimit.wait('b.example', 2, 0, signal)
  const refused = await rateLimit.wait('a.example', 2, 499, signal).catch((thrown: unknown) => thrown)
  expect(isFailure(refused) && [refused.reason, refused.retryAfterSeconds]).toEqual(['upstream_paced', 1])
  now = 500
  await rateLimit.wait('a.example', 2, 0, signal)
})

test('a cancelled caller stops waiting', async () => {
  const leaving = new AbortController()
  const rateLimit = createHostRateLimit(() => 0)
  await rateLimit.wait('a.example', 1, 0, leaving.signal)
  const waiting = rateLimit.wait('a.example', 1, 60_000, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
})

test('sleeping ends at once when the call is cancelled, with the reason', async () => {
  const aborter = new AbortController()
  const paused = sleepUnlessOver(1_000_000, aborter.signal)
  aborter.abort(new Error('left'))
  await expect(paused).rejects.toThrow('left')
})
