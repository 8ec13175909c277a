// The cookies of a lookup: which are sent back, and their bounds.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCookieJar } from './request-headers.ts'

describe('createCookieJar', () => {
  test.each([
    ['a=1', 'www.shop.example', 'a=1'],
    ['a=1', 'fr.shop.example', null],
    ['a=1; Domain=shop.example', 'fr.shop.example', 'a=1'],
    ['a=1; Domain=.shop.example', 'fr.shop.example', 'a=1'],
    ['a=1; Domain=fr.shop.example', 'fr.shop.example', null],
    ['a=1; Domain=evil.example', 'evil.example', null],
    ['a=1; Domain=op.example', 'fr.shop.example', null],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'www.shop.example', null],
    ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'www.shop.example', 'a=1'],
    [`a=${'x'.repeat(5_000)}`, 'www.shop.example', null],
    ['=1', 'www.shop.example', null],
    ['', 'www.shop.example', null],
  ])('%s is sent to %s as %s', (line, host, header) => {
    const jar = createCookieJar()
    jar.store('www.shop.example', line)
    expect(jar.header(host)).toBe(header)
  })

  test('keeps the last value of a name, and no more than fifty names', () => {
    const jar = createCookieJar()
    jar.store('www.shop.example', ['a=1', 'a=2'])
    expect(jar.header('www.shop.example')).toBe('a=2')
    jar.store(
      'www.shop.example',
      Array.from({ length: 100 }, (_, n) => `c${n}=x`),
    )
    expect(jar.header('www.shop.example')?.split('; ')).toHaveLength(50)
  })

  test('whatever a site sets, the header is one line of printable characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary-ascii' }).map((text) => `a=${text}`)), (lines) => {
        const jar = createCookieJar()
        jar.store('www.shop.example', lines)
        expect(jar.header('www.shop.example') ?? '').toMatch(/^[\x20-\x7e]*$/)
      }),
    )
  })
})
