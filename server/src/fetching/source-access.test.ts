// Which upstream API's settings apply to an address.
import { expect, test } from 'vitest'
import { site } from '../../test/fetching/upstream-sites.ts'
import { findAccess } from './source-access.ts'

const other = site({ provider: 'other', hosts: ['api.other.test', '127.0.0.1'] })
const access = site({ provider: 'first', hosts: ['api.first.test', '127.0.0.1'], also: [other] })

test('an address uses the access settings of the upstream API with its host', () => {
  expect(findAccess(access, 'https://api.first.test/a')).toBe(access)
  expect(findAccess(access, 'https://api.other.test/a')).toBe(other)
  expect(findAccess(other, 'https://api.first.test/a')).toBe(other)
})

test('an unknown host or an invalid address is refused by the first provider', () => {
  for (const address of ['https://elsewhere.test/', 'https://127.0.0.1/', 'no address'])
    expect(findAccess(access, address)).toBe(access)
})
