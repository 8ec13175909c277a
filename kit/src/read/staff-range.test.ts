// Size classes of companies, from bounds, numbers and texts.
import { expect, test } from 'vitest'
import { findStaffRange, fitStaffRange, parseStaffRange, toStaffRange } from './staff-range.ts'

test.each([
  ['1 employee', '1-10'],
  ['0-1 employees', '1-10'],
  ['2-10 employees', '1-10'],
  ['11-50 employees', '10-50'],
  ['51-200 employees', '50-200'],
  ['51 à 200 employés', '50-200'],
  ['201-500 employees', '200-500'],
  ['501-1,000 employees', null],
  ['1,001-5,000 employees', '1k-5k'],
  ['1 001 - 5 000 employés', '1k-5k'],
  ['1K-5K employees', '1k-5k'],
  ['5.001–10.000 Beschäftigte', '5k-10k'],
  ['5,001 - 10,000', '5k-10k'],
  ['10,001+ employees', 'over-10k'],
  ['10K+ employees', 'over-10k'],
  ['Self-employed', null],
  ['37 employees', null],
  ['51-300 employees', null],
  ['500+', null],
  ['1-2-3', null],
  ['', null],
])('%s is %s', (text, range) => {
  expect(parseStaffRange(text)).toBe(range)
})

test('bounds without a class have none', () => {
  expect(findStaffRange(11, 50)).toBe('10-50')
  expect(findStaffRange(501, 1000)).toBe(null)
  expect(findStaffRange(51, null)).toBe(null)
  expect(findStaffRange(10_001, null)).toBe('over-10k')
})

test.each([
  [0, null],
  [1, '1-10'],
  [10, '1-10'],
  [11, '10-50'],
  [50, '10-50'],
  [51, '50-200'],
  [500, '200-500'],
  [501, null],
  [1000, null],
  [1001, '1k-5k'],
  [5000, '1k-5k'],
  [10_000, '5k-10k'],
  [10_001, 'over-10k'],
])('%i employees are in %s', (count, range) => {
  expect(toStaffRange(count)).toBe(range)
})

test.each([
  [1, 2, '1-10'],
  [10, 19, '10-50'],
  [100, 199, '50-200'],
  [200, 249, '200-500'],
  [500, 999, null],
  [2000, 4999, '1k-5k'],
  [5000, 9999, '5k-10k'],
  [10_000, null, 'over-10k'],
  // In no class, in parts of two, and in two.
  [0, 0, null],
  [40, 60, null],
  [50, 50, null],
])('a band from %j to %j lies in %s', (least, most, range) => {
  expect(fitStaffRange(least, most)).toBe(range)
})
