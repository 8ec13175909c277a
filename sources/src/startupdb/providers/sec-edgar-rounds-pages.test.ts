// Funding rounds by EDGAR: pages of the list, what is fetched again, and how failures and timeouts end a call.
import { Failure } from '@quarry/kit/errors'
import { siteAt } from '@quarry/kit/site'
import { expect, test } from 'vitest'
import {
  type FakeEdgar,
  type FakeEdgarOptions,
  type FakeFiling,
  fakeEdgar,
  fakeFormD,
  formD,
} from '../../testing/fake-edgar.ts'
import type { RoundsQuery, RoundsRecord } from '../round-records.ts'
import { secEdgarFundingRounds } from './sec-edgar-funding-rounds.ts'

const site = siteAt('https://www.startupdb.example')
const query = (change: Partial<RoundsQuery> = {}): RoundsQuery => ({
  days: 3,
  type: null,
  investor: null,
  organization: null,
  page: 1,
  ...change,
})
const find = ({ get }: Pick<FakeEdgar, 'get'>, change?: Partial<RoundsQuery>) =>
  secEdgarFundingRounds.find(query(change), { get, site })
const search = async (edgar: Pick<FakeEdgar, 'get'>, change?: Partial<RoundsQuery>) => {
  const outcome = await find(edgar, change)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}
const listNames = ({ results }: RoundsRecord) => results.map(({ identifier }) => identifier.value)
const listPermalinks = ({ results }: RoundsRecord) => results.map(({ identifier }) => identifier.permalink)
const sale: FakeFiling = {
  accession: '000210045726000003',
  cik: '0002100457',
  form: 'D',
  filedOn: '2026-11-13',
  fileNumber: '021-990311',
  xml: formD,
}

test.each([0, 1, 59, 60, 61, 100, 101, 300])(
  '%i filings are all read, 60 with each call, without repeats or gaps',
  async (count) => {
    const filings = Array.from({ length: count }, (_, n) => fakeFormD(n, `2026-11-0${6 - (n % 4)}`))
    const edgar = fakeEdgar({ filings })
    const calls = Math.max(1, Math.ceil(count / 60))
    for (let call = 1; call <= calls; call += 1) {
      const before = edgar.countFilingRequests()
      const { record, isPartial } = await search(edgar, { days: 30 })
      expect(edgar.countFilingRequests() - before).toBeLessThanOrEqual(60)
      expect([record.total, record.results.length]).toEqual(Array(2).fill(Math.min(count, call * 60)))
      expect(new Set(listPermalinks(record)).size).toBe(record.total)
      expect(isPartial).toBe(call < calls ? true : undefined)
    }
    const { record } = await search(edgar, { days: 30 })
    expect(listNames(record).sort()).toEqual(filings.map((_, n) => `Form D - Otter ${n}, Inc.`).sort())
    expect(edgar.countFilingRequests()).toBe(count)
  },
)

test('a list ends after a thousand rounds and is then partial', async () => {
  const filings = Array.from({ length: 1_300 }, (_, n) =>
    fakeFormD(n, n < 600 ? '2026-11-06' : n < 1_100 ? '2026-11-05' : '2026-11-04'),
  )
  const edgar = fakeEdgar({ filings })
  for (let call = 1; call < 20; call += 1) await search(edgar, { days: 30 })
  const { record, isPartial } = await search(edgar, { days: 30 })
  expect([record.total, record.results.length, isPartial]).toEqual([1_100, 1_000, true])
})

test('the index of old days is requested once, that of the last days with each call', async () => {
  const days = ['2026-11-13', '2026-11-12', '2026-11-06', '2026-11-05', '2026-10-28']
  const edgar = fakeEdgar({ filings: days.map((day, n) => fakeFormD(n, day)) })
  await search(edgar, { days: 30 })
  const first = edgar.requests.length
  await search(edgar, { days: 30 })
  const again = edgar.requests.slice(first).map((address) => new URL(address).searchParams.get('startdt'))
  expect(again).toContain('2026-11-13')
  expect(again).not.toContain('2026-11-06')
  expect(again).not.toContain('2026-11-05')
  expect(edgar.countFilingRequests()).toBe(5)
})

const paced = new Failure('upstream_paced', 'too late', { retryAfterSeconds: 1 })
const manyDays: FakeEdgarOptions = {
  filings: Array.from({ length: 60 }, (_, n) => fakeFormD(n, `2026-11-${n < 30 ? '06' : '05'}`)),
}

