// The parameters of the directory's lookups: accepted forms, refused ones, and that a caller's domain is never fetched.
import { Failure, isFailure, isInvalidParameter } from '@quarry/kit/errors'
import { hostileAddresses } from '@quarry/kit/testing/address-corpus'
import { type OnSite, onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { company as source } from './index.ts'

const endpointAt = (path: string): OnSite => {
  const endpoint = source.endpoints.find((candidate) => candidate.path === path)
  if (!endpoint) throw new Error(path)
  return onSite(source, endpoint)
}
const parse = (path: string, query: string) => endpointAt(path).parse({ query })

test.each([
  'acme.example',
  'ACME.example',
  'www.acme.example',
  'https://acme.example',
  'http://www.acme.example/x?y',
])('%s is the same lookup everywhere', (query) => {
  expect(parse('/v2/company/social', query)).toEqual({ domain: 'acme.example' })
  expect(parse('/v2/company/email_pattern', query)).toEqual({ domain: 'acme.example' })
  expect(parse('/v2/company', query)).toMatchObject({ domain: 'acme.example' })
})

test('a name is not a domain, and equal names are equal lookups', () => {
  expect(parse('/v2/company', '  Acme   & Sons ')).toEqual(parse('/v2/company', 'acme & sons'))
  expect(parse('/v2/company', 'Acme & Sons')).toEqual({ domain: null, name: 'acme & sons' })
  expect(parse('/v2/company', 'Booking.com')).toEqual({ domain: 'booking.com', name: 'booking.com' })
  expect(parse('/v2/company', 'https://www.acme.example')).toEqual({ domain: 'acme.example', name: null })
  expect(parse('/v2/company/suggest', ' Fen&x=1#y ')).toEqual({ beginning: 'fen&x=1#y' })
})

/** The addresses that a lookup reads, each of which is answered with 404. */
const listRequests = async (path: string, query: string): Promise<string[]> => {
  const urls: string[] = []
  await endpointAt(path).find({ query }, async (url) => {
    urls.push(url)
    return { url, status: 404, contentType: 'text/html', body: '' }
  })
  return urls
}

test('the directory is asked for the page, then for the name and for the name without its legal form', async () => {
  const at = (path: string) => `https://www.company.example${path}`
  expect(await listRequests('/v2/company/social', 'acme.example')).toEqual([at('/companies/acme.example')])
  expect(await listRequests('/v2/company/email_pattern', 'acme.example')).toEqual([
    at('/companies/acme.example/contacts'),
  ])
  expect(await listRequests('/v2/company/suggest', ' Fen&x=1#y ')).toEqual([
    at('/autocomplete?q=fen%26x%3D1%23y'),
  ])
  expect(await listRequests('/v2/company', 'Acme & Sons')).toEqual([at('/autocomplete?q=acme%20%26%20sons')])
  expect(await listRequests('/v2/company', 'Acme.com Ltd')).toEqual([
    at('/autocomplete?q=acme.com%20ltd'),
    at('/autocomplete?q=acme.com'),
  ])
  expect(await listRequests('/v2/company', 'Booking.com')).toEqual([
    at('/companies/booking.com'),
    at('/autocomplete?q=booking.com'),
  ])
  expect(await listRequests('/v2/company', 'https://acme.example')).toEqual([at('/companies/acme.example')])
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

test.each(source.endpoints.map(({ path }) => path))(
  '%s sends requests to the directory only',
  async (path) => {
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
      const urls: string[] = []
      try {
        await endpointAt(path).find({ query }, async (url) => {
          urls.push(url)
          throw new Failure('upstream_failed', 'no site in this test')
        })
      } catch (thrown) {
        if (!isInvalidParameter(thrown) && !isFailure(thrown)) throw thrown
      }
      for (const url of urls) {
        expect(url, query).toMatch(
          /^https:\/\/www\.company\.example\/(?:companies\/[a-z0-9.-]+(?:\/contacts)?|autocomplete\?q=[^&#?/]+)$/,
        )
        expect(new URL(url).href, query).toBe(url)
      }
    }
  },
)

test('a saved page is read with the parameters in its address', () => {
  const at = (path: string, url: string) => {
    const endpoint = endpointAt(path)
    return endpoint.parse(endpoint.paramsFromUrl(url))
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
    beginning: 'fen',
  })
  expect(at('/v2/company/suggest', 'https://www.company.example/')).toEqual({ beginning: 'company' })
})
