// The addresses of supplier searches: every form of the specification is one lookup, everything else is refused.
import { onSite } from '@quarry/kit/testing/on-site'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { supplierdir } from './index.ts'
import { search } from './search.ts'

const root = 'https://www.supplierdir.example'
const { parse, site } = onSite(supplierdir, search)
const read = (query: string) => parse({ query })

test.each([
  ['/suppliers/search?searchterm=ball+valves', 'ball valves', 1],
  ['/suppliers/search?searchterm=ball%20valves&page_number=3', 'ball valves', 3],
  ['/suppliers/search/?SearchTerm=ball+valves&cov=NA', 'ball valves', 1],
  ['/search?q=valves&page_number=2', 'valves', 2],
  ['/search/ball-valves', 'ball valves', 1],
  ['/suppliers/ball-valves-20909153', null, 1],
  ['/suppliers/ball-valves-20909153?page_number=4', null, 4],
  ['/suppliers/all-regions/ball-valves-20909153/?page_number=4', null, 4],
  ['/category/ball-valves-20909153', null, 1],
  ['/products/ball-valves-20909153-2.html', null, 2],
  ['/products/ball-valves-20909153-2.html?page_number=5', null, 5],
  ['/nsearch.html?cov=NA&what=valves&heading=20909153&page_number=2', 'valves', 2],
  ['/search.html?heading=20909153', '20909153', 1],
])('%s is a search', (path, term, page) => {
  expect(read(root + path)).toMatchObject({ term, page })
})

test('a query has its words and its page, separate from the address of the site', () => {
  expect(read(`${root}/suppliers/search?searchterm=ball+valves&page_number=3&cov=NA`)).toEqual({
    term: 'ball valves',
    page: 3,
    path: '/suppliers/search',
    search: '?cov=NA&searchterm=ball+valves&page_number=3',
  })
  expect(read(`${root}/suppliers/ball-valves-20909153`)).toEqual({
    term: null,
    page: 1,
    path: '/suppliers/ball-valves-20909153',
    search: '',
  })
})

test.each([
  ['/suppliers', 'must be the URL of a search or category page of the directory'],
  ['/suppliers/search', 'must be a search URL with a search term'],
  ['/suppliers/search?searchterm=a%00b', 'must not contain control characters'],
  ['/suppliers/search?searchterm=a&page_number=0', 'must be a URL with one page_number from 1 to 10000'],
])('%s is refused with the problem', (path, problem) => {
  expect(() => read(root + path)).toThrow(`Bad Request: query ${problem}`)
})

test('equal searches are one lookup', () => {
  const plain = read(`${root}/suppliers/search?cov=NA&searchterm=ball+valves`)
  for (const path of [
    '/suppliers/search?searchterm=ball%20valves&cov=NA',
    '/suppliers/search?searchterm=ball+valves&page_number=1&cov=NA#results',
  ])
    expect(read(root + path)).toEqual(plain)
  expect(read(` ${root.replace('https', 'http')}/suppliers/search?cov=NA&searchterm=ball+valves `)).toEqual(
    plain,
  )
})

test.each([
  'ball valves',
  '//www.supplierdir.example/suppliers/search?searchterm=valves',
  `${root}/`,
  `${root}/suppliers`,
  `${root}/suppliers/search`,
  `${root}/suppliers/search?searchterm=`,
  `${root}/suppliers/search?searchterm=%20&cov=NA`,
  `${root}/suppliers/search?searchterm=a%00b`,
  `${root}/nsearch.html`,
  `${root}/company/veltora-10000017/profile`,
  `${root}/suppliers/ball-valves`,
  `${root}/admin/ball-valves-20909153`,
  `${root}/suppliers/search?searchterm=valves&page_number=0`,
  `${root}/suppliers/search?searchterm=valves&page_number=-1`,
  `${root}/suppliers/search?searchterm=valves&page_number=1.5`,
  `${root}/suppliers/search?searchterm=valves&page_number=two`,
  `${root}/suppliers/search?searchterm=valves&page_number=`,
  `${root}/suppliers/search?searchterm=valves&page_number=10001`,
  `${root}/suppliers/search?searchterm=valves&page_number=1&page_number=2`,
  'https://www.otherdir.example/suppliers/search?searchterm=valves',
  'https://old.supplierdir.example/suppliers/search?searchterm=valves',
  `${root}.evil.tld/suppliers/search?searchterm=valves`,
  `${root}:8443/suppliers/search?searchterm=valves`,
  `${root}/../suppliers/search?searchterm=valves`,
])('%s is refused by name', (query) => {
  expect(() => read(query)).toThrow(/^Bad Request: query must /)
})

test('no address, however odd, leads to another site or throws anything but a refusal', () => {
  const part = fc.string({ unit: 'binary', maxLength: 30 })
  fc.assert(
    fc.property(part, part, (path, query) => {
      for (const text of [
        `${root}/suppliers/${path}?searchterm=${query}`,
        `${root}/search/${encodeURIComponent(path.toWellFormed())}?${query}`,
      ]) {
        try {
          const query = read(text)
          const { page, term } = query
          const url = site.url(`${query.path}${query.search}`).href
          expect(url.startsWith(`${root}/`)).toBe(true)
          expect(page).toBeGreaterThanOrEqual(1)
          expect(term ?? '').not.toMatch(/\p{Cc}/u)
        } catch (thrown) {
          expect(thrown).toMatchObject({ name: 'Refusal', reason: 'invalid_parameter' })
        }
      }
    }),
    { numRuns: 100 },
  )
})
