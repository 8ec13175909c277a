// The bound on records: usual ones are far below it, and counting ends where it is crossed.
import { expect, test } from 'vitest'
import { isTooLarge } from './record-size.ts'

test('a usual record is small', () => {
  const round = { uuid: 'u', properties: { identifier: { value: 'Series A' }, investors: [{ a: 1 }, null] } }
  expect(isTooLarge(Array.from({ length: 1000 }, () => round))).toBe(false)
  expect(isTooLarge({ html: 'x'.repeat(8 * 1024 * 1024) })).toBe(false)
  expect([null, 1, 'x', {}, []].map(isTooLarge)).toEqual([false, false, false, false, false])
})

test('one of too many values or too much text is not', () => {
  expect(isTooLarge(Array.from({ length: 100_000 }, () => null))).toBe(true)
  expect(
    isTooLarge(Array.from({ length: 400 }, () => ({ list: Array.from({ length: 300 }, () => 0) }))),
  ).toBe(true)
  expect(isTooLarge(['x'.repeat(8 * 1024 * 1024), 'x'])).toBe(true)
})
