// Building addresses on a site, and reading the addresses that callers send.
import { expect, test } from 'vitest'
import { createAddresses } from './addresses.ts'
import { InvalidParameter } from './errors.ts'
import { provider } from './provider.ts'
import {
  fitsHost,
  looksLikeAddress,
  looksLikeUrl,
  type Site,
  type SiteUrl,
  siteAt,
  toTemplate,
} from './site.ts'
import { hostileAddresses } from './testing/address-corpus.ts'

/** Reads an address and returns what the provider of this site gets. */
const read = (at: Site, text: string): SiteUrl =>
  createAddresses([{ provider: { address: (url: SiteUrl) => url }, site: at }]).read(text, 'query')

const site = siteAt('https://{domain}.shop.example', ['fr', 'co.uk'])

test('hosts are the template with each domain', () =>
  expect(site.hosts).toEqual(['fr.shop.example', 'co.uk.shop.example']))

test('addresses are built on the site, and a path stays a path', () => {
  expect(site.url('/e/1?x=2', 'co.uk').href).toBe('https://co.uk.shop.example/e/1?x=2')
  expect(site.url('//evil.tld/x', 'fr').hostname).toBe('fr.shop.example')
})

test('an own address is rebuilt without fragment, http is read as https', () => {
  const { url, domain } = read(site, 'http://FR.shop.example/e/x-1?a=b#frag')
  expect([url.href, domain]).toEqual(['https://fr.shop.example/e/x-1?a=b', 'fr'])
})

const plain = siteAt('https://www.plain.example')
const regional = siteAt('https://fr.regional.example')

test.each([
  ['plain.example/a?b=c', 'https://www.plain.example/a?b=c'],
  ['https://plain.example/a', 'https://www.plain.example/a'],
  ['WWW.Plain.Example:443/a', 'https://www.plain.example/a'],
  ['https://plain.example:443/a', 'https://www.plain.example/a'],
  ['http://www.plain.example:443/a#b', 'https://www.plain.example/a'],
])('%s is an address of the site, rebuilt on its own host', (text, href) => {
  expect(read(plain, text).url.href).toBe(href)
})

test('a host without a suffix is that of the first one, and only hosts of the template are fetched', () => {
  const { url, domain } = read(site, 'shop.example/e/1')
  expect([url.href, domain]).toEqual(['https://fr.shop.example/e/1', 'fr'])
  expect(read(site, 'co.uk.shop.example:443/e/1').domain).toBe('co.uk')
  expect([...site.hosts, ...plain.hosts]).toEqual([
    'fr.shop.example',
    'co.uk.shop.example',
    'www.plain.example',
  ])
})

test.each([
  'plain.example:444/a',
  'plain.example:80/a',
  'plain.example:0443/a',
  'plain.example:/a',
  'http://plain.example:80/a',
  'https://www.plain.example:443:443/a',
  'user:pass@plain.example/a',
  'user@plain.example:443/a',
  'plain.example@127.0.0.1/a',
  'plain.example:443@127.0.0.1/a',
  'plain.example:443\\@127.0.0.1/a',
  'plain.example\\a',
  'plain.example.evil.tld/a',
  'evil.tld/plain.example/a',
  'notplain.example/a',
  'ww.plain.example/a',
  'www.www.plain.example/a',
  'pl\u0430in.example/a',
  'plain.example /a',
  'plain.example/../a',
  '//plain.example/a',
  '/plain.example/a',
  'https:plain.example/a',
  'ftp://plain.example/a',
  'example/a',
  '[::1]:443/a',
  '',
])('%s is no address of the site', (text) => {
  expect(() => read(plain, text)).toThrow(/^Bad Request: query must be /)
})

test('only www. may be missing: another regional site is another site', () => {
  for (const host of ['regional.example', 'www.regional.example', 'es.regional.example'])
    expect(() => read(regional, `https://${host}/a`)).toThrow(InvalidParameter)
})

