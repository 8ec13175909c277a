// Events by OpenAgenda: each field from its column, the next timing, the requests, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { openAgenda } from '../../apis/openagenda.ts'
import { event } from '../event.ts'
import { search } from '../search.ts'
import { openAgendaEvent, openAgendaSearch } from './openagenda.ts'

type Row = Record<string, unknown>

const fixture = readFileSync(new URL('../fixtures/openagenda-event.json', import.meta.url), 'utf8')
const row = (): Row => JSON.parse(fixture).results[0]
const toResponse = (rows: Row[], total = rows.length) => ({ total_count: total, results: rows })
const page = (body: unknown, change: Partial<Page> = {}): Page => ({
  url: 'https://public.opendatasoft.com/api/explore/v2.1/catalog/datasets/evenements-publics-openagenda/records',
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { date: 'Sun, 15 Nov 2026 12:00:00 GMT' },
  ...change,
})
const events = onProvider(event, openAgendaEvent)
const searches = onProvider(search, openAgendaSearch)
const query = { id: '70411902', domain: 'fr', path: '/e/70411902' }
const extract = (body: unknown, change?: Partial<Page>) => openAgendaEvent.extract(page(body, change), query)
const extractWith = (change: Row) => extract(toResponse([{ ...row(), ...change }]))

/** Sends the bodies one after the other and records the requests. */
function createGet(...bodies: unknown[]) {
  const requests: URL[] = []
  const get: Get = async (url) => {
    requests.push(new URL(url))
    return page(bodies[requests.length - 1] ?? toResponse([]))
  }
  return { get, requests }
}

const venue = {
  id: '31190044',
  name: 'Le Grand Hangar',
  address: '12 quai des Brumes',
  city: 'Nantes',
  region: 'Pays de la Loire',
  country: 'FR',
  postal_code: '44000',
  latitude: 47.2184,
  longitude: -1.5536,
}

test('an event has the fields of its row, at its next time', () => {
  expect(extract(fixture)).toEqual({
    kind: 'found',
    form: 'openagenda',
    source: 'https://openagenda.com/quai-sonore/events/veillee-de-cornemuse',
    record: {
      url: 'https://openagenda.com/quai-sonore/events/veillee-de-cornemuse',
      name: 'Veillée de cornemuse',
      domain: null,
      format: null,
      locale: 'fr',
      status: 'Scheduled',
      summary: 'Trois sonneurs, un feu & du cidre.',
      category: null,
      subcategory: null,
      currency: null,
      timezone: null,
      event_id: '70411902',
      image_url: 'https://img.openagenda.example/70411902.base.jpg',
      sales_status: null,
      description: '<p>Portes à 20 h, <strong>cidre</strong> au bar.</p>',
      tags: ['cornemuse', 'bal'],
      images: ['https://img.openagenda.example/70411902.full.jpg'],
      is_free: null,
      is_listed: true,
      is_online: false,
      is_series: true,
      start_date: '2031-03-14T20:30:00',
      end_date: '2031-03-14T23:00:00',
      start_date_utc: '2031-03-14T19:30:00Z',
      end_date_utc: '2031-03-14T22:00:00Z',
      duration_seconds: 9000,
      venue,
      organizer: {
        id: '55120381',
        url: null,
        name: 'Quai Sonore',
        verified: null,
        num_events: null,
        total_attendees: null,
      },
      highlights: { location_type: 'Offline', duration_minutes: 150 },
    },
  })
})

test.each([
  ['Sat, 14 Mar 2026 08:00:00 GMT', '2026-03-14T20:30:00'],
  ['Sat, 14 Mar 2026 21:00:00 GMT', '2026-03-14T20:30:00'],
  ['Sat, 14 Mar 2026 22:00:01 GMT', '2031-03-14T20:30:00'],
  ['Tue, 01 Jan 2041 08:00:00 GMT', '2031-03-21T20:30:00'],
])('at %s the next time is %s', (date, start) => {
  expect(extract(fixture, { headers: { date } })).toMatchObject({ record: { start_date: start } })
})

