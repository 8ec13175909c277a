// A lack of descriptors, memory or ports of the server is distinguished from an error of a host.
import { expect, test } from 'vitest'
import { findServerFault } from './server-resources.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })
const perAddress = (...codes: string[]) => new AggregateError(codes.map(withCode))

test.each(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL'])(
  '%s is a fault of the server',
  (code) => {
    expect(findServerFault(withCode(code))).toBe(code)
  },
)

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENETUNREACH'])('%s is not', (code) => {
  expect(findServerFault(withCode(code))).toBe(null)
})

test('a host with several addresses is not blamed if one of them could not be tried', () => {
  expect(findServerFault(perAddress('ENETUNREACH', 'EMFILE'))).toBe('EMFILE')
})

test('a server without IPv6 still blames a host that refuses its IPv4 connection', () => {
  expect(findServerFault(perAddress('EADDRNOTAVAIL', 'ECONNREFUSED'))).toBe(null)
  expect(findServerFault(perAddress('EADDRNOTAVAIL', 'EADDRNOTAVAIL'))).toBe('EADDRNOTAVAIL')
})
