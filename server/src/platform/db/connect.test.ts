// Parsing of int8 values, and the refusal of PostgreSQL servers that are too old.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInt8, refuseOldServer } from './connect.ts'

describe('parseInt8', () => {
  test('reads every safe integer exactly', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => parseInt8(String(value)) === value))
  })

  test('refuses what a number cannot hold, instead of rounding it', () => {
    const unsafe = fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })
    fc.assert(
      fc.property(unsafe, fc.boolean(), (value, negative) => {
        expect(() => parseInt8(String(negative ? -value : value))).toThrow(RangeError)
      }),
    )
  })
})

describe('refuseOldServer', () => {
  test('takes 14 and newer', () => {
    for (const version of [140_000, 150_004, 180_000]) expect(() => refuseOldServer(version)).not.toThrow()
  })

  test('says in one line what it found and what it needs', () => {
    expect(() => refuseOldServer(130_014)).toThrow(
      'the database is PostgreSQL 13; Quarry needs PostgreSQL 14 or newer',
    )
  })
})