test('values missing in a row are null', () => {
  const keptNames = ['uid', 'title_fr']
  const bare = Object.fromEntries(
    Object.entries(row()).map(([name, value]) => [name, keptNames.includes(name) ? value : null]),
  )
  expect(extract(toResponse([bare]))).toMatchObject({
    source: 'https://openagenda.com',
    record: {
      url: null,
      tags: null,
      images: [],
      is_series: null,
      is_online: null,
      venue: null,
      start_date: null,
    },
  })
  // Without a list of times only the first one is known, not its local time.
  expect(extractWith({ timings: null })).toMatchObject({
    record: {
      start_date: null,
      start_date_utc: '2026-03-14T19:30:00Z',
      duration_seconds: 9000,
      is_series: false,
    },
  })
  expect(extractWith({ location_address: '44 000 Nantes' })).toMatchObject({
    record: { venue: { address: null } },
  })
  expect(extractWith({ attendancemode: '{"id":2,"label":{"fr":"En ligne"}}' })).toMatchObject({
    record: { is_online: true, highlights: { location_type: 'En ligne' } },
  })
})

test('columns are requested by name, and none of them names a person', async () => {
  const { get, requests } = createGet(toResponse([row()]), toResponse([row()]))
  await events.find({ query: '70411902' }, get)
  await searches.find({ query: 'cornemuse' }, get)
  const [first, second] = requests.map(({ searchParams }) => searchParams)
  expect(first?.get('where')).toBe('uid = "70411902"')
  expect(first?.get('select')?.split(',').sort()).toEqual(Object.keys(row()).sort())
  expect(second?.get('select')).not.toContain('longdescription')
  for (const one of [first, second])
    expect(one?.get('select')).not.toMatch(/contributor|contact|phone|email|\*/)
})

test('a redacted response parses to the same record and has no phone number or address of a person', () => {
  const redacted = openAgenda.redact?.(page(fixture)) ?? page(fixture)
  expect(redacted.body).not.toMatch(/\+33|someone@/)
  expect(openAgendaEvent.extract(redacted, query)).toEqual(extract(fixture))
  const search = searches.parse({ query: 'cornemuse' })
  expect(openAgendaSearch.extract(redacted, search)).toEqual(openAgendaSearch.extract(page(fixture), search))
  expect(() => openAgenda.redact?.(page('<html>'))).toThrow('no JSON')
})

test('an event is requested by its number, or by its page on its own agenda', async () => {
  for (const address of [
    'https://openagenda.com/quai-sonore/events/veillee-de-cornemuse',
    'https://openagenda.com/fr/quai-sonore/events/veillee-de-cornemuse?lang=fr',
    'openagenda.com/en/quai-sonore/events/veillee-de-cornemuse/',
  ]) {
    const { get, requests } = createGet(toResponse([{ ...row(), canonicalurl: null, uid: '1' }, row()]))
    expect(await events.find({ query: address }, get), address).toMatchObject({
      record: { event_id: '70411902' },
    })
    expect(requests[0]?.searchParams.get('where')).toBe('slug = "veillee-de-cornemuse"')
  }
  const shared = 'https://openagenda.com/ville-de-nantes/events/veillee-de-cornemuse'
  expect(await events.find({ query: shared }, createGet(toResponse([row()])).get)).toEqual({
    kind: 'not_found',
  })
  expect(events.parse({ query: 'https://openagenda.com/agendas/5/events/70411902' })).toMatchObject({
    id: '70411902',
  })
  for (const [text, problem] of [
    [
      'https://openagenda.com/quai-sonore',
      'must be the URL of an event on OpenAgenda (/<agenda>/events/<event>)',
    ],
    ['https://evilopenagenda.com/a/events/b', 'must be an address on openagenda.com or www.openagenda.com'],
    ['jazz', 'must be an event URL or a numeric id'],
  ])
    expect(() => events.parse({ query: text }), text).toThrow(`Bad Request: query ${problem}`)
})

