// Article numbers: known ones are right, and no single slip of a digit goes unseen.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEan } from './ean.ts'

test('numbers with the right check digit are article numbers', () => {
  expect(['4006381333931', '9780306406157', '0000000000000', '2000000000008'].map(isEan)).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('any other text is rejected', () => {
  for (const text of [
    '4006381333932',
    '400638133393',
    '40063813339310',
    '400638133393X',
    '',
    ' 4006381333931',
  ])
    expect(isEan(text), text).toBe(false)
})

test('a wrong digit is always detected', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (at, slip) => {
      const right = '4006381333931'
      const wrong = `${right.slice(0, at)}${(Number(right[at]) + slip) % 10}${right.slice(at + 1)}`
      expect(isEan(wrong)).toBe(false)
    }),
  )
})
