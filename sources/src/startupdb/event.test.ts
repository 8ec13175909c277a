// Startup event: parameters, and exact records from each form of an event's page.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { event } from './event.ts'
import { startupdb } from './index.ts'
import { eventSite } from './providers/event-site.ts'

const at = onSite(startupdb, event)
const fixture = (name: string, change: Partial<Page> = {}): Page => ({
  url: 'https://www.startupdb.example/event/kelp-week-brest',
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'),
  ...change,
})
const parse = (query: string) => at.parse({ query })
const query = { permalink: 'kelp-week-brest' }
const find = (get: Get) => at.find({ query: query.permalink }, get)

test('a current page gives the whole event, its state before its linked data', () => {
  expect(eventSite.extract(fixture('event.html'), query)).toEqual({
    kind: 'found',
    form: 'ng-state',
    lists: [
      { list: 'categories', shown: 2, read: 2 },
      { list: 'speakers', shown: 2, read: 2 },
      { list: 'sponsors', shown: 1, read: 1 },
      { list: 'exhibitors', shown: 0, read: 0 },
      { list: 'contestants', shown: 0, read: 0 },
    ],
    record: {
      uuid: 'eeee0000-1111-4222-8333-444455556666',
      name: 'Kelp Week Brest',
      title: 'Kelp Week',
      logo: 'conferences/kelp',
      description: 'Five days by the sea. Bring boots & a coat.',
      short_description: 'Seaweed for all.',
      starts_on: '2027-05-03',
      ends_on: '2027-05-07',
      event_type: ['conference', 'networking'],
      num_speakers: 14,
      num_sponsors: 1,
      num_exhibitors: 0,
      num_contestants: 0,
      categories: [
        {
          name: 'Food Systems',
          uuid: 'eeee1111-1111-4222-8333-444455556666',
          image_id: null,
          permalink: 'food-systems',
        },
        {
          name: 'Water',
          uuid: 'eeee2222-1111-4222-8333-444455556666',
          image_id: 'categories/water',
          permalink: 'water',
        },
      ],
      speakers: [
        {
          logo: 'portraits/mael',
          name: 'Maël Guérin',
          uuid: 'ffff1111-1111-4222-8333-444455556666',
          job_title: 'Diver',
          permalink: 'mael-guerin',
          organization: {
            logo: 'logos/algue',
            name: 'Algue Verte',
            uuid: 'ffff2222-1111-4222-8333-444455556666',
            permalink: 'algue-verte',
          },
        },
        {
          logo: null,
          name: 'Nora Pryce',
          uuid: 'ffff3333-1111-4222-8333-444455556666',
          job_title: null,
          permalink: 'nora-pryce',
          organization: null,
        },
      ],
      exhibitors: [],
      contestants: [],
      sponsors: [
        {
          logo: 'logos/port',
          name: 'Port Bank',
          uuid: 'ffff4444-1111-4222-8333-444455556666',
          permalink: 'port-bank',
          short_description: 'A bank by the port',
        },
      ],
      timeline: {
        count: 2,
        events: [
          {
            url: 'https://www.harbourgazette.example/kelp',
            date: '2027-04-01',
            type: 'press_reference',
            uuid: 'abcd1111-1111-4222-8333-444455556666',
            title: 'Kelp is coming',
            publisher: 'Harbour Gazette',
          },
          {
            url: null,
            date: '2027-04-02',
            type: 'press_reference',
            uuid: 'abcd2222-1111-4222-8333-444455556666',
            title: 'Boots advised',
            publisher: null,
          },
        ],
      },
      is_locked: false,
      registration_url: 'https://kelp-week.example/register',
    },
  })
})

const slateForum = {
  uuid: null,
  name: 'Slate Forum Cork',
  title: null,
  logo: 'slate',
  description: 'Roofs & more',
  short_description: 'A forum on roofs.',
  starts_on: '2027-02-01',
  ends_on: '2027-02-02',
  event_type: [],
  num_speakers: null,
  num_sponsors: null,
  num_exhibitors: null,
  num_contestants: null,
  categories: [],
  speakers: [
    {
      logo: null,
      name: 'Ines Roth',
      uuid: null,
      job_title: 'Roofer',
      permalink: 'ines-roth',
      organization: { logo: null, name: 'Roth & Sons', uuid: null, permalink: 'roth-sons' },
    },
    { logo: null, name: 'Tom Vos', uuid: null, job_title: null, permalink: null, organization: null },
  ],
  exhibitors: [],
  contestants: [],
  sponsors: [
    {
      logo: 'bank',
      name: 'Slate Bank',
      uuid: null,
      permalink: null,
      short_description: null,
    },
  ],
  timeline: { count: null, events: [] },
  is_locked: null,
  registration_url: 'https://slate-forum.example/tickets',
}

const slateForumRead = {
  kind: 'found',
  record: slateForum,
  form: 'json-ld',
  lists: [
    { list: 'speakers', shown: 3, read: 2 },
    { list: 'sponsors', shown: 1, read: 1 },
  ],
}

