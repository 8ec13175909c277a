// Whether the scopes, addresses and expiry of one key exceed those of another.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInRange, isRangeWithin } from './ip-range.ts'
import { findExcess, type KeyBounds } from './key-bounds.ts'

const unbounded: KeyBounds = { scopes: null, allowedIps: null, expires: null }
const soon = new Date('2031-01-01T00:00:00.500Z')
const later = new Date('2031-01-01T00:00:00.501Z')

test.each<[Partial<KeyBounds>, Partial<KeyBounds>, string | null]>([
  [{}, {}, null],
  [{ scopes: ['company'], allowedIps: ['10.0.0.1'], expires: soon }, {}, null],
  [{}, { scopes: ['company'] }, 'scopes'],
  [{}, { allowedIps: ['10.0.0.0/8'] }, 'allowed_ips'],
  [{}, { expires: soon }, 'expires'],
  [{ expires: soon }, { expires: soon }, null],
  [{ expires: later }, { expires: soon }, 'expires'],
  [{ allowedIps: [] }, { allowedIps: [] }, null],
  [{ allowedIps: ['10.0.0.1'] }, { allowedIps: [] }, 'allowed_ips'],
  [{ allowedIps: ['10.1.0.0/16', '10.2.3.4'] }, { allowedIps: ['10.0.0.0/8'] }, null],
  [{ allowedIps: ['10.1.0.0/16', '11.2.3.4'] }, { allowedIps: ['10.0.0.0/8'] }, 'allowed_ips'],
  [{ allowedIps: ['0.0.0.0/0'] }, { allowedIps: ['10.0.0.0/8'] }, 'allowed_ips'],
])('%o beyond %o: %s', (key, bounds, excess) => {
  expect(findExcess({ ...unbounded, ...key }, { ...unbounded, ...bounds })).toBe(excess)
})

test.each<[string, string, boolean]>([
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1/32', '10.0.0.1', true],
  ['10.0.0.0/31', '10.0.0.0', false],
  ['::ffff:10.0.0.1', '10.0.0.0/8', true],
  ['2001:db8::/48', '2001:db8::/32', true],
  ['2001:db8::/32', '2001:db8::/48', false],
  ['::1', '::/0', true],
  // IPv6 ranges never contain IPv4 addresses.
  ['10.0.0.1', '::/0', false],
  ['::1', '0.0.0.0/0', false],
])('%s within %s: %o', (inner, outer, isWithin) => {
  expect(isRangeWithin(inner, outer)).toBe(isWithin)
})

const byte = fc.constantFrom(0, 1, 10, 127, 128, 255)
const address = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'))
const range = fc.tuple(address, fc.integer({ min: 0, max: 32 })).map(([text, bits]) => {
  const mask = bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0
  const number = text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const network = (number & mask) >>> 0
  return `${[24, 16, 8, 0].map((shift) => (network >>> shift) & 255).join('.')}/${bits}`
})

test('every address of an inner range is in the outer range', () => {
  fc.assert(
    fc.property(range, range, fc.array(address, { minLength: 20, maxLength: 20 }), (inner, outer, all) => {
      if (!isRangeWithin(inner, outer)) return
      for (const one of all) if (isInRange(one, inner)) expect(isInRange(one, outer)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
