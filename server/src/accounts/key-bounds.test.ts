// The bounds of keys: whether one key exceeds another, which scopes cover other scopes, and which IP ranges a key
// accepts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areScopesWithin,
  covers,
  findExcess,
  findRangeProblem,
  isInRange,
  isRangeWithin,
  type KeyBounds,
} from './key-bounds.ts'

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

test.each<[string[] | null, string[] | null, boolean]>([
  [null, null, true],
  [['company'], null, true],
  [null, ['company'], false],
  [[], ['company'], true],
  [[], [], true],
  [['company'], [], false],
  [['company'], ['company'], true],
  [['/v2/company'], ['company'], true],
  [['/v2/company/*'], ['company'], true],
  [['/v2/company/social/*'], ['/v2/company/*'], true],
  [['company'], ['/v2/*'], true],
  [['/v2/company/social'], ['/v2/company/*'], true],
  [['company'], ['/v2/company', '/v2/company/*'], true],
  // A source name includes the path of the source itself, which `/*` does not cover.
  [['company'], ['/v2/company/*'], false],
  [['/v2/company'], ['/v2/company/*'], false],
  [['/v2/company/*'], ['/v2/company'], false],
  [['/v2/company/*'], ['/v2/company/social'], false],
  [['/v2/*'], ['company'], false],
  [['companyx'], ['company'], false],
  [['/v2/companyx/*'], ['company'], false],
  [['company', 'ticketing'], ['company'], false],
])('%o within %o: %o', (inner, outer, isWithin) => {
  expect(areScopesWithin(inner, outer)).toBe(isWithin)
})

const name = fc.constantFrom('a', 'b', 'ab')
const path = fc.array(name, { maxLength: 3 }).map((names) => ['/v2', ...names].join('/'))
const scope = fc.oneof(
  name,
  path,
  path.map((one) => `${one}/*`),
)
const scopes = fc.option(fc.array(scope, { maxLength: 3 }))
const isCoveredBy = (list: readonly string[] | null, one: string) =>
  list === null || list.some((entry) => covers(entry, one))

test('inner scopes cover no path that the outer scopes do not', () => {
  fc.assert(
    fc.property(scopes, scopes, fc.array(path, { minLength: 20, maxLength: 20 }), (inner, outer, paths) => {
      if (!areScopesWithin(inner, outer)) return
      for (const one of paths) if (isCoveredBy(inner, one)) expect(isCoveredBy(outer, one)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '192.0.2.1',
  '192.0.2.0/24',
  '192.0.2.1/32',
  '0.0.0.0/0',
  '10.0.0.0/8',
  '2001:db8::/32',
  '2001:DB8:0:0::/64',
  '2001:db8::1/128',
  '::1',
  '::/0',
  '::ffff:192.0.2.1',
])('%s is valid', (text) => expect(findRangeProblem(text)).toBeNull())

test.each([
  '',
  '1',
  '10/8',
  '10.0/16',
  '10.1.2/24',
  '192.0.2',
  '192.0.2.0/33',
  '192.0.2.0/024',
  '192.0.2.0/-1',
  '192.0.2.0/+8',
  '192.0.2.0/8.0',
  '192.0.2.0/255.255.255.0',
  '192.0.2.0/24/24',
  '1.2.3.4/',
  ' 1.2.3.4',
  '1.2.3.4 ',
  '010.0.0.0/8',
  '0x7f.1',
  '2130706433',
  'localhost',
  '2001:db8::/129',
  '2001:db8',
  '2001:db8::g',
  'fe80::1%eth0',
  '[::1]',
])('%s is not valid', (text) =>
  expect(findRangeProblem(text)).toMatch(/^must be a full IPv4 or IPv6 address/),
)

test('a range with host bits is rejected, and the message names the network', () => {
  expect(findRangeProblem('10.0.0.5/8')).toBe(
    'must be a range without bits beyond its prefix: 10.0.0.0/8, or one address',
  )
  expect(findRangeProblem('2001:db8::1/32')).toBe(
    'must be a range without bits beyond its prefix: 2001:db8::/32, or one address',
  )
  expect(findRangeProblem('192.0.2.1/31')).toMatch(/192\.0\.2\.0\/31/)
})

test('an IPv4-mapped IPv6 range is rejected, because no caller would match it', () => {
  expect(findRangeProblem('::ffff:10.0.0.0/104')).toBe('must be written as an IPv4 range')
})
