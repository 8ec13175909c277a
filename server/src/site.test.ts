import { expect, test } from 'vitest'
import { hostileAddresses } from '../test/support/address-corpus.ts'
import { Refusal } from './errors.ts'
import { looksLikeUrl, siteAt } from './site.ts'

const site = siteAt('https://{domain}.shop.example', ['fr', 'co.uk'])

test('hosts are the template with each domain', () =>
  expect(site.hosts).toEqual(['fr.shop.example', 'co.uk.shop.example']))

test('addresses are built on the site, and a path stays a path', () => {
  expect(site.url('/e/1?x=2', 'co.uk').href).toBe('https://co.uk.shop.example/e/1?x=2')
  expect(site.url('//evil.tld/x', 'fr').hostname).toBe('fr.shop.example')
})

test('an own address is rebuilt without fragment, http is read as https', () => {
  const { url, domain } = site.read('http://FR.shop.example/e/x-1?a=b#frag', 'query')
  expect([url.href, domain]).toEqual(['https://fr.shop.example/e/x-1?a=b', 'fr'])
})

test.each(
  hostileAddresses('fr.shop.example').filter((address) => address !== 'https://fr.shop.example//127.0.0.1/'),
)('%s is refused, naming the parameter', (address) => {
  expect(() => site.read(address, 'query')).toThrow(Refusal)
  expect(() => site.read(address, 'query')).toThrow(/^Bad Request: query must be /)
})

test('a double slash in the path does not change the host', () => {
  expect(site.read('https://fr.shop.example//127.0.0.1/', 'query').url.hostname).toBe('fr.shop.example')
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
test.each(['jazz', 'jazz: live', 'rock/pop', '24:00', 'a//b'])('%s is a keyword', (text) =>
  expect(looksLikeUrl(text)).toBe(false),
)
