// Event ids can only be read by servers with the secret, and only for their own feed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventIds, isAfter } from './event-ids.ts'

const secret = '7d1f3c4e-0a6b-4c58-9e1d-2b3a4c5d6e7f'
const ids = createEventIds(secret)
const place = fc.record({
  number: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  part: fc.integer({ min: 0, max: 255 }),
  seconds: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
})
const feed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

test('every server with the secret reads an id, for its own feed only', () => {
  fc.assert(
    fc.property(feed, place, (of, at) => {
      const id = ids.write(of, at)
      expect(id).toMatch(/^[\w-]{22}$/)
      expect(createEventIds(secret).read(of, id)).toEqual(at)
      expect(ids.read(of + 1, id)).toBeNull()
    }),
  )
})

test('text that is not an id is refused', () => {
  for (const text of [
    '',
    '1',
    'x'.repeat(22),
    'ä'.repeat(22),
    `${ids.write(1, { number: 1, part: 0, seconds: 1 })}A`,
  ])
    expect(ids.read(1, text)).toBeNull()
  const other = createEventIds('00000000-0000-4000-8000-000000000000')
  expect(other.read(1, ids.write(1, { number: 1, part: 0, seconds: 1 }))).toBeNull()
})

test('places are ordered by number, then by part', () => {
  expect(isAfter({ number: 2, part: 0 }, { number: 1, part: 255 })).toBe(true)
  expect(isAfter({ number: 1, part: 1 }, { number: 1, part: 0 })).toBe(true)
  expect(isAfter({ number: 1, part: 0 }, { number: 1, part: 0 })).toBe(false)
  expect(isAfter({ number: 1, part: 9 }, { number: 2, part: 0 })).toBe(false)
})