test('numbers and its own addresses are accepted, ids with letters are refused', () => {
  const problem = (id: string) => openAgendaEvent.cannotAnswer?.({ id, domain: null, path: null })
  expect([problem('70411902'), problem('a/b')]).toEqual([null, null])
  expect(problem('Q7bzZkn9Tide-1')).toMatchObject({ parameter: 'query' })
  const [site] = event.providers
  expect(site?.cannotAnswer?.({ id: 'a/b', domain: null, path: null })).toMatchObject({ parameter: 'query' })
  expect(site?.cannotAnswer?.(query)).toBeNull()
})

test('an event that is missing, or without a name, is not found', () => {
  expect(extract(toResponse([])).kind).toBe('not_found')
  expect(extractWith({ title_fr: '' }).kind).toBe('not_found')
  expect(extractWith({ title_fr: null }).kind).toBe('not_found')
})

test.each<[string, unknown, number?]>([
  ['a page of HTML', '<html><body>Veillée</body></html>'],
  ['nothing', ''],
  ['JSON that is cut off', fixture.slice(0, 700)],
  ['no data set', { error_code: 'UnknownDataset', message: 'No such data set.' }, 404],
  ['no count', { results: [row()] }],
  ['rows that are counted and not there', toResponse([], 1)],
  ['rows of another type', { total_count: 1, results: { 0: row() } }],
  ['another event', toResponse([{ ...row(), uid: '5' }])],
  ['a name of another type', toResponse([{ ...row(), title_fr: { fr: 'Veillée' } }])],
  ['a text of another type', toResponse([{ ...row(), description_fr: ['Trois sonneurs'] }])],
  ['times of another type', toResponse([{ ...row(), timings: '{"begin":"2031-03-21T20:30:00+01:00"}' }])],
  ['times that are no JSON', toResponse([{ ...row(), timings: 'demain' }])],
  ['a state of another type', toResponse([{ ...row(), status: 'Scheduled' }])],
])('%s is a changed page', (_, body, status = 200) => {
  expect(() => extract(body, { status })).toThrow(expect.objectContaining({ reason: 'page_changed' }))
  const query = searches.parse({ query: 'cornemuse' })
  if (typeof body === 'object' && JSON.stringify(body).includes('"uid":"5"')) return
  expect(() => openAgendaSearch.extract(page(body, { status }), query)).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test('a search gives the fields that a list shows, and the page for registration', async () => {
  const { get, requests } = createGet(toResponse([row(), { ...row(), uid: '6', timings: 7 }], 2))
  const source =
    'https://public.opendatasoft.com/explore/dataset/evenements-publics-openagenda/table/?q=cornemuse&refine.location_countrycode=FR'
  expect(await searches.find({ query: 'Cornemuse!' }, get)).toEqual({
    kind: 'found',
    form: 'openagenda',
    lists: [{ list: 'results', shown: 2, read: 1 }],
    source,
    record: {
      results: [
        {
          url: 'https://openagenda.com/quai-sonore/events/veillee-de-cornemuse',
          name: 'Veillée de cornemuse',
          summary: 'Trois sonneurs, un feu & du cidre.',
          event_id: '70411902',
          language: 'fr',
          timezone: null,
          image_url: 'https://img.openagenda.example/70411902.base.jpg',
          tickets_url: 'https://billets.quai-sonore.example/veillee',
          organizer_id: '55120381',
          tags: ['cornemuse', 'bal'],
          venue,
          start_date: '2031-03-14',
          start_time: '20:30',
          end_date: '2031-03-14',
          end_time: '23:00',
          is_online: false,
        },
      ],
      pagination: { next: null, page: 1, per_page: 100, total_pages: 1, total_results: 2 },
    },
  })
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
    where:
      'search("cornemuse") and lastdate_end >= now() and location_countrycode = "FR" and title_fr is not null and not (originagenda_title like "France Travail")',
    order_by: 'lastdate_end,uid',
    limit: '100',
    offset: '0',
  })
})

