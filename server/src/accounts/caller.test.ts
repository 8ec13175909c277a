// Which paths and IP addresses a key may be used for, and that a deactivated account is refused first.
import { expect, test } from 'vitest'
import { assertPermitted, type Caller } from './caller.ts'

const caller = (change: Partial<Caller>): Caller => ({
  accountId: 1,
  accountSlug: 'a',
  accountName: 'A',
  accountActive: true,
  statisticsEnabled: false,
  limits: { perSecond: null, perMinute: null },
  keyId: 'k',
  secretHash: Buffer.alloc(32),
  keyAlias: 'main',
  keyCategory: 'production',
  keyExpires: null,
  quotas: { total: null, daily: null, weekly: null, monthly: null },
  scopes: null,
  allowedIps: null,
  permissions: [],
  ...change,
})

const reason = (
  change: Partial<Caller>,
  path: string | null = '/v2/ticketing/event',
  address = '192.0.2.7',
) => {
  try {
    assertPermitted(caller(change), path, address)
    return 'permitted'
  } catch (error) {
    return (error as { reason: string }).reason
  }
}

test('a deactivated account is refused before its key is checked', () => {
  expect(reason({})).toBe('permitted')
  expect(reason({ accountActive: false, scopes: [] })).toBe('account_deactivated')
})

test.each([
  [['ticketing'], '/v2/ticketing/event', 'permitted'],
  [['ticketing'], '/v2/ticketing_b/event', 'forbidden'],
  [['ticket'], '/v2/ticketing/event', 'forbidden'],
  [['company'], '/v2/company', 'permitted'],
  [['company'], '/v2/company/suggest', 'permitted'],
  [['/v2/ticketing/event'], '/v2/ticketing/event', 'permitted'],
  [['/v2/ticketing/event'], '/v2/ticketing/search', 'forbidden'],
  [['/v2/ticketing/event'], '/v2/ticketing/event/more', 'forbidden'],
  [['/v2/ticketing/*'], '/v2/ticketing/search', 'permitted'],
  [['/v2/ticketing/*'], '/v2/ticketing_b/search', 'forbidden'],
  [['/v2/*'], '/v2/anything/at/all', 'permitted'],
  [['other', '/v2/ticketing/search'], '/v2/ticketing/search', 'permitted'],
  [[], '/v2/ticketing/search', 'forbidden'],
  [[], null, 'permitted'],
])('scopes %j on %s: %s', (scopes, path, expected) => {
  expect(reason({ scopes }, path)).toBe(expected)
})

test.each([
  [['192.0.2.0/24'], '192.0.2.255', 'permitted'],
  [['192.0.2.0/24'], '192.0.3.0', 'forbidden'],
  [['192.0.2.0/24'], '::ffff:192.0.2.9', 'permitted'],
  [['192.0.2.7'], '192.0.2.7', 'permitted'],
  [['192.0.2.7'], '192.0.2.8', 'forbidden'],
  [['2001:db8::/32'], '2001:db8:1::1', 'permitted'],
  [['2001:db8::/32'], '2001:db9::1', 'forbidden'],
  [['2001:db8::1'], '2001:DB8:0::1', 'permitted'],
  [['::/0'], '192.0.2.7', 'forbidden'],
  [['0.0.0.0/0'], '2001:db8::1', 'forbidden'],
  [[], '192.0.2.7', 'forbidden'],
  [['0.0.0.0/0'], 'not an address', 'forbidden'],
])('ranges %j from %s: %s', (allowedIps, address, expected) => {
  expect(reason({ allowedIps }, '/v2/ticketing/event', address)).toBe(expected)
})
