// Which addresses may be fetched and in which form, and which IP addresses are global.
import { Failure } from '@quarry/kit/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGlobalAddress, readDestination } from './address-guard.ts'

const allowed = { hosts: ['www.shop.example', 'fr.shop.example'], allowPrivate: false }
const read = (text: string, from?: URL) => readDestination(text, allowed, 200, from).href

describe('readDestination', () => {
  test.each([
    ['https://www.shop.example', 'https://www.shop.example/'],
    ['https://WWW.Shop.Example:443/a b?c=d e#f', 'https://www.shop.example/a%20b?c=d%20e'],
    ['https://www.shop.example//evil.example/', 'https://www.shop.example//evil.example/'],
    ['https://www.shop.example/?', 'https://www.shop.example/'],
    ['https://www.shop.example/é', 'https://www.shop.example/%C3%A9'],
  ])('%s is fetched as %s', (text, href) => {
    expect(read(text)).toBe(href)
  })

  test('a redirect is read relative to its page', () => {
    const from = new URL('https://www.shop.example/a/b')
    expect(read('c', from)).toBe('https://www.shop.example/a/c')
    expect(read('//fr.shop.example/x', from)).toBe('https://fr.shop.example/x')
    expect(() => read('//evil.example/x', from)).toThrow('not a host')
  })

  test('an address that is too long is refused', () => {
    expect(() => read(`https://www.shop.example/${'x'.repeat(200)}`)).toThrow('too long')
  })

  test('a private IP address is refused unless private ones are allowed, even when it is listed as a host', () => {
    const hosts = ['10.0.0.5', '[::1]', '8.8.8.8']
    const strictly = { hosts, allowPrivate: false }
    expect(() => readDestination('https://10.0.0.5/', strictly, 200)).toThrow('refused: 10.0.0.5')
    expect(() => readDestination('https://[::1]/', strictly, 200)).toThrow('refused: ::1')
    expect(readDestination('https://8.8.8.8/', strictly, 200).href).toBe('https://8.8.8.8/')
    const loosely = { hosts, allowPrivate: true }
    expect(readDestination('http://[::1]:8080/', loosely, 200).href).toBe('http://[::1]:8080/')
  })

  test('any text is refused or becomes a plain https address of a listed host', () => {
    const parts = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '#',
      '?',
      'www.shop.example',
      '127.0.0.1',
      '.',
      '%',
      '[',
      ']',
      '6379',
      'a',
      '\t',
      ' ',
    )
    const anyText = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.array(parts, { maxLength: 9 }).map((list) => list.join('')),
    )
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, redirected) => {
        try {
          const url = readDestination(
            text,
            allowed,
            2_000,
            redirected ? new URL('https://fr.shop.example/x') : undefined,
          )
          expect([url.protocol, url.port, url.username, url.password, url.hash]).toEqual([
            'https:',
            '',
            '',
            '',
            '',
          ])
          expect(allowed.hosts).toContain(url.hostname)
        } catch (error) {
          expect(error).toBeInstanceOf(Failure)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

const octet = fc.integer({ min: 0, max: 255 })
const group = fc.integer({ min: 0, max: 0xffff })
const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
const anyIPv4 = fc.tuple(octet, octet, octet, octet)

describe('isGlobalAddress', () => {
  test.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.0.1.1'])(
    '%s is global',
    (address) => {
      expect(isGlobalAddress(address)).toBe(true)
    },
  )

  test.each(['2000::1', '2606:4700::1111', '2a00:1450::1', '3000::1'])('%s is global', (address) => {
    expect(isGlobalAddress(address)).toBe(true)
  })

  // The first and last addresses of each range. The corpus of addresses is tested on real sockets in server/test.
  test.each([
    '0.255.255.255',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.255.255.255',
    '169.254.0.0',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.255',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.255.255',
    '192.175.48.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '239.255.255.255',
    '240.0.0.1',
    '168.63.129.16',
    '1fff:ffff::1',
    '4000::1',
    '5f00::1',
    '100::1',
    '2001::1',
    '2001:1ff::1',
    '2001:db8::1',
    '2002::1',
    '2620:4f:8000::1',
    '3fff::1',
    'fe80::1%eth0',
    '2606:4700::5efe:7f00:1',
    '2606:4700::200:5efe:7f00:1',
  ])('%s is not global', (address) => {
    expect(isGlobalAddress(address)).toBe(false)
  })

  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '8.8.8.8/8',
    '[::1]',
    '1.1.1.1 ',
  ])('%j is not an address', (text) => {
    expect(isGlobalAddress(text)).toBe(false)
  })

  test('an IPv6 address that contains an IPv4 address is never global', () => {
    fc.assert(
      fc.property(anyIPv4, group, ([a, b, c, d], any) => {
        const tail = `${hex(a, b)}:${hex(c, d)}`
        const x = any.toString(16)
        for (const address of [
          `::${tail}`,
          `::ffff:${tail}`,
          `::ffff:${a}.${b}.${c}.${d}`,
          `::ffff:0:${tail}`,
          `64:ff9b::${tail}`,
          `64:ff9b:1:${x}::${tail}`,
          `2002:${tail}::${x}`,
          `2001:0:${tail}::${x}`,
          `2606:4700:${x}::5efe:${tail}`,
        ])
          expect(isGlobalAddress(address), address).toBe(false)
      }),
    )
  })

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()),
        (text) => typeof isGlobalAddress(text) === 'boolean',
      ),
    )
  })
})