test('a page without a state is read from its linked data', () => {
  expect(eventSite.extract(fixture('event-linked-data.html'), query)).toEqual(slateForumRead)
})

test('a picture on another site has no id', () => {
  const readLogo = (image: unknown) => {
    const node = JSON.stringify({ '@type': 'Event', name: 'X', image })
    const body = `<h1>X</h1><script type="application/ld+json">${node}</script>`
    const outcome = eventSite.extract(fixture('event-linked-data.html', { body }), query)
    return outcome.kind === 'found' ? outcome.record.logo : outcome
  }
  expect(readLogo('https://images.startupdb.example/conferences/kelp')).toBe('conferences/kelp')
  expect(readLogo({ url: 'https://images.startupdb.example/conferences/kelp.webp?w=2' })).toBe(
    'conferences/kelp',
  )
  for (const image of [
    'https://cdn.example/kelp.png',
    'https://xstartupdb.example/a.png',
    'kelp.png',
    '',
    null,
  ])
    expect(readLogo(image)).toBe(null)
})

test('for a page without a state the API is read first, then the linked data', async () => {
  const pages: Record<string, Page> = {
    '/event/kelp-week-brest': fixture('event-linked-data.html'),
    '/v4/data/entities/events/kelp-week-brest': fixture('event.html'),
  }
  const get = async (url: string) => pages[new URL(url).pathname] ?? fixture('broken.html', { status: 404 })
  expect(await find(get)).toMatchObject({ record: { name: 'Kelp Week Brest' } })
  delete pages['/v4/data/entities/events/kelp-week-brest']
  expect(await find(get)).toEqual(slateForumRead)
  pages['/v4/data/entities/events/kelp-week-brest'] = fixture('broken.html')
  expect(await find(get)).toEqual(slateForumRead)
  pages['/event/kelp-week-brest'] = fixture('broken.html')
  await expect(find(get)).rejects.toMatchObject({ reason: 'page_changed' })
  delete pages['/v4/data/entities/events/kelp-week-brest']
  expect(await find(get)).toEqual({ kind: 'not_found' })
})

test('a bare description and a bare address are read as well', () => {
  const body = JSON.stringify({
    properties: { identifier: { uuid: 'u', value: 'Bare' } },
    cards: {
      overview_description: 'Plain.',
      overview_fields_v2: { registration_url: 'https://bare.example/' },
    },
  })
  expect(eventSite.extract(fixture('event.html', { body }), query)).toMatchObject({
    record: {
      description: 'Plain.',
      registration_url: 'https://bare.example/',
      starts_on: null,
      is_locked: null,
    },
  })
})

test('a removed event is not found, a bot wall is blocked, another page is a changed page', () => {
  expect(eventSite.extract(fixture('removed.html'), parse('gone-event'))).toEqual({ kind: 'not_found' })
  expect(eventSite.extract(fixture('event.html', { status: 410 }), query)).toEqual({ kind: 'not_found' })
  expect(() => eventSite.extract(fixture('wall.html'), query)).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
  for (const name of ['broken.html', 'round.html'])
    expect(() => eventSite.extract(fixture(name), query)).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
})

test('a slug and the address of its page are one lookup; anything else is refused by name', () => {
  expect(parse('https://www.startupdb.example/event/Kelp-Week-Brest/?x=1')).toEqual(query)
  expect(parse('http://www.startupdb.example/event/kelp-week-brest/speakers')).toEqual(query)
  expect(parse('kelp-week-brest')).toEqual(query)
  for (const text of [
    'kelp week',
    'kelp/week',
    'https://www.startupdb.example/funding_round/a',
    'https://www.startupdb.example.evil.tld/event/a',
    'https://www.startupdb.example/event/../admin',
  ])
    expect(() => parse(text)).toThrow(/^Bad Request: query must /)
})

test('the endpoint is labelled degraded', () => {
  expect(event).toMatchObject({ pinnedStatus: 'degraded', credits: 2, notFound: 'billed' })
})

test('exhibitors and contestants have the same fields as sponsors', () => {
  const company = (name: string) => ({
    identifier: { uuid: `u-${name}`, value: name },
    short_description: 'x',
  })
  const body = JSON.stringify({
    properties: { identifier: { uuid: 'u-1', value: 'Expo' } },
    cards: { exhibitors_image_list: [company('Ada'), {}], contestants_image_list: [company('Bo')] },
  })
  const shape = (name: string) => ({
    logo: null,
    name,
    uuid: `u-${name}`,
    permalink: null,
    short_description: 'x',
  })
  const outcome = eventSite.extract(
    { ...fixture('event.html'), contentType: 'application/json', body },
    query,
  )
  expect(outcome).toMatchObject({ record: { exhibitors: [shape('Ada')], contestants: [shape('Bo')] } })
  expect(outcome).toMatchObject({
    lists: expect.arrayContaining([{ list: 'exhibitors', shown: 2, read: 1 }]),
  })
})
