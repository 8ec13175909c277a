// One funding round by EDGAR: its queries, its first filing, and filings that are not rounds.
import { createAddresses } from '@quarry/kit/addresses'
import { Failure } from '@quarry/kit/errors'
import { siteAt } from '@quarry/kit/site'
import { expect, test } from 'vitest'
import { filerUuid, filingPage, filingUrl, filingUuid } from '../../apis/sec-edgar.ts'
import {
  type FakeEdgar,
  type FakeEdgarOptions,
  type FakeFiling,
  fakeEdgar,
  formC,
  formCU,
  formD,
} from '../../testing/fake-edgar.ts'
import { fundingRound } from '../funding-round.ts'
import type { RoundRecord } from '../round-records.ts'
import { secEdgarFundingRound as edgarRound } from './sec-edgar-funding-round.ts'

const site = siteAt('https://www.startupdb.example')
const sale: FakeFiling = {
  accession: '000210045726000003',
  cik: '0002100457',
  form: 'D',
  filedOn: '2026-11-13',
  xml: formD,
}
/** Filed by an agent, whose number is at the start of the accession number. */
const byAgent = { ...sale, accession: '000119312526000777' }
const permalink = (accession: string) => `otter-sons-robotics-inc--${accession}`

const find = ({ get }: Pick<FakeEdgar, 'get'>, requests: string) =>
  edgarRound.find({ permalink: requests }, { get, site })
const lookUp = async (options: FakeEdgarOptions, permalinkOrUuid: string) => {
  const outcome = await find(fakeEdgar(options), permalinkOrUuid)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}

const organization = {
  role: 'investee',
  uuid: filerUuid('0002100457'),
  value: 'Otter & Sons Robotics, Inc.',
  image_id: null,
  permalink: 'otter-sons-robotics-inc--0002100457',
  entity_def_id: 'organization',
}
const overview = {
  investment_type: 'series_unknown',
  preview_properties: { announced_on: { is_present: true }, money_raised: { is_present: true } },
  funded_organization_identifier: organization,
}
const round: RoundRecord = {
  uuid: filingUuid(sale),
  value: 'Form D - Otter & Sons Robotics, Inc.',
  image_id: null,
  permalink: 'otter-sons-robotics-inc--000210045726000003',
  entity_def_id: 'funding_round',
  num_investors: 13,
  money_raised: { amount: 6_250_000, currency: 'USD', usd: 6_250_000 },
  announced_on: '2026-11-02',
  lead_investors: null,
  overview_fields_v2: overview,
  cards: {
    timeline: { count: null, entities: [] },
    investors_list: [],
    investors_headline: { num_investors: 13 },
    overview_fields_v2: overview,
    lead_investors_image_list: [],
  },
}

test('a round has the values of its filing, by permalink and by UUID', async () => {
  for (const query of [permalink(sale.accession), filingUuid(sale)]) {
    const edgar = fakeEdgar({ filings: [sale] })
    expect(await find(edgar, query)).toEqual({
      kind: 'found',
      record: round,
      form: 'sec-edgar',
      source: filingPage(sale),
    })
    expect(edgar.requests).toEqual([filingUrl(sale)])
  }
})

test('a filing of an agent is found by its accession number, and at once by the UUID', async () => {
  const filings = [sale, byAgent]
  for (const status of [404, 403]) {
    const edgar = fakeEdgar({
      filings,
      instead: (url) => (url.pathname.includes('/1193125/') ? { status } : undefined),
    })
    expect(await find(edgar, permalink(byAgent.accession))).toMatchObject({
      record: { permalink: permalink(byAgent.accession), uuid: filingUuid(byAgent) },
    })
    expect(edgar.requests.map((address) => new URL(address).searchParams.get('q') ?? address)).toEqual([
      filingUrl({ ...byAgent, cik: '0001193125' }),
      '"0001193125-26-000777"',
      filingUrl(byAgent),
    ])
    expect(edgar.options[0]).toEqual({ readsStatuses: [403] })
  }
  const direct = fakeEdgar({ filings })
  expect(await find(direct, filingUuid(byAgent))).toMatchObject({ kind: 'found' })
  expect(direct.requests).toEqual([filingUrl(byAgent)])
})

test('a crowdfunding filing has no number of investors; its progress update has the amount raised', async () => {
  const crowd = {
    accession: '000210083326000001',
    cik: '0002100833',
    form: 'C',
    filedOn: '2026-11-12',
    xml: formC,
  }
  const { record } = await lookUp({ filings: [crowd] }, filingUuid(crowd))
  expect(record).toMatchObject({
    value: 'Form C - Lichen Bakery LLC',
    num_investors: null,
    ...{ money_raised: null, announced_on: null, lead_investors: null },
    overview_fields_v2: {
      investment_type: 'equity_crowdfunding',
      preview_properties: { announced_on: { is_present: true }, money_raised: { is_present: false } },
    },
    cards: { investors_headline: { num_investors: null } },
  })
  const { record: updated } = await lookUp({ filings: [{ ...crowd, xml: formCU }] }, filingUuid(crowd))
  expect(updated.overview_fields_v2.preview_properties.money_raised).toEqual({ is_present: true })
})

