// Which addresses may be fetched, and in which form.
import { Failure } from '@quarry/kit/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDestination } from './destination.ts'

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
