// Which IP addresses and ranges a key accepts.
import { expect, test } from 'vitest'
import { findRangeProblem } from './ip-range.ts'

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
