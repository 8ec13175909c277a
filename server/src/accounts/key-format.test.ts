// The format of API keys and its checksum.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashKey, isWellFormed, makeKey } from './key-format.ts'

test('a new key is well-formed and comes with its hash and last four characters', () => {
  const { secret, hash, lastFour } = makeKey()
  expect(secret).toMatch(/^qry_[0-9A-Za-z]{36}$/)
  expect(isWellFormed(secret)).toBe(true)
  expect(hash.equals(hashKey(secret))).toBe(true)
  expect(secret.endsWith(lastFour)).toBe(true)
  expect(new Set(Array.from({ length: 1000 }, () => makeKey().secret)).size).toBe(1000)
})

test('a key with any one character changed is not well-formed', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 39 }),
      fc.constantFrom(...alphabet, '_', ' ', 'é'),
      (at, character) => {
        const { secret } = makeKey()
        const changed = secret.slice(0, at) + character + secret.slice(at + 1)
        expect(isWellFormed(changed)).toBe(changed === secret)
      },
    ),
  )
})

test('no other text is well-formed', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => !isWellFormed(text)))
  expect(isWellFormed('')).toBe(false)
  expect(isWellFormed(`${makeKey().secret}\n`)).toBe(false)
})

test('every character is about equally likely', () => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 2000; n += 1) {
    for (const character of makeKey().secret.slice(4, 34))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect(counts.size).toBe(62)
  const mean = 60_000 / 62
  expect(Math.min(...counts.values())).toBeGreaterThan(mean * 0.75)
  expect(Math.max(...counts.values())).toBeLessThan(mean * 1.25)
})
