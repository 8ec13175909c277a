// Funding round detail: parameters, and exact records from each form of a round's page.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { fundingRound } from './funding-round.ts'
import { startupdb } from './index.ts'
import { fundingRoundSite } from './providers/funding-round-site.ts'

const at = onSite(startupdb, fundingRound)
const fixture = (name: string, change: Partial<Page> = {}): Page => ({
  url: 'https://www.startupdb.example/funding_round/osier-reed-series-b--11112222',
  status: 200,
  contentType: name.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8',
  body: readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'),
  ...change,
})
const parse = (query: string) => at.parse({ query })
const query = { permalink: 'osier-reed-series-b--11112222' }
const find = (get: Get) => at.find({ query: query.permalink }, get)

const osier = {
  uuid: 'aaaa1111-2222-4333-8444-555566667777',
  value: 'Osier & Reed',
  image_id: 'logos/osier-reed',
  permalink: 'osier-reed',
  entity_def_id: 'organization',
}
const tern = {
  uuid: 'cccc1111-2222-4333-8444-555566667777',
  value: 'Tern Capital',
  image_id: 'logos/tern',
  permalink: 'tern-capital',
  entity_def_id: 'organization',
}
const overview = {
  investment_type: 'series_b',
  preview_properties: { announced_on: { is_present: true }, money_raised: { is_present: false } },
  funded_organization_identifier: { role: 'investee', ...osier },
}
const osierRound = {
  uuid: '11112222-3333-4444-8555-666677778888',
  value: 'Series B - Osier & Reed',
  image_id: 'logos/osier-reed',
  permalink: 'osier-reed-series-b--11112222',
  entity_def_id: 'funding_round',
  num_investors: 2,
  ...{ money_raised: null, announced_on: null, lead_investors: [tern] },
  overview_fields_v2: overview,
  cards: {
    timeline: {
      count: 3,
      entities: [
        {
          uuid: 'dddd1111-2222-4333-8444-555566667777',
          properties: {
            identifier: {
              uuid: 'dddd1111-2222-4333-8444-555566667777',
              value: 'Osier & Reed weaves on',
              entity_def_id: 'press_reference',
            },
            activity_date: '2026-10-30',
            entity_def_id: 'press_reference',
            activity_entities: [osier],
          },
          preview_properties: { activity_properties: { is_present: true } },
        },
      ],
    },
    investors_list: [
      {
        identifier: {
          uuid: 'bbbb1111-2222-4333-8444-555566667777',
          value: 'Tern Capital investment in Series B - Osier & Reed',
          permalink: 'tern-capital-invested-in-osier-reed--bbbb1111',
          entity_def_id: 'investment',
        },
        investor_identifier: tern,
      },
      {
        identifier: {
          uuid: 'bbbb2222-2222-4333-8444-555566667777',
          value: 'Ada Quill investment in Series B - Osier & Reed',
          permalink: 'ada-quill-invested-in-osier-reed--bbbb2222',
          entity_def_id: 'investment',
        },
        investor_identifier: {
          uuid: 'cccc2222-2222-4333-8444-555566667777',
          value: 'Ada Quill',
          image_id: null,
          permalink: 'ada-quill',
          entity_def_id: 'person',
        },
      },
    ],
    investors_headline: { num_investors: 2 },
    overview_fields_v2: overview,
    lead_investors_image_list: [{ identifier: tern }],
  },
}

const read = (form: string, entities: number, leads: number) => ({
  form,
  lists: [
    ...(leads > 0 ? [{ list: 'lead_investors', shown: leads, read: leads }] : []),
    { list: 'entities', shown: entities, read: entities },
    { list: 'lead_investors_image_list', shown: leads, read: leads },
  ],
})

test('a current page gives its own round, not one that it mentions', () => {
  expect(fundingRoundSite.extract(fixture('round.html'), query)).toEqual({
    kind: 'found',
    ...read('ng-state', 1, 1),
    record: osierRound,
  })
})

