// UUIDs that contain the numbers of a register.
import { expect, test } from 'vitest'
import { readRegisterUuid, registerUuid } from './register-uuid.ts'

const numbers = [
  { kind: 0, number: 0n, second: 0n },
  { kind: 1, number: 1n, second: 1n },
  { kind: 0x5ec1, number: 123_456_726_000_001n, second: 1_234_567n },
  { kind: 0xffff, number: 999_999_999_999_999_999n, second: 9_999_999_999n },
  { kind: 0xffff, number: 2n ** 60n - 1n, second: 2n ** 46n - 1n },
]

test.each(numbers)('%o is read back from a UUID of version 8', (number) => {
  const uuid = registerUuid(number)
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(readRegisterUuid(uuid)).toEqual(number)
  expect(readRegisterUuid(uuid.toUpperCase())).toEqual(number)
})

test('an id never changes, because callers store it', () => {
  expect(registerUuid({ kind: 0x5ec1, number: 123_456_726_000_001n, second: 1_234_567n })).toBe(
    '00070488-24c6-8181-97b0-40000012d687',
  )
})

test('every bit of each number counts', () => {
  const ids = new Set<string>()
  for (let bit = 0n; bit < 60n; bit += 1n) ids.add(registerUuid({ kind: 7, number: 1n << bit, second: 0n }))
  for (let bit = 0n; bit < 46n; bit += 1n) ids.add(registerUuid({ kind: 7, number: 0n, second: 1n << bit }))
  for (let bit = 0; bit < 16; bit += 1) ids.add(registerUuid({ kind: 1 << bit, number: 0n, second: 0n }))
  expect(ids.size).toBe(60 + 46 + 16)
  for (const id of ids)
    expect(registerUuid(readRegisterUuid(id) ?? { kind: -1, number: 0n, second: 0n })).toBe(id)
})

test.each([
  { kind: 0x10000, number: 0n, second: 0n },
  { kind: -1, number: 0n, second: 0n },
  { kind: 1.5, number: 0n, second: 0n },
  { kind: 0, number: 2n ** 60n, second: 0n },
  { kind: 0, number: -1n, second: 0n },
  { kind: 0, number: 0n, second: 2n ** 46n },
])('%o does not fit', (number) => {
  expect(() => registerUuid(number)).toThrow(RangeError)
})

test.each([
  '4f0c9a52-0d0f-4a53-8a14-6d3c1b7f2e90',
  '4f0c9a52-0d0f-8a53-ca14-6d3c1b7f2e90',
  '4f0c9a52-0d0f-8a53-7a14-6d3c1b7f2e90',
  '4f0c9a520d0f8a538a146d3c1b7f2e90',
  '',
])('%j contains no numbers', (text) => {
  expect(readRegisterUuid(text)).toBeNull()
})