test.each(
  hostileAddresses('fr.shop.example')
    .filter((address) => /^https?:\/\/[^/]/.test(address) && !address.includes('example//'))
    .map((address) => address.replace(/^https?:\/\//, '')),
)('%s is refused without its scheme as well', (address) => {
  expect(() => read(site, address)).toThrow(/^Bad Request: query must be /)
})

test.each(
  hostileAddresses('fr.shop.example').filter((address) => address !== 'https://fr.shop.example//127.0.0.1/'),
)('%s is refused, naming the parameter', (address) => {
  expect(() => read(site, address)).toThrow(InvalidParameter)
  expect(() => read(site, address)).toThrow(/^Bad Request: query must be /)
})

test('a double slash in the path does not change the host', () => {
  expect(read(site, 'https://fr.shop.example//127.0.0.1/').url.hostname).toBe('fr.shop.example')
})

test.each([
  'https://x',
  'HTTP://x',
  '//x',
  '\\\\x',
  'file:///x',
  'data:x',
  'gopher:x',
  'weird+x://y',
  ' https://x',
])('%s looks like an address', (text) => expect(looksLikeUrl(text)).toBe(true))
test.each([
  'https://x',
  'shop.example/e/1',
  'www.shop.example:443/e/1',
  'shop.example:6379',
  'shop.example:443',
  'user:pass@shop.example/e/1',
  'shop.example@127.0.0.1/',
  'shop.example\\@127.0.0.1/',
  'shop.example?x=1',
  '127.0.0.1#@shop.example/',
  '127.0.0.1/',
  '127\u30020\u30020\u30021/',
  '[::1]/',
  'sh\u043ep.example/e/1',
  'xn--shp-fna.xn--p1ai/e/1',
])('%s looks like an address, with or without a scheme', (text) => expect(looksLikeAddress(text)).toBe(true))
test.each([
  'jazz',
  'rock/pop',
  '24/7',
  '24.12./25.12.',
  'a.b/c',
  'Booking.com',
  'who.is?',
  'shop.example and more/less',
  'info@shop.example',
  'jazz feat./with friends',
  'velovo-marble',
  '1000000000017',
])('%s does not look like an address', (text) => expect(looksLikeAddress(text)).toBe(false))
test.each(['jazz', 'jazz: live', 'rock/pop', '24:00', 'a//b'])('%s is a keyword', (text) =>
  expect(looksLikeUrl(text)).toBe(false),
)

test('a pattern fits its host, the subdomains of a wildcard, or any public name', () => {
  const fits = (pattern: string, hosts: string[]) => hosts.filter((host) => fitsHost(pattern, host))
  const hosts = ['shop.example', 'www.shop.example', 'evilshop.example', 'shop.example.evil.tld', '127.0.0.1']
  expect(fits('shop.example', hosts)).toEqual(['shop.example'])
  expect(fits('*.shop.example', hosts)).toEqual(['shop.example', 'www.shop.example'])
  expect(fits('*', [...hosts, 'localhost', '[::1]', 'a.xn--p1ai', 'shop.example.'])).toEqual([
    'shop.example',
    'www.shop.example',
    'evilshop.example',
    'shop.example.evil.tld',
    'a.xn--p1ai',
  ])
})

const readOnHosts = (hosts: string[], text: string) =>
  createAddresses([
    {
      provider: provider<string, unknown>({
        address: ({ url }) => url.href,
        page: (address) => address,
        extract: () => {
          throw new Error('not read')
        },
      }),
      site: siteAt(toTemplate(hosts)),
    },
  ]).read(text, 'query')

test('an address on a configured host stays there, over https and without its fragment', () => {
  expect(readOnHosts(['shop.example', '*.news.example'], 'http://www.news.example/a?b=1#c')).toBe(
    'https://www.news.example/a?b=1',
  )
})

test('an address on another host names the parameter and the hosts', () => {
  expect(() => readOnHosts(['shop.example', '*.news.example'], 'https://evil.example/')).toThrow(
    'Bad Request: query must be an address on https://shop.example or https://*.news.example',
  )
  const many = Array.from({ length: 8 }, (_, i) => `h${i}.example`)
  expect(() => readOnHosts(many, 'https://evil.example/')).toThrow(/h4\.example or 3 other hosts$/)
  expect(() => readOnHosts(['*'], 'https://127.0.0.1/')).toThrow(
    'Bad Request: query must be an address of a public host',
  )
})
