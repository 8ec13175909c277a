// Patterns of host names, and addresses on the hosts that an operator chose.
import { expect, test } from 'vitest'
import { createAddresses } from './addresses.ts'
import { fitsHost } from './host-pattern.ts'
import { provider } from './provider.ts'
import { siteAt, toTemplate } from './site.ts'

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

const read = (hosts: string[], text: string) =>
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
  expect(read(['shop.example', '*.news.example'], 'http://www.news.example/a?b=1#c')).toBe(
    'https://www.news.example/a?b=1',
  )
})

test('an address on another host names the parameter and the hosts', () => {
  expect(() => read(['shop.example', '*.news.example'], 'https://evil.example/')).toThrow(
    'Bad Request: query must be an address on https://shop.example or https://*.news.example',
  )
  const many = Array.from({ length: 8 }, (_, i) => `h${i}.example`)
  expect(() => read(many, 'https://evil.example/')).toThrow(/h4\.example or 3 other hosts$/)
  expect(() => read(['*'], 'https://127.0.0.1/')).toThrow(
    'Bad Request: query must be an address of a public host',
  )
})
