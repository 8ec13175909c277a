// Further pages of a list of funding rounds: the site is read by its own cursor, the register of filings as far as
// filings were read.
import type { Get, Outcome } from '@quarry/kit/outcome'
import { siteAt } from '@quarry/kit/site'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect, test } from 'vitest'
import { fakeEdgar, fakeFormD } from '../testing/fake-edgar.ts'
import { fundingRounds } from './funding-rounds.ts'
import { startupdb } from './index.ts'
import { secEdgarFundingRounds } from './providers/sec-edgar-funding-rounds.ts'
import type { RoundsRecord } from './round-records.ts'

const { find } = onSite(startupdb, fundingRounds)
const sandbox = sandboxGet(startupdb, new Date('2026-11-15T12:00:00Z'))

function show(outcome: Outcome<unknown>) {
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  const { total, results } = outcome.record as RoundsRecord
  return { total, ids: results.map(({ uuid }) => uuid), isPartial: outcome.isPartial }
}

/** Answers with `size` rounds a page, whatever the request says, and counts the requests. */
function siteWithPages(size: number) {
  const requests = { count: 0 }
  const get: Get = async (url, options) => {
    requests.count += 1
    return sandbox(url, { json: { ...(options?.json as object), limit: size } })
  }
  return { requests, get }
}

test.each([250, 100, 60])('pages of %i rounds on the site give the same lists', async (size) => {
  const { get } = siteWithPages(size)
  const ids = new Set<string>()
  for (const page of [1, 2]) {
    const params = { days_since_announcement: 200, page }
    const expected = show(await find(params, sandbox))
    expect(show(await find(params, get))).toEqual(expected)
    for (const id of expected.ids) ids.add(id)
  }
  expect(ids.size).toBe(2000)
})

test('a page beyond the end takes one request, and any other only those up to its end', async () => {
  const beyond = siteWithPages(250)
  const params = { days_since_announcement: 360, page: 1000 }
  const { total, ids } = show(await find(params, beyond.get))
  expect([ids, beyond.requests.count]).toEqual([[], 1])
  expect(total).toBeGreaterThan(2000)
  const second = siteWithPages(250)
  await find({ ...params, page: 2 }, second.get)
  expect(second.requests.count).toBe(8)
})

test('only the ids of rounds on earlier pages are requested', async () => {
  const fields: unknown[] = []
  await find({ days_since_announcement: 200, page: 2 }, (url, options) => {
    fields.push((options?.json as Record<string, unknown> | undefined)?.field_ids)
    return sandbox(url, options)
  })
  expect(fields.slice(0, 4)).toEqual(Array(4).fill(['identifier']))
  for (const names of fields.slice(4)) expect(names).toContain('investor_identifiers')
})

test('a site with fewer rounds than it states gives a partial response', async () => {
  const get: Get = async (url, options) => {
    const page = await sandbox(url, options)
    const response = JSON.parse(page.body) as { count: number }
    return { ...page, body: JSON.stringify({ ...response, count: response.count + 1 }) }
  }
  const params = { days_since_announcement: 7 }
  expect(show(await find(params, sandbox)).isPartial).toBeUndefined()
  expect(show(await find(params, get)).isPartial).toBe(true)
})

test('the register of filings has further pages as far as its filings were read', async () => {
  const filings = Array.from({ length: 1_050 }, (_, n) => fakeFormD(n, n < 600 ? '2026-11-06' : '2026-11-05'))
  const { get } = fakeEdgar({ filings })
  const fetchPage = async (page: number) =>
    show(
      await secEdgarFundingRounds.find(
        { days: 30, type: null, investor: null, organization: null, page },
        { get, site: siteAt('https://www.startupdb.example') },
      ),
    )
  expect(await fetchPage(2)).toEqual({ total: 60, ids: [], isPartial: true })
  for (let call = 2; call <= 18; call += 1) await fetchPage(2)
  const [second, first] = [await fetchPage(2), await fetchPage(1)]
  expect([first.ids.length, first.isPartial]).toEqual([1000, true])
  expect([second.total, second.ids.length, second.isPartial]).toEqual([1_050, 50, undefined])
  expect(new Set([...first.ids, ...second.ids]).size).toBe(1_050)
})
