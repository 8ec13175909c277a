// Property listings: removed ones, bot walls, programmes and other failures, and which addresses are listings.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { realestateFr } from './index.ts'
import { property } from './property.ts'

const root = 'https://www.realestate-fr.example'
const portal = onSite(realestateFr, property)
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (body: string, id: number, more: Partial<Page> = {}): Page => ({
  url: `${root}/annonces/achat/maison/ville-44/${id}.htm`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...more,
})
const query = (id: number, wantsSource = false) => ({
  path: `/annonces/achat/maison/ville-44/${id}.htm`,
  id,
  wantsSource,
})
const read = (body: string, id: number, more: Partial<Page> = {}) => {
  const outcome = portal.extract(page(body, id, more), query(id))
  return outcome.kind === 'found' ? outcome.record : outcome.kind
}

const gone = fixture('gone-state.html')
test.each([404, 410])('a removed listing is not found by status %i', (status) => {
  expect(read(fixture('current.html'), 190000123, { status })).toBe('not_found')
})
test.each(['404', '410', '\\"410\\"'])(
  'a removed listing is not found by the state of a page that answers 200: %s',
  (code) => {
    expect(read(gone.replace('\\"STATUS\\"', code), 190000999)).toBe('not_found')
  },
)
test('a removed listing is not found by the state of an older page', () => {
  const state = JSON.stringify({
    props: { pageProps: { statusCode: 410, listingData: null } },
    page: '/_error',
  })
  expect(read(`<script id="__NEXT_DATA__" type="application/json">${state}</script>`, 1)).toBe('not_found')
})
test('a removed listing is not found by a redirect to a search page, whatever listings that shows', () => {
  const url = `${root}/immobilier/achat/immo-bordeaux-33/`
  expect(read(fixture('linked-product.html'), 190000789, { url })).toBe('not_found')
})
test('a removed listing is not found by a redirect to another listing', () => {
  expect(read(fixture('current.html'), 190000777, { url: page('', 190000123).url })).toBe('not_found')
})
test('a removed listing is not found by words alone', () => {
  expect(read(fixture('gone-words.html'), 190000777)).toBe('not_found')
})
test('a removed listing is not found with return_page_source too', () => {
  const body = gone.replace('\\"STATUS\\"', '404')
  expect(portal.extract(page(body, 1), query(1, true))).toEqual({ kind: 'not_found' })
})

test.each([
  ['a new-build programme', fixture('programme.html'), {}, 'page_changed'],
  [
    'a programme of an older page',
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"programData":{"id":1}}}}</script>',
    {},
    'page_changed',
  ],
  [
    "linked data at a programme's address",
    fixture('linked-product.html'),
    { url: `${root}/annonces/achat_neuf/appartement/bordeaux-33/190000789.htm` },
    'page_changed',
  ],
  [
    'linked data of other listings only',
    fixture('linked-product.html').replaceAll('190000789', '5'),
    {},
    'page_changed',
  ],
  ['a bot wall', fixture('wall.html'), {}, 'upstream_blocked'],
  ['a page without data', `<h1>Bonjour</h1><p>${'mot '.repeat(300)}</p>`, {}, 'page_changed'],
])('%s gives no record', (_, body, more, reason) => {
  expect(() => read(body, 190000789, more)).toThrow(expect.objectContaining({ reason }))
})

test.each([
  ['current.html', 190000123, 'server-request'],
  ['old.html', 190000456, 'next-data'],
  ['linked-product.html', 190000789, 'json-ld'],
  ['broken.html', 190000789, 'json-ld'],
])('%s has the record form of its data', (name, id, form) => {
  expect(portal.extract(page(fixture(name), id), query(id))).toMatchObject({ kind: 'found', form })
})

test('the source of a listing page is the page itself', () => {
  const body = fixture('current.html')
  expect(portal.extract(page(body, 190000123), query(190000123, true))).toEqual({
    kind: 'page_source',
    html: body,
  })
  expect(() => portal.extract(page(fixture('wall.html'), 1), query(1, true))).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
})

test.each([
  ['a new-build programme', fixture('programme.html')],
  ['other listings', fixture('linked-product.html').replaceAll('190000789', '5')],
  ['no data at all', `<h1>Bonjour</h1><p>${'mot '.repeat(300)}</p>`],
])('the source of a page without a record is the page too: %s', (_, body) => {
  expect(() => portal.extract(page(body, 190000789), query(190000789))).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
  expect(portal.extract(page(body, 190000789), query(190000789, true))).toEqual({
    kind: 'page_source',
    html: body,
  })
})

const parse = (query: string, more = {}) => portal.parse({ query, ...more })

test.each([
  ['/annonces/achat/appartement/paris-11eme-75/190000123.htm', 190000123],
  ['/annonces/locations/maison/nantes-44/quartier-doulon/7.htm', 7],
  ['/annonce/appartement-t2-nantes-190000123', 190000123],
  ['/annonces/190000123/', 190000123],
  ['/expose/8e1049f3-8f9e-481d-a666-a635fba60191', null],
  ['/annonces/26H6IGH14AAQ', null],
])('the query may be the address %s', (path, id) => {
  expect(parse(root + path)).toEqual({ path, id, wantsSource: false })
})

test('the query is normalised: scheme, campaign and fragment are dropped', () => {
  const plain = `${root}/annonces/achat/maison/x-44/190000123.htm`
  const busy = `http://www.realestate-fr.example/annonces/achat/maison/x-44/190000123.htm?utm=1#photos`
  expect(parse(busy)).toEqual(parse(plain))
  expect(parse(plain, { return_page_source: false })).toEqual(parse(plain))
  expect(parse(plain, { return_page_source: true })).toEqual({ ...parse(plain), wantsSource: true })
})

test.each([
  ['190000123'],
  [`${root}/`],
  [`${root}/immobilier/achat/immo-nantes-44/`],
  [`${root}/annonces/achat/appartement/paris-75011/`],
  [`${root}/recherche?id=190000123`],
  [`${root}/annonces/../190000123.htm`],
  [`${root}:8443/annonces/190000123.htm`],
  [`https://user@www.realestate-fr.example/annonces/190000123.htm`],
  [`https://www.realestate-fr.example.evil.tld/annonces/190000123.htm`],
  [`https://fr.realestate-fr.example/annonces/190000123.htm`],
  [`//www.realestate-fr.example/annonces/190000123.htm`],
  [`${root}\\@127.0.0.1/190000123.htm`],
])('the query may not be %s', (query) => {
  expect(() => parse(query)).toThrow(/^Bad Request: query /)
})