const amendment = (accession: string, amends: string, investors: number): FakeFiling => ({
  ...sale,
  accession,
  form: 'D/A',
  xml: formD
    .replace('<submissionType>D<', '<submissionType>D/A<')
    .replace('</isAmendment>', `</isAmendment><previousAccessionNumber>${amends}</previousAccessionNumber>`)
    .replace('>13<', `>${investors}<`),
})

test('an amendment updates the round that it amends', async () => {
  const first = amendment('000210045726000005', '0002100457-26-000003', 15)
  const second = amendment('000210045726000008', '0002100457-26-000005', 21)
  expect(await lookUp({ filings: [sale, first, second] }, filingUuid(second))).toMatchObject({
    record: { ...round, num_investors: 21, cards: { investors_headline: { num_investors: 21 } } },
    source: filingPage(sale),
  })
  // If the first filing no longer exists, the earliest existing one identifies the round.
  expect(await lookUp({ filings: [first, second] }, filingUuid(second))).toMatchObject({
    record: { permalink: permalink(first.accession), value: 'Form D/A - Otter & Sons Robotics, Inc.' },
  })
  const circle = amendment('000210045726000005', '0002100457-26-000005', 15)
  const edgar = fakeEdgar({ filings: [circle] })
  expect(await find(edgar, filingUuid(circle))).toMatchObject({ record: { num_investors: 15 } })
  expect(edgar.requests).toHaveLength(1)
})

test.each<[string, FakeFiling[], string]>([
  ['a filing that is not there', [], permalink('000210045726000003')],
  ['a filing of an agent that is not there', [sale], permalink('000119312526000777')],
  ['a filing that is not there, by UUID', [], filingUuid(sale)],
  [
    'a fund',
    [{ ...sale, xml: formD.replace('Other Technology', 'Pooled Investment Fund') }],
    filingUuid(sale),
  ],
  ['a filing of another form', [{ ...sale, xml: formD.replace('>D<', '>1-A<') }], filingUuid(sale)],
  ['a permalink of another site', [sale], 'monenza-energy-seed--5d5c2dd1'],
])('%s is not found', async (_, filings, requests) => {
  expect(await find(fakeEdgar({ filings }), requests)).toEqual({ kind: 'not_found' })
})

test.each([
  ['cut off', formD.slice(0, 1_500)],
  ['a page of HTML', '<html><body>Maintenance</body></html>'],
  ['empty', ''],
  ['of a changed form', formD.replace('>13<', '>a few<')],
])('a filing that is %s is a changed page', async (_, body) => {
  const edgar = fakeEdgar({ filings: [sale], instead: () => ({ body }) })
  await expect(find(edgar, filingUuid(sale))).rejects.toMatchObject({ reason: 'page_changed' })
})

test('failures of the register fail the call', async () => {
  const failure = new Failure('upstream_timeout', 'x')
  for (const part of ['/1193125/', 'search-index', '/2100457/']) {
    const edgar = fakeEdgar({
      filings: [byAgent],
      instead: (url) => (url.href.includes(part) ? failure : undefined),
    })
    await expect(find(edgar, permalink(byAgent.accession))).rejects.toBe(failure)
  }
})

test('addresses of filings are accepted, and permalinks of other sites are refused', () => {
  const addresses = createAddresses([{ provider: edgarRound, site: siteAt('https://efts.sec.gov') }])
  const parse = (query: string) =>
    fundingRound.parse({ query } as never, addresses as never) as { permalink: string }
  for (const address of [
    filingUrl(sale),
    filingPage(sale),
    'sec.gov/Archives/edgar/data/2100457/000210045726000003/',
  ])
    expect(parse(address)).toEqual({ permalink: filingUuid(sale) })
  expect(() => parse('https://www.sec.gov/edgar/browse/?CIK=2100457')).toThrow(
    'query must be the URL of a filing (/Archives/edgar/data/<cik>/<accession>/…)',
  )
  expect(() => parse('https://www.other.example/a')).toThrow(
    'query must be an address on www.sec.gov or sec.gov',
  )
  const isServed = (query: string) => edgarRound.cannotAnswer?.(parse(query)) === null
  expect([permalink(sale.accession), filingUuid(sale), filingUuid(sale).toUpperCase()].map(isServed)).toEqual(
    [true, true, true],
  )
  expect(
    ['monenza-energy-seed--5d5c2dd1', 'cc847afa-8fd9-4413-9ee6-5795021d56b0', filerUuid('0002100457')].map(
      isServed,
    ),
  ).toEqual([false, false, false])
})

test('the parameters of a saved filing are read from its address', () => {
  const page = { url: filingUrl(sale), status: 200, contentType: 'text/xml', body: formD }
  const query = { permalink: filingUuid(sale) }
  expect(edgarRound.extract(page, query)).toMatchObject({ kind: 'found', record: round })
  expect(edgarRound.extract({ ...page, status: 404 }, query)).toEqual({ kind: 'not_found' })
  expect(() => edgarRound.extract({ ...page, url: 'https://www.sec.gov/' }, query)).toThrow(
    'not that of a filing',
  )
})
