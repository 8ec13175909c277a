// UUIDv7 ids: format, order and randomness.
import { isUuid } from '@quarry/kit/is-uuid'
import { expect, test } from 'vitest'
import { createUuidV7, uuidV7 } from './uuid.ts'

const readTimeMs = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('an id is a valid UUIDv7 and starts with its timestamp', () => {
  const now = Date.UTC(2031, 4, 6, 7, 8, 9, 123)
  const id = createUuidV7(() => now)()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(readTimeMs(id)).toBe(now)
  expect(isUuid(id)).toBe(true)
})

test('two generators at the same millisecond give different ids', () => {
  const make = () => createUuidV7(() => 1_000_000_000_000)()
  expect(new Set(Array.from({ length: 1_000 }, make)).size).toBe(1_000)
})

test('ids of one generator have different random parts', () => {
  const next = createUuidV7(() => 1_000_000_000_000)
  expect(new Set(Array.from({ length: 1_000 }, () => next().slice(19))).size).toBe(1_000)
})

test('ids within a millisecond are increasing, also when its counter overflows', () => {
  const next = createUuidV7(() => 1_000_000_000_000)
  const ids = Array.from({ length: 10_000 }, next)
  expect(ids).toEqual([...new Set(ids)].sort())
  expect(readTimeMs(ids.at(-1) ?? '')).toBe(1_000_000_000_002)
})

test('a small clock step back keeps the order, a large one is followed', () => {
  let now = 1_000_000_000_000
  const next = createUuidV7(() => now)
  const first = next()
  now -= 20
  const second = next()
  expect(second > first).toBe(true)
  expect(readTimeMs(second)).toBe(1_000_000_000_000)
  now -= 3_600_000
  expect(readTimeMs(next())).toBe(now)
})

test('uuidV7 uses the current time', () => {
  const before = Date.now()
  const time = readTimeMs(uuidV7())
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
