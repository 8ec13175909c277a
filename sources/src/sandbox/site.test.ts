// Routes of a sandbox site, and finding subjects by id, number or name.
import { expect, test } from 'vitest'
import {
  addCheckDigit,
  createFinder,
  findByEan,
  findById,
  type IdRange,
  listIndexes,
  toEan,
} from './catalogue.ts'
import { createSite, readCount, redirect, renderMessage, respondJson, route, type SiteLook } from './site.ts'

const siteLook: SiteLook = { seed: 'lanterns', lang: 'en', weightKb: 1 }
const site = createSite({
  routes: [
    route('/plain', () => '<p>page</p>'),
    route(/^\/lanterns\/([^/]+)(?:\/(\d+))?$/, (_, name, size) => respondJson({ name, size })),
    route('/old', () => redirect('/plain')),
    route('/unknown', () => undefined),
  ],
  notFound: () => renderMessage(siteLook, 404, 'No <lantern>', 'Missing'),
})
const request = (path: string) =>
  site({ method: 'GET', url: new URL(path, 'https://www.lanterns.example'), json: null, now: new Date() })

test('the first route that matches answers, with decoded groups', () => {
  expect(request('/plain')).toEqual({ body: '<p>page</p>' })
  expect(request('/lanterns/caf%C3%A9/7').body).toBe('{"name":"café","size":"7"}')
  expect(request('/lanterns/100%')).toMatchObject({ status: 200, body: '{"name":"100%","size":""}' })
  expect(request('/old')).toEqual({ status: 301, headers: { location: '/plain' }, body: '' })
})

test.each(['/unknown', '/plain/more', '/'])('%s is not found, with an escaped message', (path) => {
  const { status, body } = request(path)
  expect(status).toBe(404)
  expect(body).toContain('<h1>No &lt;lantern&gt;</h1>')
  expect(body).toContain('<title>Missing</title>')
})

test.each([
  ['', 10],
  ['?n=3', 3],
  ['?n=99', 50],
  ['?n=0', 10],
  ['?n=-1', 10],
  ['?n=1.5', 10],
  ['?n=many', 10],
])('a count read from "%s" is %d', (query, expected) => {
  expect(readCount(new URL(`https://x.example/${query}`), 'n', { otherwise: 10, max: 50 })).toBe(expected)
})

const ids: IdRange = { count: 5, first: 10_000_001, step: 7 }
const make = (index: number) => ({ index, ean: toEan(ids, '3210', index) })

test('every id and article number finds its own subject, and no other number finds one', () => {
  for (const index of listIndexes(ids)()) {
    const { ean } = make(index)
    expect(findById(ids, ids.first + index * ids.step, make)?.index).toBe(index)
    expect(findByEan(ids, ean, make)?.index).toBe(index)
    expect(findByEan(ids, ean.replace('3210', '3250'), make)).toBeUndefined()
  }
  for (const id of [0, 10_000_002, 10_000_036, 9_999_994, '', 'x'])
    expect(findById(ids, id, make)).toBeUndefined()
  expect(listIndexes(ids, (index) => index % 2 === 0)()).toEqual([0, 2, 4])
  expect(addCheckDigit('400638133393')).toBe('4006381333931')
})

test('a finder builds its table once, at the first lookup, and ignores case', () => {
  let reads = 0
  const find = createFinder(
    () => {
      reads += 1
      return [{ name: 'Ab' }]
    },
    ({ name }) => name,
  )
  expect(reads).toBe(0)
  expect(find('aB')).toEqual({ name: 'Ab' })
  expect(find('ac')).toBeUndefined()
  expect(reads).toBe(1)
})
