// What callers may ask the directory by: every form accepted, every other refused by name, nothing ever fetched
// from a caller's domain.
import { expect, test } from 'vitest'
import { hostileAddresses } from '../../../test/support/address-corpus.ts'
import { siteOf } from '../../../test/support/sandbox-get.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Failure, Refusal } from '../../errors.ts'
import { company as source } from './index.ts'

const site = siteOf(source)
const named = (path: string): Endpoint => {
  const endpoint = source.endpoints.find((candidate) => candidate.path === path)
  if (!endpoint) throw new Error(path)
  return endpoint
}
const parse = (path: string, query: string) => named(path).parse({ query }, site)

test.each([
  'acme.example',
  'ACME.example',
  'www.acme.example',
  'https://acme.example',
  'http://www.acme.example/x?y',
])('%s is the same lookup everywhere', (query) => {
  const root = 'https://www.company.example/companies/'
  expect(parse('/v2/company/social', query)).toEqual({ domain: 'acme.example', url: `${root}acme.example` })
  expect(parse('/v2/company/email_pattern', query)).toEqual({
    domain: 'acme.example',
    url: `${root}acme.example/contacts`,
  })
  expect(parse('/v2/company', query)).toMatchObject({ domain: 'acme.example' })
})

test('a name is no domain, and equal names are equal lookups', () => {
  expect(parse('/v2/company', '  Acme   & Sons ')).toEqual(parse('/v2/company', 'acme & sons'))
  expect(parse('/v2/company', 'Acme & Sons')).toMatchObject({
    domain: null,
    name: 'acme & sons',
    suggestions: ['https://www.company.example/autocomplete?q=acme%20%26%20sons'],
  })
  expect(parse('/v2/company', 'Booking.com')).toMatchObject({ domain: 'booking.com', name: 'booking.com' })
  expect(parse('/v2/company/suggest', ' Fen&x=1#y ')).toEqual({
    url: 'https://www.company.example/autocomplete?q=fen%26x%3D1%23y',
  })
})

const machines = [
  'localhost',
  '127.0.0.1',
  '169.254.169.254',
  '0x7f.1',
  '[::1]',
  '::1',
  'http://2130706433/',
  'https://x:y@acme.example',
  '...',
  '',
]

test.each(source.endpoints.map(({ path }) => path))('%s refuses what names a machine or nothing', (path) => {
  for (const query of machines) expect(() => parse(path, query), query).toThrow(/^Bad Request: query must be/)
})

test.each(source.endpoints.map(({ path }) => path))('%s asks nobody but the directory', async (path) => {
  const keys = [
    ...machines,
    '..',
    'a/../../admin',
    '../../admin',
    'x?y#z',
    'acme.example/../../admin',
    'acme.example%2f..',
    ...hostileAddresses('www.company.example'),
  ]
  for (const query of keys) {
    const asked: string[] = []
    try {
      await named(path).run(parse(path, query), async (url) => {
        asked.push(url)
        throw new Failure('upstream_failed', 'no site in this test')
      })
    } catch (thrown) {
      if (!(thrown instanceof Refusal) && !(thrown instanceof Failure)) throw thrown
    }
    for (const url of asked) {
      expect(url, query).toMatch(
        /^https:\/\/www\.company\.example\/(?:companies\/[a-z0-9.-]+(?:\/contacts)?|autocomplete\?q=[^&#?/]+)$/,
      )
      expect(new URL(url).href, query).toBe(url)
    }
  }
})

test('a saved page is read with the parameters in its address', () => {
  const at = (path: string, url: string) => {
    const endpoint = named(path)
    const params = endpoint.paramsFromUrl?.(url) as { query: string }
    return endpoint.parse(params, site)
  }
  expect(
    at('/v2/company/email_pattern', 'https://www.company.example/companies/acme.example/contacts'),
  ).toMatchObject({ domain: 'acme.example' })
  expect(at('/v2/company', 'https://www.company.example/companies/www.acme.example/')).toMatchObject({
    domain: 'acme.example',
  })
  expect(at('/v2/company/social', 'https://www.company.example/')).toMatchObject({
    domain: 'company.example',
  })
  expect(at('/v2/company/suggest', 'https://www.company.example/autocomplete?q=fen')).toEqual({
    url: 'https://www.company.example/autocomplete?q=fen',
  })
  expect(at('/v2/company/suggest', 'https://www.company.example/')).toEqual({
    url: 'https://www.company.example/autocomplete?q=company',
  })
})
