// The Idempotency-Key header: quoted strings and bare text are the same key, and malformed ones are refused by name.
import { expect, test } from 'vitest'
import { quoteKey, readIdempotency } from './idempotency.ts'

const readKey = (...idempotencyKeys: string[]) =>
  readIdempotency({ idempotencyKeys, idempotencyTtls: [] })?.key

test('a quoted string and its bare text are the same key', () => {
  expect(readKey()).toBeUndefined()
  expect(readKey('order-17')).toBe('order-17')
  expect(readKey('"order-17"')).toBe('order-17')
  expect(readKey('"a\\"b\\\\c d"')).toBe('a"b\\c d')
  expect(readKey(`"${'k'.repeat(255)}"`)).toBe('k'.repeat(255))
  // Quotes inside a bare key are part of it, as before.
  expect(readKey('order"17"')).toBe('order"17"')
})

const malformed = ['"', '""', '"a', '"a"b', '"a";p=1', '"a" ', '"a\\n"', '"a\\"', '"a"b"', '"é"', '"a\tb"']

test.each(malformed)('the malformed quoted string %j is 400 and names the header', (text) => {
  expect(() => readKey(text)).toThrow('Bad Request: Idempotency-Key must be a quoted string of 1 to 255')
})

test('a key of more than 255 characters is refused in both forms', () => {
  for (const text of ['k'.repeat(256), `"${'k'.repeat(256)}"`, `"${'\\\\'.repeat(256)}"`])
    expect(() => readKey(text)).toThrow('Bad Request: Idempotency-Key must be')
})

test('a quoted key reads back as the key', () => {
  for (const key of ['order-17', 'a b', '"', '\\', '\\"', '"a"']) expect(readKey(quoteKey(key))).toBe(key)
})
