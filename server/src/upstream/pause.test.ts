import { describe, expect, test } from 'vitest'
import { pause, pauseBeforeMs } from './pause.ts'

const now = Date.parse('2026-01-05T10:00:00Z')

describe('pauseBeforeMs', () => {
  test.each([
    ['0', 0],
    ['7', 7_000],
    ['Mon, 05 Jan 2026 10:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2026 09:00:00 GMT', 0],
  ])('Retry-After %s is %i ms', (retryAfter, ms) => {
    expect(pauseBeforeMs(0, retryAfter, 100, now)).toBe(ms)
  })

  test.each([null, '', '-1', '1.5', 'soon', '99999999999'])('doubles with jitter for %j', (retryAfter) => {
    for (const [retries, most] of [
      [0, 100],
      [1, 200],
      [2, 400],
    ] as const) {
      const ms = pauseBeforeMs(retries, retryAfter, 100, now)
      expect(ms).toBeGreaterThanOrEqual(most / 2)
      expect(ms).toBeLessThanOrEqual(most)
    }
  })
})

test('a pause ends at once when the call is cancelled, without failing', async () => {
  const aborter = new AbortController()
  const paused = pause(1_000_000, aborter.signal)
  aborter.abort()
  await paused
})
