import { isUuid } from '@quarry/kit/is-uuid'
import { expect, test } from 'vitest'
import { createUuidV7, uuidV7 } from './uuid.ts'

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('an id has the form of version 7 and begins with its millisecond', () => {
  const now = Date.UTC(2031, 4, 6, 7, 8, 9, 123)
  const id = createUuidV7(() => now)()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(timeOf(id)).toBe(now)
  expect(isUuid(id)).toBe(true)
})

test('the rest is random: two makers at one moment give different ids', () => {
  const make = () => createUuidV7(() => 1_000_000_000_000)()
  expect(new Set(Array.from({ length: 1_000 }, make)).size).toBe(1_000)
})

test('no two of one maker have the same random end', () => {
  const next = createUuidV7(() => 1_000_000_000_000)
  expect(new Set(Array.from({ length: 1_000 }, () => next().slice(19))).size).toBe(1_000)
})

test('ids of one millisecond rise, also when there are more than it has numbers', () => {
  const next = createUuidV7(() => 1_000_000_000_000)
  const ids = Array.from({ length: 10_000 }, next)
  expect(ids).toEqual([...new Set(ids)].sort())
  expect(timeOf(ids.at(-1) ?? '')).toBe(1_000_000_000_002)
})

test('a clock that slips back does not turn the order around; one that is set back is believed', () => {
  let now = 1_000_000_000_000
  const next = createUuidV7(() => now)
  const first = next()
  now -= 20
  const second = next()
  expect(second > first).toBe(true)
  expect(timeOf(second)).toBe(1_000_000_000_000)
  now -= 3_600_000
  expect(timeOf(next())).toBe(now)
})

test('the one that is used has the time of now', () => {
  const before = Date.now()
  const time = timeOf(uuidV7())
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test.each([
  ['4f0c9a52-0d0f-4a53-8a14-6d3c1b7f2e90', true],
  ['4F0C9A52-0D0F-4A53-8A14-6D3C1B7F2E90', true],
  ['4f0c9a520d0f4a538a146d3c1b7f2e90', false],
  ['4f0c9a52-0d0f-4a53-8a14-6d3c1b7f2e9', false],
  ['4f0c9a52-0d0f-4a53-8a14-6d3c1b7f2e90\n', false],
  ['4g0c9a52-0d0f-4a53-8a14-6d3c1b7f2e90', false],
  ['', false],
])('%j is a UUID: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})
