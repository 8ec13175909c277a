// The seeded random generator of the sandbox.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from './random.ts'

const part = fc.oneof(fc.string(), fc.integer())

describe('createRandom', () => {
  test('gives the same numbers in every process and release', () => {
    const random = createRandom('stable', 1)
    expect([random.int(0, 999), random.uuid(), random.pick(['a', 'b', 'c'])]).toMatchInlineSnapshot(`
      [
        381,
        "cbf04b51-ca0b-45ed-8a08-d551c632f011",
        "b",
      ]
    `)
  })

  test('gives equal sequences for equal parts and others for other parts', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), part, (parts, more) => {
        expect(createRandom(...parts).uuid()).toBe(createRandom(...parts).uuid())
        expect(createRandom(...parts, more).uuid()).not.toBe(createRandom(...parts).uuid())
      }),
    )
  })

  test('keeps whole numbers within their bounds and reaches both', () => {
    fc.assert(
      fc.property(
        part,
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 0, max: 5 }),
        (seed, min, span) => {
          const random = createRandom(seed)
          const seen = new Set(Array.from({ length: 300 }, () => random.int(min, min + span)))
          expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: span + 1 }, (_, i) => min + i))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('samples without repeats and shuffles without loss', () => {
    fc.assert(
      fc.property(part, fc.uniqueArray(fc.integer()), fc.nat(20), (seed, items, count) => {
        const sample = createRandom(seed).sample(items, count)
        expect(sample).toHaveLength(Math.min(count, items.length))
        expect(new Set(sample).size).toBe(sample.length)
        expect(items).toEqual(expect.arrayContaining(sample))
        expect(createRandom(seed).shuffle(items).sort()).toEqual([...items].sort())
      }),
    )
  })

  test('picks by weight, and never an item of weight zero', () => {
    const random = createRandom('weights')
    const counts = { often: 0, rarely: 0, never: 0 }
    for (let i = 0; i < 2000; i++) {
      counts[
        random.weighted([
          ['never', 0],
          ['often', 9],
          ['rarely', 1],
        ] as const)
      ]++
    }
    expect(counts.never).toBe(0)
    expect(counts.often / counts.rarely).toBeGreaterThan(6)
    expect(counts.often / counts.rarely).toBeLessThan(13)
  })

  test('picks a number by its weight as it picks any other item', () => {
    const items = [0, 2, 5].map((number, i) => [number, 6 - i] as const)
    for (let i = 0; i < 200; i++) {
      const number = createRandom('numbers', i).weightedNumber({ 0: 6, 2: 5, 5: 4 })
      expect(number).toBe(createRandom('numbers', i).weighted(items))
    }
  })

  test('gives evenly distributed numbers for neighbouring seeds', () => {
    const buckets = new Array<number>(16).fill(0)
    for (let i = 0; i < 16_000; i++) {
      const bucket = Math.floor(createRandom('company', i).float() * 16)
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
    }
    for (const count of buckets) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  test('makes ids of version 4 that do not repeat', () => {
    const ids = Array.from({ length: 5000 }, (_, i) => createRandom('id', i).uuid())
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('throws for an empty list', () => {
    expect(() => createRandom('x').pick([])).toThrow(RangeError)
    expect(() => createRandom('x').weighted([])).toThrow(RangeError)
  })
})
