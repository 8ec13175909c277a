// Funding rounds by EDGAR: the record of a filing, omitted and merged filings, order, filters and saved filings.
import { siteAt } from '@quarry/kit/site'
import { expect, test } from 'vitest'
import { dailyIndexUrl, filerUuid, filingUrl } from '../../apis/sec-edgar.ts'
import {
  type FakeEdgar,
  type FakeFiling,
  fakeEdgar,
  fakeFormD,
  formC,
  formCU,
  formD,
} from '../../testing/fake-edgar.ts'
import { fundingRounds } from '../funding-rounds.ts'
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

/** Contains the accession number and the number of the filer. */
const saleUuid = '000bf091-4e28-8383-97b0-800000200ce9'
const sale: FakeFiling = {
  accession: '000210045726000003',
  cik: '0002100457',
  form: 'D',
  filedOn: '2026-11-13',
  fileNumber: '021-990311',
  xml: formD,
}
const update: FakeFiling = {
  accession: '000210000126000060',
  cik: '0002100833',
  form: 'C-U',
  filedOn: '2026-11-13',
  fileNumber: '020-90417',
  xml: formCU,
}
const crowd: FakeFiling = {
  ...update,
  accession: '000210000126000012',
  form: 'C',
  filedOn: '2026-11-12',
  xml: formC,
}

test('a round has the values of the filing, and unstated values are null', async () => {
  const edgar = fakeEdgar({ filings: [sale] })
  expect(await search(edgar)).toEqual({
    kind: 'found',
    record: {
      total: 1,
      results: [
        {
          uuid: saleUuid,
          identifier: {
            uuid: saleUuid,
            value: 'Form D - Otter & Sons Robotics, Inc.',
            image_id: null,
            permalink: 'otter-sons-robotics-inc--000210045726000003',
            entity_def_id: 'funding_round',
          },
          investment_type: 'series_unknown',
          investor_identifiers: [],
          funded_organization_identifier: {
            role: 'investee',
            uuid: filerUuid('0002100457'),
            value: 'Otter & Sons Robotics, Inc.',
            image_id: null,
            permalink: 'otter-sons-robotics-inc--0002100457',
            entity_def_id: 'organization',
          },
          money_raised: { amount: 6_250_000, currency: 'USD', usd: 6_250_000 },
          announced_on: '2026-11-02',
          lead_investors: null,
        },
      ],
    },
    form: 'sec-edgar',
    lists: [
      { list: 'documents', shown: 1, read: 1 },
      { list: 'filings', shown: 1, read: 1 },
    ],
    source:
      'https://www.sec.gov/edgar/search/#/dateRange=custom&startdt=2026-11-12&enddt=2026-11-15&forms=C%2CC-U%2CD',
  })
  // First the current day of the register, then each day back, and each filing as soon as it is listed.
  expect(edgar.requests.map((address) => new URL(address).searchParams.get('startdt') ?? address)).toEqual([
    'https://efts.sec.gov/LATEST/search-index?q=&forms=C%2CC-U%2CD',
    '2026-11-13',
    filingUrl(sale),
    '2026-11-12',
    dailyIndexUrl('2026-11-12'),
  ])
  expect(edgar.options).toEqual([
    undefined,
    ...Array(3).fill({ isOptional: true }),
    { isOptional: true, readsStatuses: [403] },
  ])
})

test('if the index has nothing of a day, the list of that day is read', async () => {
  const edgar = fakeEdgar({
    filings: [sale, crowd],
    instead: (url) =>
      url.href.includes('enddt') ? { body: '{"hits":{"total":{"value":0},"hits":[]}}' } : undefined,
  })
  const { record, isPartial } = await search(edgar)
  expect([listNames(record), isPartial]).toEqual([
    ['Form D - Otter & Sons Robotics, Inc.', 'Form C - Lichen Bakery LLC'],
    undefined,
  ])
  expect(edgar.requests).toContain(
    'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR4/form.20261113.idx',
  )
  expect((await search(edgar, { type: 'equity_crowdfunding' })).record.total).toBe(1)
})

test('funds are left out, amendments are not rounds, and a filing of many documents is one round', async () => {
  const fund = fakeFormD(1, '2026-11-13', (xml) => xml.replace('Other Technology', 'Pooled Investment Fund'))
  const amendment = { ...sale, accession: '000210045726000009', form: 'D/A' }
  const edgar = fakeEdgar({ filings: [fund, amendment, { ...crowd, documents: 7 }, sale] })
  const { record, lists, isPartial } = await search(edgar)
  expect([record.total, listNames(record), isPartial]).toEqual([
    2,
    ['Form D - Otter & Sons Robotics, Inc.', 'Form C - Lichen Bakery LLC'],
    undefined,
  ])
  expect(lists).toContainEqual({ list: 'filings', shown: 3, read: 3 })
})

