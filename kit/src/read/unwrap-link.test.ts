// The targets of links that go through a click counter.
import { describe, expect, test } from 'vitest'
import { toDomain, unwrapLink } from './unwrap-link.ts'

const base = 'https://www.websearch.example/search?q=x'
const target = 'https://shop.example/a?b=1&c=é'
const encoded = encodeURIComponent(target)
const plain = 'https://shop.example/a?b=1&c=%C3%A9'

describe('unwrapLink', () => {
  test.each([
    ['/url?q=', `/url?q=${encoded}&sa=U`],
    ['/url?url=', `/url?sa=t&url=${encoded}`],
    [
      'base64url',
      `https://www.websearch.example/ck/a?!&&p=1&u=a1${Buffer.from(target).toString('base64url')}&ntb=1`,
    ],
    ['uddg=', `//websearch.example/l/?uddg=${encoded}&rut=1`],
    ['redir?url=', `/redir?url=${encoded}`],
    ['/redir/redirect?url=', `https://www.socialnet.example/redir/redirect?url=${encoded}&urlhash=x`],
    [
      'a counter behind a counter',
      `/url?q=${encodeURIComponent(`https://www.websearch.example/url?q=${encoded}`)}`,
    ],
    ['no counter', target],
  ])('unwraps %s', (_, link) => {
    expect(unwrapLink(link, base)).toBe(plain)
  })

  test('resolves a relative link and leaves other parameters alone', () => {
    expect(unwrapLink('/page?url=https://a.example/', base)).toBe(
      'https://www.websearch.example/page?url=https://a.example/',
    )
  })

  test.each([
    'javascript:void(0)',
    'data:text/html,x',
    'mailto:a@b.example',
    'http://',
    `https://a.example/${'x'.repeat(20_000)}`,
  ])('is null for %s', (link) => {
    expect(unwrapLink(link, base)).toBeNull()
  })

  test('never leads to anything but http', () => {
    expect(unwrapLink(`/ck/a?u=a1${Buffer.from('javascript:alert(1)').toString('base64url')}`, base)).toMatch(
      /^https:\/\/www\.websearch\.example\/ck\/a/,
    )
    expect(unwrapLink('/url?q=javascript:alert(1)', base)).toMatch(/^https:\/\/www\.websearch\.example\/url/)
    expect(unwrapLink('/url?q=//[bad', base)).toMatch(/^https:\/\/www\.websearch\.example\/url/)
  })
})

describe('toDomain', () => {
  test('is the host without www', () => {
    expect([
      toDomain('https://www.shop.example/x'),
      toDomain('https://a.shop.example'),
      toDomain('no'),
    ]).toEqual(['shop.example', 'a.shop.example', null])
  })
})