test('an old page is unescaped, and missing values are null, empty or zero', () => {
  const presence = { announced_on: { is_present: true }, money_raised: { is_present: false } }
  const grant = {
    investment_type: 'grant',
    preview_properties: presence,
    funded_organization_identifier: {
      role: 'investee',
      uuid: '99991111-1111-4222-8333-444455556666',
      value: "Moss's Mill",
      image_id: null,
      permalink: 'moss-mill',
      entity_def_id: 'organization',
    },
  }
  expect(fundingRoundSite.extract(fixture('round-old.html'), parse('moss-mill-grant--99990000'))).toEqual({
    kind: 'found',
    ...read('ng-state', 0, 0),
    record: {
      uuid: '99990000-1111-4222-8333-444455556666',
      value: "Grant - Moss's <Mill> & Co",
      image_id: null,
      permalink: 'moss-mill-grant--99990000',
      entity_def_id: 'funding_round',
      num_investors: 0,
      ...{ money_raised: null, announced_on: '2026-09-01', lead_investors: null },
      overview_fields_v2: grant,
      cards: {
        timeline: { count: 0, entities: [] },
        investors_list: [],
        investors_headline: { num_investors: 0 },
        overview_fields_v2: grant,
        lead_investors_image_list: [],
      },
    },
  })
})

test('a shown value is present, whatever the page states about hidden ones', () => {
  const presenceIn = (fields: object, timeline: object = {}, properties: object = {}) => {
    const identifier = { uuid: 'u-1', value: 'Seed' }
    const body = JSON.stringify({
      properties: { identifier, ...properties },
      cards: {
        overview_fields_v2: fields,
        timeline: { entities: [{ uuid: 'p-1', ...timeline }] },
      },
    })
    const outcome = fundingRoundSite.extract(fixture('round.html', { body }), query)
    if (outcome.kind !== 'found') return outcome
    const { announced_on, money_raised } = outcome.record.overview_fields_v2.preview_properties
    const press = outcome.record.cards.timeline.entities[0]?.preview_properties.activity_properties
    return [announced_on.is_present, money_raised.is_present, press?.is_present]
  }
  expect(presenceIn({})).toEqual([false, false, false])
  expect(presenceIn({ announced_on: '2026-11-02', money_raised: { value: 5 } })).toEqual([true, true, false])
  expect(
    presenceIn({}, { properties: { activity_date: '2026-11-02' } }, { announced_on: '2026-11-02' }),
  ).toEqual([true, false, true])
  const hidden = {
    preview_properties: { money_raised: { is_present: true }, announced_on: { is_present: false } },
  }
  expect(presenceIn(hidden, { preview_properties: { activity_properties: { is_present: true } } })).toEqual([
    false,
    true,
    true,
  ])
})

test("the API's response gives a record even if it has an identity alone", () => {
  const body = JSON.stringify({ properties: { identifier: { uuid: 'u-1', value: 'Seed - Bare' } } })
  const unknown = {
    investment_type: null,
    preview_properties: { announced_on: { is_present: false }, money_raised: { is_present: false } },
    funded_organization_identifier: {
      role: null,
      uuid: null,
      value: null,
      image_id: null,
      permalink: null,
      entity_def_id: null,
    },
  }
  expect(fundingRoundSite.extract(fixture('rounds.json', { body }), query)).toEqual({
    kind: 'found',
    ...read('json', 0, 0),
    record: {
      uuid: 'u-1',
      value: 'Seed - Bare',
      image_id: null,
      permalink: null,
      entity_def_id: null,
      num_investors: null,
      ...{ money_raised: null, announced_on: null, lead_investors: null },
      overview_fields_v2: unknown,
      cards: {
        timeline: { count: null, entities: [] },
        investors_list: [],
        investors_headline: { num_investors: null },
        overview_fields_v2: unknown,
        lead_investors_image_list: [],
      },
    },
  })
})

test('a list without a headline is counted itself', () => {
  const body = JSON.stringify({
    properties: { identifier: { uuid: 'u-1', value: 'Seed - Listed' } },
    cards: { investors_list: [{ identifier: {}, investor_identifier: {} }] },
  })
  expect(fundingRoundSite.extract(fixture('rounds.json', { body }), query)).toMatchObject({
    record: { num_investors: null, cards: { investors_headline: { num_investors: null } } },
  })
})

test('a removed round is not found, whatever the site answers', () => {
  expect(fundingRoundSite.extract(fixture('removed.html'), parse('gone-round'))).toEqual({
    kind: 'not_found',
  })
  for (const status of [404, 410])
    expect(fundingRoundSite.extract(fixture('broken.html', { status }), query)).toEqual({ kind: 'not_found' })
  const url = 'https://www.startupdb.example/search/funding_rounds'
  expect(fundingRoundSite.extract(fixture('round.html', { url }), query)).toEqual({ kind: 'not_found' })
})

