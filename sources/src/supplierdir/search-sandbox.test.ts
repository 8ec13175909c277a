// The search of the sandbox directory: paging to the end, order, filters, categories and companies by name.
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { beforeAll, expect, test } from 'vitest'
import { supplierdir } from './index.ts'
import { site } from './providers/site.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { search } from './search.ts'

const root = 'https://www.supplierdir.example'
const directory = onSite(supplierdir, search)
const now = new Date('2026-11-15T12:00:00Z')
const toPage = (body: string, change: Partial<Page> = {}): Page => ({
  url: `${root}/suppliers/search?searchterm=x`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...change,
})
const address = (path: string) => directory.parse({ query: root + path })

beforeAll(() => allowLargeDom())

type Found = {
  filters: { id: string; count: number; label: string; section: string }[]
  results: { tgrams_id: string; name: string; rank: string | null; url: string }[]
  pagination: { current: number; total_results: number; total_pages: number; has_next_page: boolean }
  company_name_matches: { name: string }[]
}

function readSandboxPage(path: string): Found {
  const input = address(path)
  const url = directory.site.url(`${input.path}${input.search}`)
  const { body, status = 200 } = sandbox({ method: 'GET', url, json: undefined, now })
  const outcome = site.extract(toPage(body, { status, url: url.href }), input)
  if (outcome.kind !== 'found') throw new Error(`${path}: ${outcome.kind}`)
  return outcome.record as Found
}

function walk(path: string): string[] {
  const seen: string[] = []
  for (let page = 1; page < 200; page++) {
    const { results, pagination } = readSandboxPage(
      `${path}${path.includes('?') ? '&' : '?'}page_number=${page}`,
    )
    seen.push(...results.map((item) => item.tgrams_id))
    if (!pagination.has_next_page) return seen
  }
  throw new Error(`${path} never ends`)
}

test('every form of a search pages to the end, without repeats or gaps', () => {
  const total = readSandboxPage('/suppliers/search?searchterm=valves').pagination.total_results
  expect(total).toBeGreaterThan(25)
  const walked = walk('/suppliers/search?searchterm=valves')
  expect(walked).toHaveLength(total)
  expect(new Set(walked).size).toBe(total)
  for (const path of ['/suppliers/search?searchterm=valves', '/nsearch.html?what=valves'])
    expect(readSandboxPage(`${path}&page_number=99`)).toMatchObject({
      results: [],
      pagination: { current: 99, total_results: total, has_next_page: false },
    })
  // The old address shows the same suppliers in the same order, in markup only.
  expect(walk('/nsearch.html?what=valves')).toEqual(walked)
  expect(walk('/search/valves')).toEqual(walked)
})

test('results are sorted by rank, over all pages', () => {
  const ranks = [1, 2, 3].flatMap((page) =>
    readSandboxPage(`/suppliers/search?searchterm=valves&page_number=${page}`).results.map(({ rank }) =>
      Number(rank),
    ),
  )
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
})

test('each filter leaves as many results as it states, and two filters leave those that match both', () => {
  const base = '/suppliers/search?searchterm=valves'
  const all = walk(base)
  const { filters } = readSandboxPage(base)
  expect(new Set(filters.map(({ section }) => section))).toEqual(
    new Set(['Materials', 'Company Type', 'Location']),
  )
  for (const { id, count } of filters)
    expect(readSandboxPage(`${base}&filters=${id}`).pagination.total_results).toBe(count)
  const brass = walk(`${base}&filters=mat-brass`)
  const makers = walk(`${base}&filters=type-M`)
  expect(walk(`${base}&filters=mat-brass,type-M`)).toEqual(
    all.filter((id) => brass.includes(id) && makers.includes(id)),
  )
})

test('a category has its own suppliers, and fewer in one region; unknown categories are not found', () => {
  const category = '/suppliers/ball-valves-20909153'
  const all = walk(category)
  expect(all.length).toBeGreaterThan(0)
  const ohio = walk('/suppliers/ohio/ball-valves-20909153')
  expect(ohio.length).toBeLessThan(all.length)
  expect(all).toEqual(expect.arrayContaining(ohio))
  expect(walk('/suppliers/usa/ball-valves-20909153')).toEqual(all)
  expect(
    readSandboxPage('/products/ball-valves-20909153-2.html').results.map((item) => item.tgrams_id),
  ).toEqual(all.slice(25, 50))
  expect(() => readSandboxPage('/suppliers/unicorns-99999999')).toThrow('not_found')
})

test('companies with the words in their name are listed, and words in no name match nothing', () => {
  const { company_name_matches: matches } = readSandboxPage('/suppliers/search?searchterm=granite')
  expect(matches.length).toBeGreaterThan(0)
  for (const { name } of matches) expect(name.toLowerCase()).toContain('granite')
  for (const path of ['/suppliers/search?searchterm=qqqqzz', '/nsearch.html?what=qqqqzz'])
    expect(readSandboxPage(path)).toMatchObject({
      results: [],
      filters: [],
      company_name_matches: [],
      pagination: { current: 1, total_results: 0, total_pages: 0, has_next_page: false },
    })
})
