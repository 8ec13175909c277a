// Which parameters are the domain of a company.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLikeHost, readCompanyDomain } from './company-domain.ts'

test.each([
  ['acme.example', 'acme.example'],
  ['  ACME.Example ', 'acme.example'],
  ['www.acme.example', 'acme.example'],
  ['https://acme.example', 'acme.example'],
  ['http://www.acme.example/about?x=1#y', 'acme.example'],
  ['acme.example/about', 'acme.example'],
  ['acme.example.', 'acme.example'],
  ['shop.acme.co.uk', 'shop.acme.co.uk'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['https://videos.example/@acme', 'videos.example'],
  ['www.example', 'www.example'],
])('%s is the domain %s', (text, domain) => {
  expect(readCompanyDomain(text, 'query')).toBe(domain)
})

test.each([
  '',
  'acme',
  'localhost',
  'db.localhost',
  'printer.local',
  'metadata.cloud.internal',
  '1.0.0.127.in-addr.arpa',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '169.254.169.254',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '[::1]',
  '::1',
  'http://[::1]/',
  'https://acme.example@127.0.0.1/',
  'jane@acme.example',
  'https://acme.example\\@127.0.0.1/',
  'https://acme.example:6379/',
  'acme.example:80',
  '//acme.example/',
  'ftp://acme.example/',
  'file:///etc/passwd',
  'data:text/html,x.example',
  'acme .example',
  'acme.example\u0000',
  'acme%2eexample',
  '_dmarc.acme.example',
  '-acme.example',
  'acme..example',
  '1/../../admin',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(130)}example`,
])('%j is no company domain', (text) => {
  expect(() => readCompanyDomain(text, 'domain')).toThrow(/^Bad Request: domain must be a public domain/)
})

const pieces = fc
  .array(
    fc.constantFrom(
      'https://',
      'www.',
      'acme',
      '.',
      'example',
      'xn--',
      '-',
      '@',
      ':',
      '/',
      '127',
      '0x7f',
      '。',
      'é',
      '%2e',
      '#',
      '?',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('whatever is accepted stays inside a domain, and is accepted again as itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), pieces), (text) => {
      let domain: string
      try {
        domain = readCompanyDomain(text, 'query')
      } catch {
        return
      }
      expect(domain).toMatch(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/)
      // It is no IPv4 address in any spelling. Some versions of Node.js accept any label that begins with xn--.
      expect(domain).not.toMatch(/\.(?:\d+|0x[0-9a-f]*)$/)
      expect(readCompanyDomain(domain, 'query')).toBe(domain.replace(/^www\.(?=.*\.)/, ''))
    }),
    { numRuns: 1000 },
  )
})

test('a host is distinguished from a name', () => {
  for (const host of [
    'acme.example',
    '169.254.169.254',
    '127.1',
    'localhost',
    '::1',
    'https://x',
    'booking.com/x',
    '127。0。0。1',
  ])
    expect(looksLikeHost(host), host).toBe(true)
  for (const name of ['Acme', 'Acme Ltd.', 'S.A.', 'Dr. Oetker & Sons', '3000', 'St. Mark', 'A: B'])
    expect(looksLikeHost(name), name).toBe(false)
})
