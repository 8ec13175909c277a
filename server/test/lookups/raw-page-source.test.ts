// A listing as a record and as raw HTML over HTTP: a foreign page is sent sandboxed, so it can do nothing on our
// origin, and costs as much as the record. Removed listings and bot walls end the same way for both.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account()).secret
})

const buildUrl = (index: number, slug = 'x') =>
  `https://www.realestate-fr.example/annonces/${slug}/${200_000_017 + index * 7727}.htm`
const property = (query: string, more = '') =>
  app.call(secret, `/v2/realestate_fr/property?query=${encodeURIComponent(query)}${more}`)

test('a listing is a record, billed two credits', async () => {
  const response = await property(buildUrl(19))
  expect(response.status).toBe(200)
  expect(response.headers.get('x-credits-used')).toBe('2')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toMatchObject({ listing: { listing_detail: { id: 200_146_830 } } })
})

test('its source is the page as the site sent it, sandboxed and with nosniff', async () => {
  const response = await property(buildUrl(19), '&return_page_source=true')
  expect(response.status).toBe(200)
  expect(response.headers.get('x-credits-used')).toBe('2')
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('content-security-policy')).toMatch(/(?:^|;)\s*sandbox\s*(?:;|$)/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const html = await response.text()
  expect(html).toMatch(/^<!DOCTYPE html>/)
  expect(html).toContain('__NEXT_DATA__')
})

describe.each(['', '&return_page_source=true'])('with %j', (more) => {
  // The sandbox's removed listings, one for each form that the site uses.
  test.each([13, 53, 93, 133, 173])('removed listing %i is not found, and billed', async (index) => {
    const response = await property(buildUrl(index), more)
    expect([response.status, response.headers.get('x-credits-used')]).toEqual([404, '2'])
    expect(await response.json()).toEqual({ error: 'Not Found' })
  })

  test('a bot wall is an upstream failure, and free', async () => {
    const response = await property(buildUrl(19, 'fault-blocked'), more)
    expect([response.status, response.headers.get('x-error-reason')]).toEqual([500, 'upstream_blocked'])
  })
})

test.each([27, 67])(
  'programme %i has no record, and is free; its source is a page like any other',
  async (index) => {
    const record = await property(buildUrl(index))
    expect([record.status, record.headers.get('x-error-reason')]).toEqual([500, 'page_changed'])
    expect(record.headers.get('x-credits-used')).toBe('0')
    const source = await property(buildUrl(index), '&return_page_source=true')
    expect([source.status, source.headers.get('x-credits-used')]).toEqual([200, '2'])
    expect(await source.text()).toMatch(/^<!DOCTYPE html>/)
  },
)

test.each(['1', 'yes'])('return_page_source=%s is refused with the name of the parameter', async (value) => {
  const response = await property(buildUrl(19), `&return_page_source=${value}`)
  expect(response.status).toBe(400)
  expect(((await response.json()) as { error: string }).error).toMatch(/^Bad Request: return_page_source /)
})
