import { isFailure } from '@quarry/kit/errors'
import { expect, test } from 'vitest'
import { createHostPace } from './host-pace.ts'

const { signal } = new AbortController()

test('requests to one host are spaced, and other hosts do not wait', async () => {
  let now = 0
  const pace = createHostPace(() => now)
  await pace.wait('a.example', 2, 0, signal)
  await pace.wait('b.example', 2, 0, signal)
  const refused = await pace.wait('a.example', 2, 499, signal).catch((thrown: unknown) => thrown)
  expect(isFailure(refused) && [refused.reason, refused.retryAfterSeconds]).toEqual(['upstream_paced', 1])
  now = 500
  await pace.wait('a.example', 2, 0, signal)
})

test('a caller that leaves does not wait on', async () => {
  const leaving = new AbortController()
  const pace = createHostPace(() => 0)
  await pace.wait('a.example', 1, 0, leaving.signal)
  const waiting = pace.wait('a.example', 1, 60_000, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
})
