// How many records of busy and quiet providers are sampled.
import { expect, test } from 'vitest'
import { createSampling } from './drift.ts'

const countSampled = (isSampled: (name: string) => boolean, name: string, count: number): number =>
  Array.from({ length: count }, () => isSampled(name)).filter(Boolean).length

test('a burst is sampled completely, a high rate that lasts only in part', () => {
  let now = 0
  const isSampled = createSampling(() => now)
  expect(countSampled(isSampled, 'a', 1_000)).toBe(1_000)
  expect(countSampled(isSampled, 'a', 500)).toBe(0)
  now += 1_000
  expect(countSampled(isSampled, 'a', 500)).toBe(50)
})

test('a quiet provider is sampled completely beside a busy one, and a pause allows another burst', () => {
  let now = 0
  const isSampled = createSampling(() => now)
  for (let second = 0; second < 100; second += 1) {
    countSampled(isSampled, 'busy', 100)
    expect(countSampled(isSampled, 'quiet', 40)).toBe(40)
    now += 1_000
  }
  now += 3_600_000
  expect(countSampled(isSampled, 'busy', 2_000)).toBe(1_000)
})