test('filings read before the timeout are returned, and the next call continues from there', async () => {
  let refused = true
  const edgar = fakeEdgar({ ...manyDays, instead: (_url, n) => (refused && n > 40 ? paced : undefined) })
  const { record, isPartial } = await search(edgar, { days: 30 })
  expect(isPartial).toBe(true)
  expect(record.total).toBeGreaterThan(20)
  expect(record.total).toBe(record.results.length)
  refused = false
  expect(await search(edgar, { days: 30 })).toMatchObject({ record: { total: 60 } })
})

test.each(['upstream_paced', 'upstream_failed', 'upstream_timeout'] as const)(
  '%s before anything was read fails the call, and no further request is sent',
  async (reason) => {
    const failure = new Failure(reason, 'x')
    for (const part of ['search-index', 'enddt', 'primary_doc']) {
      const edgar = fakeEdgar({
        ...manyDays,
        instead: (url) => (url.href.includes(part) ? failure : undefined),
      })
      await expect(find(edgar, { days: 30 })).rejects.toBe(failure)
      expect(edgar.requests.length).toBeLessThan(20)
    }
  },
)

test('any other failure fails the call, also after many filings were read', async () => {
  const failure = new Failure('upstream_failed', '503')
  const edgar = fakeEdgar({ ...manyDays, instead: (_url, n) => (n > 40 ? failure : undefined) })
  await expect(find(edgar, { days: 30 })).rejects.toBe(failure)
})

test.each<[string, Partial<{ status: number; body: string }>]>([
  ['cut off', { body: formD.slice(0, 900) }],
  ['a page of HTML', { body: '<html><body>Maintenance</body></html>' }],
  ['empty', { body: '' }],
  ['gone', { status: 404, body: '' }],
  ['of a changed form', { body: formD.replace('>6250000<', '>much<') }],
])('a filing that is %s is counted as unread, and if all are, the page has changed', async (_, instead) => {
  const some = fakeEdgar({
    ...manyDays,
    instead: (url) => (url.pathname.includes('/2200007/') ? instead : undefined),
  })
  const { record, lists, isPartial } = await search(some, { days: 30 })
  expect([record.total, isPartial]).toEqual([59, true])
  expect(lists).toContainEqual({ list: 'filings', shown: 60, read: 59 })
  // A damaged filing is not stored, so it is fetched again and read once it is intact.
  expect(some.requests.filter((address) => address.includes('/2200007/'))).toHaveLength(1)
  await search(some, { days: 30 })
  expect(some.requests.filter((address) => address.includes('/2200007/'))).toHaveLength(2)
  const all = fakeEdgar({
    ...manyDays,
    instead: (url) => (url.hostname === 'www.sec.gov' ? instead : undefined),
  })
  await expect(find(all, { days: 30 })).rejects.toMatchObject({ reason: 'page_changed' })
})

const hit = (source: object) => JSON.stringify({ hits: { total: { value: 1 }, hits: [{ _source: source }] } })
const completeHit = { adsh: '0002100457-26-000003', ciks: ['0002100457'], form: 'D', file_date: '2026-11-13' }
test.each([
  ['cut off', '{"hits":{"total":{"value":1},"hits":[{"_sou'],
  ['a page of HTML', '<html><body>Maintenance</body></html>'],
  ['empty', ''],
  ['an error', '{"message":"Internal server error"}'],
  ['without a total', '{"hits":{"hits":[]}}'],
  ['with a total that is none', '{"hits":{"total":{"value":"many"},"hits":[]}}'],
  ['with hits that are none', '{"hits":{"total":{"value":1},"hits":{}}}'],
  ['shorter than it says', '{"hits":{"total":{"value":5},"hits":[]}}'],
  ['of numbers that are none', hit({ ...completeHit, adsh: 5 })],
  ['of filers that are none', hit({ ...completeHit, ciks: 'Otter' })],
  ['of days that are none', hit({ ...completeHit, file_date: 'today' })],
  ['of forms that are none', hit({ ...completeHit, form: null })],
])('an index that is %s is a changed page', async (_, body) => {
  const edgar = fakeEdgar({
    filings: [sale],
    instead: (url) => (url.href.includes('enddt') ? { body } : undefined),
  })
  await expect(find(edgar)).rejects.toMatchObject({ reason: 'page_changed' })
  const gone = fakeEdgar({ filings: [sale], instead: () => ({ status: 404 }) })
  await expect(find(gone)).rejects.toMatchObject({ reason: 'page_changed' })
})
