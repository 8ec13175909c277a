// Funding rounds list: parameters, the site's response, and a search of the sandbox site.
import { readFileSync } from 'node:fs'
import { createAddresses } from '@quarry/kit/addresses'
import type { Get, Page } from '@quarry/kit/outcome'
import { Compile } from '@quarry/kit/schema'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { fundingRounds } from './funding-rounds.ts'
import { startupdb } from './index.ts'
import { fundingRoundsSite } from './providers/funding-rounds-site.ts'
import { investmentTypes } from './round-records.ts'
import { sandbox } from './sandbox/sandbox.ts'

const { parse, find } = onSite(startupdb, fundingRounds)
const now = new Date('2026-11-15T12:00:00Z')
const response = readFileSync(new URL('./fixtures/rounds.json', import.meta.url), 'utf8')
const toPage = (body: string, change: Partial<Page> = {}): Page => ({
  url: 'https://www.startupdb.example/v4/data/searches/funding_rounds',
  status: 200,
  contentType: 'application/json',
  body,
  ...change,
})
const get: Get = async (url, options) =>
  toPage(sandbox({ method: 'POST', url: new URL(url), json: options?.json, now }).body)

type List = {
  total: number
  results: {
    uuid: string
    investment_type: string
    investor_identifiers: { uuid: string; entity_def_id: string }[]
    funded_organization_identifier: { uuid: string }
  }[]
}
const search = async (params: object, through: Get = get): Promise<List> => {
  const outcome = await find(params, through)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record as List
}

const expected = {
  total: 3,
  results: [
    {
      uuid: '11112222-3333-4444-8555-666677778888',
      identifier: {
        uuid: '11112222-3333-4444-8555-666677778888',
        value: 'Series B - Osier & Reed',
        image_id: 'logos/osier-reed',
        permalink: 'osier-reed-series-b--11112222',
        entity_def_id: 'funding_round',
      },
      investment_type: 'series_b',
      investor_identifiers: [
        {
          role: 'investor',
          uuid: 'cccc1111-2222-4333-8444-555566667777',
          value: 'Tern Capital',
          image_id: 'logos/tern',
          permalink: 'tern-capital',
          entity_def_id: 'organization',
        },
        {
          role: 'investor',
          uuid: 'cccc2222-2222-4333-8444-555566667777',
          value: 'Ada Quill',
          image_id: null,
          permalink: 'ada-quill',
          entity_def_id: 'person',
        },
      ],
      funded_organization_identifier: {
        role: 'investee',
        uuid: 'aaaa1111-2222-4333-8444-555566667777',
        value: 'Osier & Reed',
        image_id: 'logos/osier-reed',
        permalink: 'osier-reed',
        entity_def_id: 'organization',
      },
      money_raised: { amount: 12_000_000, currency: 'EUR', usd: null },
      announced_on: '2026-10-30',
      lead_investors: null,
    },
    {
      uuid: '99990000-1111-4222-8333-444455556666',
      identifier: {
        uuid: '99990000-1111-4222-8333-444455556666',
        value: "Grant - Moss's Mill",
        image_id: null,
        permalink: 'moss-mill-grant--99990000',
        entity_def_id: 'funding_round',
      },
      investment_type: 'grant',
      investor_identifiers: [],
      funded_organization_identifier: {
        role: 'investee',
        uuid: '99991111-1111-4222-8333-444455556666',
        value: "Moss's Mill",
        image_id: null,
        permalink: 'moss-mill',
        entity_def_id: 'organization',
      },
      ...{ money_raised: null, announced_on: null, lead_investors: null },
    },
  ],
}

const anyRounds = { days: 1, type: null, investor: null, organization: null, page: 1 }
const extractRounds = (page: Page) => fundingRoundsSite.extract(page, anyRounds)

// The third has no name.
const read = (form: string) => ({
  kind: 'found',
  record: expected,
  form,
  lists: [
    { list: 'investor_identifiers', shown: 2, read: 2 },
    { list: 'results', shown: 3, read: 2 },
  ],
})

test("the site's response and the state of a list page give the same rounds", () => {
  expect(extractRounds(toPage(response))).toEqual(read('json'))
  const state = `<script id="ng-state" type="application/json">{"HttpState":{"POST/v4/data/searches/funding_rounds":{"status":200,"data":${response}}}}</script>`
  expect(extractRounds(toPage(state, { contentType: 'text/html' }))).toEqual(read('ng-state'))
})