test('a town is searched by its spellings in the data set, and by no similar name', async () => {
  const towns = {
    results: ['Saint-Étienne', 'SAINT ETIENNE', 'Saint-Étienne-du-Bois', null].map((location_city) => ({
      location_city,
    })),
  }
  const { get, requests } = createGet(
    towns,
    toResponse([row(), { ...row(), location_city: 'Saint-Étienne' }], 101),
  )
  const outcome = await searches.find({ location: 'france--saint-etienne' }, get)
  expect(requests[0]?.searchParams.get('where')).toBe(
    'search(location_city, "saint etienne") and location_countrycode = "FR"',
  )
  expect(requests[1]?.searchParams.get('where')).toContain(
    'location_city in ("Saint-Étienne", "SAINT ETIENNE")',
  )
  expect(requests[1]?.searchParams.get('where')).not.toContain('search(')
  const next = outcome.kind === 'found' ? outcome.record.pagination.next : null
  expect(next).toContain('refine.location_city=Saint-%C3%89tienne&page=2')
  const none = createGet({ results: [{ location_city: 'Saint-Étienne-du-Bois' }] })
  expect(await searches.find({ location: 'france--saint-etienne' }, none.get)).toMatchObject({
    record: { results: [], pagination: { next: null, total_pages: 0, total_results: 0 } },
  })
  expect(none.requests).toHaveLength(1)
  for (const odd of ['', { results: 'x' }, { results: [{ city: 'Nantes' }] }])
    await expect(searches.find({ location: 'france--nantes' }, createGet(odd).get)).rejects.toMatchObject({
      reason: 'page_changed',
    })
})

test('the address of the next page is the same search on the next page', async () => {
  const params = { query: 'Théâtre "de rue"', domain: 'be', location: 'belgium--liege', page: 2 }
  const liege = { ...row(), location_city: 'Liège' }
  const outcome = await searches.find(params, createGet({ results: [liege] }, toResponse([liege], 301)).get)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  expect(searches.parse({ query: outcome.record.pagination.next ?? '' })).toEqual(
    searches.parse({ ...params, page: 3 }),
  )
})

test.each([
  [{ query: 'jazz', domain: 'de' }, 'domain'],
  [{ query: 'jazz', location: 'spain--madrid' }, 'location'],
  [{ query: 'jazz', page: 101 }, 'page'],
  [{ query: 'jazz', page: 100 }, undefined],
  [{ domain: 'fr', location: 'switzerland--geneve' }, undefined],
])('for %o the refused parameter is %s', (params, parameter) => {
  expect(openAgendaSearch.cannotAnswer?.(searches.parse(params))?.parameter).toBe(parameter)
})

test('a search with more filters than words and a place is refused', () => {
  const [site] = search.providers
  const address = site?.address?.({ url: new URL('https://x.example/b/france--lyon/music/'), domain: 'fr' })
  expect(openAgendaSearch.cannotAnswer?.(address as never)?.parameter).toBe('query')
  for (const more of ['&sort=title_fr', '&refine.keywords_fr=bal', '&page=0'])
    expect(() =>
      searches.parse({
        query: `https://public.opendatasoft.com/explore/dataset/evenements-publics-openagenda/table/?q=jazz${more}`,
      }),
    ).toThrow('Bad Request: query must be')
})

test('the parameters of a saved response are read from its address', () => {
  const at = page('').url
  expect(openAgendaEvent.paramsFromUrl?.(`${at}?where=uid+%3D+%225%22`)).toEqual({ query: '5' })
  expect(openAgendaSearch.paramsFromUrl?.(`${at}?where=search(%22jazz%22)`)).toEqual({ query: 'jazz' })
})

test("the licence is read from the data set's metadata", () => {
  const read = (metas: unknown) =>
    openAgenda.statedLicence?.read({ url: '', status: 200, contentType: '', body: JSON.stringify({ metas }) })
  expect(read({ default: { license: 'Licence Ouverte v1.0' } })).toBe('Licence Ouverte v1.0')
  expect([read({ default: {} }), read(null)]).toEqual([null, null])
})