test('a bot wall is blocked, and a page without a round is a changed page', () => {
  expect(() => fundingRoundSite.extract(fixture('wall.html'), query)).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
  for (const name of ['broken.html', 'event.html', 'rounds.json'])
    expect(() => fundingRoundSite.extract(fixture(name), query)).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
})

test('the API is read only if the state of the page is broken', async () => {
  const requests: string[] = []
  const createGet =
    (first: Page): Get =>
    async (url) => {
      requests.push(new URL(url).pathname)
      return requests.length === 1 ? first : fixture('round.html')
    }
  expect(await find(createGet(fixture('broken.html')))).toMatchObject({ kind: 'found' })
  expect(requests).toEqual([
    '/funding_round/osier-reed-series-b--11112222',
    '/v4/data/entities/funding_rounds/osier-reed-series-b--11112222',
  ])
  for (const first of [
    fixture('round.html'),
    fixture('removed.html'),
    fixture('broken.html', { status: 404 }),
  ]) {
    requests.length = 0
    await find(createGet(first))
    expect(requests).toHaveLength(1)
  }
})

test('a saved response of the API gives the round of its address', () => {
  for (const path of [
    '/funding_round/osier-reed-series-b--11112222',
    '/v4/data/entities/funding_rounds/osier-reed-series-b--11112222?layout_mode=view_v2',
  ])
    expect(at.parse(at.paramsFromUrl(`https://www.startupdb.example${path}`))).toEqual(query)
})

test('a permalink and every address of its page are one lookup', () => {
  for (const text of [
    ' Osier-Reed-Series-B--11112222 ',
    'https://www.startupdb.example/funding_round/osier-reed-series-b--11112222',
    'http://www.startupdb.example/funding_round/osier-reed-series-b--11112222/?utm=1#top',
    'https://www.startupdb.example/funding_round/osier-reed-series-b--11112222/timeline',
  ])
    expect(parse(text)).toEqual(query)
})

test.each([
  'x?y#z',
  '1/../../admin',
  '..',
  '-',
  'a b',
  'a%2fb',
  'https://www.startupdb.example/',
  'https://www.startupdb.example/funding_round/',
  'https://www.startupdb.example/funding_round/a%2f..%2fb',
  'https://www.startupdb.example/funding_round/%zz',
  'https://www.startupdb.example/funding_round/a/b/c',
  'https://www.startupdb.example/event/kelp-week-brest',
  'https://other.startupdb.example/funding_round/a',
  'https://www.startupdb.example:8443/funding_round/a',
  'a'.repeat(201),
])('%s is refused by name', (query) => {
  expect(() => parse(query)).toThrow(/^Bad Request: query must /)
})

test.each([
  [{ announced_on: '2026-11-02', money_raised: { value: 5, currency: 'eur', value_usd: 6 } }, 5, 'EUR', 6],
  [
    {
      announced_on: { value: '2026-11-02', precision: 'day' },
      money_raised: { value: '7', currency: 'USD' },
    },
    7,
    'USD',
    7,
  ],
  [{ announced_on: '2026-11-02', money_raised: { value: 8, currency: 'EUR' } }, 8, 'EUR', null],
])('shown values of a round are read: %j', (shown, amount, currency, usd) => {
  const identifier = { uuid: 'u-1', value: 'Seed - Open' }
  for (const entity of [
    { properties: { identifier }, cards: { overview_fields_v2: shown } },
    { properties: { identifier, ...shown }, cards: {} },
  ])
    expect(
      fundingRoundSite.extract(fixture('rounds.json', { body: JSON.stringify(entity) }), query),
    ).toMatchObject({ record: { announced_on: '2026-11-02', money_raised: { amount, currency, usd } } })
})

test('lead investors are those of the card, else the marked ones; hidden ones are null', () => {
  const readLeads = (cards: object) => {
    const body = JSON.stringify({ properties: { identifier: { uuid: 'u-1', value: 'Seed' } }, cards })
    const outcome = fundingRoundSite.extract(fixture('rounds.json', { body }), query)
    return outcome.kind === 'found' ? outcome.record.lead_investors : outcome.kind
  }
  const marked = (isLead?: boolean) => ({ investor_identifier: tern, is_lead_investor: isLead })
  expect(readLeads({ lead_investors_image_list: [{ identifier: tern }] })).toEqual([tern])
  expect(readLeads({ investors_list: [marked(true), marked(false)] })).toEqual([tern])
  expect(readLeads({ investors_list: [marked(false)] })).toEqual([])
  expect(readLeads({ investors_list: [marked()], lead_investors_image_list: [] })).toBeNull()
})