test('no match is an empty list; a response of another kind is a changed site', () => {
  expect(extractRounds(toPage('{"count":0,"entities":[]}'))).toMatchObject({
    kind: 'found',
    record: { total: 0, results: [] },
  })
  for (const page of [
    toPage('{"count":null,"entities":[]}'),
    toPage('{"entities":[]}'),
    toPage('{"count":2}'),
    toPage('[]'),
    toPage('<html><body>Rounds</body></html>', { contentType: 'text/html' }),
    toPage('[{"code":"MD404"}]', { status: 404 }),
  ])
    expect(() => extractRounds(page)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
  const wall = readFileSync(new URL('./fixtures/wall.html', import.meta.url), 'utf8')
  expect(() => extractRounds(toPage(wall, { contentType: 'text/html' }))).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
})

test('all 28 types are known to the sandbox, and together they are all rounds', async () => {
  const all = await search({ days_since_announcement: 360 })
  let sum = 0
  for (const type of investmentTypes) {
    const { total, results } = await search({ days_since_announcement: 360, investment_type: type })
    expect(total, type).toBeGreaterThan(0)
    expect(results).toHaveLength(Math.min(total, 1000))
    expect(new Set(results.map((round) => round.investment_type))).toEqual(new Set([type]))
    sum += total
  }
  expect(investmentTypes).toHaveLength(28)
  expect(all.total).toBe(sum)
  // The newest 1,000, each once, while the total counts all.
  expect(all.total).toBeGreaterThan(1000)
  expect(all.results).toHaveLength(1000)
  expect(new Set(all.results.map((round) => round.uuid)).size).toBe(1000)
})

test('more days give the same rounds and older ones after them', async () => {
  const lists = await Promise.all(
    [1, 7, 30].map((days_since_announcement) => search({ days_since_announcement })),
  )
  const [one, week, month] = lists.map(({ results }) => results.map((round) => round.uuid))
  expect(one?.length).toBeGreaterThan(0)
  expect(week?.slice(0, one?.length)).toEqual(one)
  expect(month?.slice(0, week?.length)).toEqual(week)
  expect(month?.length).toBeGreaterThan(week?.length ?? 0)
  expect(week?.length).toBeGreaterThan(one?.length ?? 0)
  expect(await search({})).toEqual(lists[0])
})

test('investor and organization filter the list, also together, and unknown ones have no rounds', async () => {
  const { results } = await search({ days_since_announcement: 360 })
  for (const kind of ['organization', 'person']) {
    const round = results.find(({ investor_identifiers: [first] }) => first?.entity_def_id === kind)
    const investor = round?.investor_identifiers[0]?.uuid ?? ''
    const organization = round?.funded_organization_identifier.uuid ?? ''
    const byInvestor = await search({
      days_since_announcement: 360,
      investor_identifiers: investor.toUpperCase(),
    })
    expect(byInvestor.results.map(({ uuid }) => uuid)).toContain(round?.uuid)
    for (const item of byInvestor.results)
      expect(item.investor_identifiers.map(({ uuid }) => uuid)).toContain(investor)
    const withBoth = await search({
      days_since_announcement: 360,
      investor_identifiers: investor,
      funded_organization_identifier: organization,
    })
    expect(withBoth.results.map(({ uuid }) => uuid)).toContain(round?.uuid)
    for (const item of withBoth.results) expect(item.funded_organization_identifier.uuid).toBe(organization)
  }
  const stranger = '00000000-0000-4000-8000-000000000000'
  expect(await search({ days_since_announcement: 360, investor_identifiers: stranger })).toEqual({
    total: 0,
    results: [],
  })
})

test('all pages of a site with smaller ones are read, and a repeated page ends the search', async () => {
  let pages = 0
  const small: Get = async (url, options) => {
    pages++
    return get(url, { json: { ...(options?.json as object), limit: 100 } })
  }
  const fullList = await search({ days_since_announcement: 60 })
  expect(await search({ days_since_announcement: 60 }, small)).toEqual(fullList)
  expect(pages).toBe(Math.ceil(fullList.total / 100))
  pages = 0
  const stuck: Get = async () => {
    pages++
    return toPage(response.replace('"count":"3"', '"count":"9"'))
  }
  expect((await search({}, stuck)).results).toHaveLength(2)
  expect(pages).toBe(2)
})

test.each([
  { days_since_announcement: 0 },
  { days_since_announcement: 361 },
  { days_since_announcement: 1.5 },
  { days_since_announcement: '7' },
  { investment_type: 'series_k' },
  { investment_type: 'Seed' },
])('%o does not fit the parameters', (params) => {
  expect(Compile(fundingRounds.params).Check(params)).toBe(false)
})

test('the whole range of days is accepted', () => {
  for (const days of [1, 360]) {
    expect(Compile(fundingRounds.params).Check({ days_since_announcement: days })).toBe(true)
    expect(parse({ days_since_announcement: days })).toEqual({ ...anyRounds, days })
  }
})

test.each(['investor_identifiers', 'funded_organization_identifier'])('%s must be one UUID', (name) => {
  const uuid = '0f25beac-1ae8-4b17-a7cd-0dc85bb202ab'
  for (const value of [
    'norana-ventures',
    uuid.slice(1),
    `${uuid}0`,
    uuid.replaceAll('-', ''),
    `${uuid},${uuid}`,
    `https://www.startupdb.example/organization/${uuid}`,
  ])
    expect(() => parse({ [name]: value })).toThrow(`Bad Request: ${name} must be a UUID`)
  expect(parse({ [name]: ` ${uuid.toUpperCase()} ` })).toEqual(parse({ [name]: uuid }))
  // A fault word is accepted only if the sandbox site knows it.
  const word = 'please-fail'
  const sandboxAddresses = createAddresses([], (text) => text === word)
  expect(() => fundingRounds.parse({ [name]: word }, sandboxAddresses)).not.toThrow()
  for (const [value, where] of [
    [word, createAddresses([])],
    [`x-${word}`, sandboxAddresses],
  ] as const)
    expect(() => fundingRounds.parse({ [name]: value }, where)).toThrow(`${name} must be a UUID`)
})