test('a progress update represents its round if the first filing was not read', async () => {
  expect(listNames((await search(fakeEdgar({ filings: [update] }))).record)).toEqual([
    'Form C-U - Lichen Bakery LLC',
  ])
  const later = { ...update, accession: '000210000126000077', filedOn: '2026-11-13' }
  for (const filings of [
    [update, crowd],
    [crowd, update],
    [update, later, crowd],
    [update, { ...crowd, filedOn: '2026-11-13' }],
    [
      { ...update, fileNumber: undefined as never },
      { ...crowd, fileNumber: undefined as never },
    ],
  ])
    expect(listNames((await search(fakeEdgar({ filings }))).record)).toEqual(['Form C - Lichen Bakery LLC'])
  expect((await search(fakeEdgar({ filings: [update, later] }))).record.total).toBe(1)
  const amendedCrowd = { ...crowd, accession: '000210000126000013', fileNumber: '020-1' }
  expect((await search(fakeEdgar({ filings: [update, amendedCrowd] }))).record.total).toBe(2)
})

test('the newest rounds come first, within the requested days', async () => {
  const filings = ['2026-11-15', '2026-11-02', '2026-11-12', '2026-11-05', '2026-11-04'].map((day, n) =>
    fakeFormD(n, day),
  )
  const edgar = fakeEdgar({ filings })
  expect(listNames((await search(edgar, { days: 10 })).record)).toEqual(
    [0, 2, 3].map((n) => `Form D - Otter ${n}, Inc.`),
  )
  expect(listNames((await search(edgar, { days: 1 })).record)).toEqual(['Form D - Otter 0, Inc.'])
  expect((await search(edgar, { days: 360 })).record.total).toBe(5)
})

test.each([
  ['series_unknown', 'D', ['Form D - Otter 1, Inc.']],
  ['debt_financing', 'D', ['Form D - Otter 2, Inc.']],
  ['equity_crowdfunding', 'C,C-U', ['Form C - Lichen Bakery LLC']],
] as const)('rounds of the type %s are searched among Form %s', async (type, forms, names) => {
  const debt = fakeFormD(2, '2026-11-13', (xml) => xml.replaceAll('isEquityType', 'isDebtType'))
  const edgar = fakeEdgar({ filings: [fakeFormD(1, '2026-11-13'), debt, crowd] })
  expect(listNames((await search(edgar, { type })).record)).toEqual(names)
  expect(
    new Set(edgar.requests.map((address) => new URL(address).searchParams.get('forms') ?? forms)),
  ).toEqual(new Set([forms]))
})

test.each([
  { type: 'series_a' },
  { type: 'seed' },
  { type: 'undisclosed' },
  { investor: filerUuid('0002100457') },
  { organization: 'cc847afa-8fd9-4413-9ee6-5795021d56b0' },
] as Partial<RoundsQuery>[])('no filing can match %o, so no request is sent', async (change) => {
  const edgar = fakeEdgar({ filings: [sale] })
  expect(await search(edgar, change)).toMatchObject({ record: { total: 0, results: [] }, form: 'sec-edgar' })
  expect(edgar.requests).toEqual([])
})

test('the rounds of an organization are found by the number in its UUID', async () => {
  const filings = Array.from({ length: 20 }, (_, n) => fakeFormD(n, '2026-10-01'))
  const second = { ...fakeFormD(7, '2026-11-12'), accession: '000220000726000002' }
  const joint = { ...fakeFormD(9, '2026-11-12'), cik: fakeFormD(7, '').cik }
  const edgar = fakeEdgar({ filings: [...filings, second, joint] })
  const { record, source } = await search(edgar, { days: 90, organization: filerUuid('0002200007') })
  expect(listPermalinks(record)).toEqual([
    'otter-7-inc--000220000726000002',
    'otter-7-inc--000220000726000001',
  ])
  expect(source).toContain('ciks=0002200007')
  expect(edgar.requests).toHaveLength(5)
})

test('a saved filing gives a list of its round', () => {
  const page = { url: filingUrl(sale), status: 200, contentType: 'text/xml', body: formD }
  expect(secEdgarFundingRounds.extract(page, query())).toMatchObject({
    record: { total: 1 },
    form: 'sec-edgar',
  })
  const fund = { ...page, body: formD.replace('Other Technology', 'REITS and Finance') }
  expect(secEdgarFundingRounds.extract(fund, query())).toMatchObject({ record: { total: 0, results: [] } })
  expect(secEdgarFundingRounds.paramsFromUrl?.(page.url)).toEqual({})
  expect(fundingRounds.providers.map(({ name }) => name)).toEqual(['site', 'sec-edgar'])
})
