// When a failed try is repeated: Retry-After headers, and the delay before a retry.
import { describe, expect, test } from 'vitest'
import { backoffMs, readRetryAfter } from './fetch-page.ts'

const now = Date.parse('2026-01-05T10:00:00Z')

describe('readRetryAfter', () => {
  test.each([
    ['0', 0],
    ['7', 7_000],
    ['Mon, 05 Jan 2026 10:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2026 09:00:00 GMT', 0],
  ])('%s is %i ms', (retryAfter, ms) => {
    expect(readRetryAfter(retryAfter, now)).toBe(ms)
  })

  test.each([null, '', '-1', '1.5', 'soon', '99999999999'])('%j is null', (retryAfter) => {
    expect(readRetryAfter(retryAfter, now)).toBeNull()
  })
})

test.each([
  [0, 100],
  [1, 200],
  [2, 400],
])('the delay after %i retries is at most %i ms, with jitter', (retries, most) => {
  const ms = backoffMs(retries, 100)
  expect(ms).toBeGreaterThanOrEqual(most / 2)
  expect(ms).toBeLessThanOrEqual(most)
})
