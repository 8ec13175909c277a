// The size class and the id of a company, from pages that have them in few places: linked data and a bare body.
import { expect, test } from 'vitest'
import { site } from './providers/site.ts'

const address = 'https://www.socialnet.example/company/fjordlys'
const extractBody = (head: string, body: string) => {
  const outcome = site.extract(
    {
      url: address,
      status: 200,
      contentType: 'text/html',
      body: `<html><head>${head}</head><body>${body}</body></html>`,
    },
    { username: 'fjordlys' },
  )
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}
const linkedPage = (more: object, body = '<h2>Fjordlys</h2>') => {
  const node = { '@type': 'Organization', name: 'Fjordlys', url: address, ...more }
  return extractBody(`<script type="application/ld+json">${JSON.stringify(node)}</script>`, body)
}

test.each([
  [1, '1-10'],
  [10, '1-10'],
  [11, '10-50'],
  [50, '10-50'],
  [51, '50-200'],
  [200, '50-200'],
  [201, '200-500'],
  [500, '200-500'],
  [501, null],
  [1000, null],
  [1001, '1k-5k'],
  [5000, '1k-5k'],
  [5001, '5k-10k'],
  [10_000, '5k-10k'],
  [10_001, 'over-10k'],
])('%i employees are in the class %s, whether or not the page states one', (count, range) => {
  const numberOfEmployees = { value: count }
  expect(linkedPage({ numberOfEmployees })).toMatchObject({ staff_count: count, staff_range: range })
  const stated = '<h1>Fjordlys</h1><div data-test-id="about-us__size"><dd>2-10 employees</dd></div>'
  expect(linkedPage({ numberOfEmployees }, stated)).toMatchObject({ staff_range: range })
  expect(linkedPage({}, stated)).toMatchObject({ staff_count: null, staff_range: '1-10' })
})

test.each<[string, object, string]>([
  ['a section', {}, '<section data-entity-id="urn:li:organization:4711"></section>'],
  ['an identifier', { identifier: '4711' }, ''],
  ['a numeric identifier', { identifier: 4711 }, ''],
  ['a named identifier', { identifier: [{ '@type': 'PropertyValue', value: 'x' }, { value: '4711' }] }, ''],
  ['a URN', { '@id': 'urn:li:organization:4711' }, ''],
])('the id is read from %s of a page without a report link', (_, node, body) => {
  expect(linkedPage(node, `<h2>Fjordlys</h2>${body}`).company_id).toBe(4711)
})

test.each<[string, object, string]>([
  ['the address of the page', { '@id': 'https://www.socialnet.example/company/4711' }, ''],
  ['a tax number', { identifier: 'DE-4711' }, ''],
  [
    'sections of several companies',
    {},
    '<i data-entity-id="urn:li:organization:1"></i><i data-entity-id="urn:li:organization:2"></i>',
  ],
])('%s gives no id', (_, node, body) => {
  expect(linkedPage(node, `<h2>Fjordlys</h2>${body}`).company_id).toBeNull()
})
