// Funding rounds from EDGAR, through the whole server and a local replica: the records and headers, that filings are
// fetched once and stored without persons, and that no fault is billed or stored.
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { filerUuid, filingUuid } from '@quarry/sources/apis/sec-edgar'
import { edgarResponse, type FakeFiling, fakeFormD, formD } from '@quarry/sources/testing/fake-edgar'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { endRests, type Replica, sends, startReplica } from '../support/two-providers.ts'

const persons = /Fernsby|Wilhelmina|Thistlewood|Heron/
let edgar: Replica
let app: TestApp
let secret: string
let filings: FakeFiling[] = []
let agents: string[] = []

/** Each test has its own companies, so nothing about them is stored before. */
let first = 0
const createFilings = (count: number, day = '2026-11-13') => {
  first += 2_000
  return Array.from({ length: count }, (_, n) => fakeFormD(first + n, day))
}

const serveFilings = (request: IncomingMessage, response: ServerResponse) => {
  agents.push(request.headers['user-agent'] ?? '')
  const { status, contentType, body } = edgarResponse(
    filings,
    new URL(request.url ?? '', 'https://www.sec.gov'),
  )
  response.writeHead(status, { 'content-type': contentType, date: 'Sun, 15 Nov 2026 15:00:00 GMT' }).end(body)
}

beforeAll(async () => {
  edgar = await startReplica()
  app = await startApp({
    file: {
      data: 'open',
      contact: 'ops@example.org',
      providers: {
        'sec-edgar': {
          sites: { 'efts.sec.gov': edgar.origin, 'www.sec.gov': edgar.origin },
          allow_private: true,
          rate_limit: { per_second: 5_000 },
        },
      },
    },
    limits: { upstreamTryMs: 5_000 },
  })
  secret = (await app.account({ bonus_credits: 100_000 })).secret
})
afterAll(async () => {
  await app.close()
  await edgar.close()
})
beforeEach(() => {
  edgar.respondWith(serveFilings)
  edgar.requestUrls.length = 0
  agents = []
})

const rounds = (days = 3, more = '') =>
  app.call(secret, `/v2/startupdb/funding_rounds?days_since_announcement=${days}${more}`)
const round = (query: string) =>
  app.call(secret, `/v2/startupdb/funding_round?query=${encodeURIComponent(query)}`)
const pickOutcome = ({ status, headers }: Response) => ({
  status,
  provider: headers.get('x-provider'),
  credits: headers.get('x-credits-used'),
})
type Listed = { total: number; results: { uuid: string; identifier: { permalink: string } }[] }
const listed = async (response: Response) => (await response.json()) as Listed
const countFilingRequests = () =>
  edgar.requestUrls.filter((address) => address.endsWith('primary_doc.xml')).length

test('a list and each of its rounds come from EDGAR, with its name, licence and source', async () => {
  filings = createFilings(3)
  const response = await rounds()
  expect(pickOutcome(response)).toEqual({ status: 200, provider: 'sec-edgar', credits: '1' })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-provider-licence': 'public domain (17 U.S.C. 105)',
    'x-provider-source':
      'https://www.sec.gov/edgar/search/#/dateRange=custom&startdt=2026-11-12&enddt=2026-11-15&forms=C%2CC-U%2CD',
    'x-record-form': 'sec-edgar',
    // Without the total and with each investor's own fields.
    'x-record-fields': '15/28',
  })
  expect(response.headers.get('x-record-partial')).toBeNull()
  const { total, results } = await listed(response)
  expect(total).toBe(3)
  expect(agents.every((agent) => agent.includes('ops@example.org'))).toBe(true)
  for (const { uuid, identifier } of results)
    for (const query of [uuid, identifier.permalink]) {
      const detail = await round(query)
      expect(pickOutcome(detail)).toEqual({ status: 200, provider: 'sec-edgar', credits: '2' })
      expect(detail.headers.get('x-provider-source')).toMatch(
        /^https:\/\/www\.sec\.gov\/Archives\/.*-index\.htm$/,
      )
      expect(detail.headers.get('x-record-fields')).toBe('26/61')
      expect(await detail.json()).toMatchObject({ uuid, num_investors: 13 })
    }
  const [one] = filings
  const own = await rounds(3, `&funded_organization_identifier=${filerUuid(one?.cik ?? '')}`)
  expect(await listed(own)).toMatchObject({ total: 1, results: [{ uuid: filingUuid(one as FakeFiling) }] })
  // Filings that were read for the list are not fetched again.
  expect(countFilingRequests()).toBe(3)
})

test('the URL of a filing is accepted, and any other URL is refused', async () => {
  filings = createFilings(1)
  const [one] = filings
  const address = `https://www.sec.gov/Archives/edgar/data/${Number(one?.cik)}/${one?.accession}/`
  expect(pickOutcome(await round(address))).toMatchObject({ status: 200 })
  expect(pickOutcome(await round(`${address.slice(0, -3)}/`))).toMatchObject({ status: 400, credits: '0' })
  expect(pickOutcome(await round('monenza-energy-seed--5d5c2dd1'))).toMatchObject({ status: 400 })
  const missing = await round(filingUuid({ accession: '000229999926000001', cik: '0002299999' }))
  expect(pickOutcome(missing)).toEqual({ status: 404, provider: 'sec-edgar', credits: '2' })
})

test('one call reads sixty filings, and the next call continues further back', async () => {
  filings = [...createFilings(50, '2026-11-13'), ...createFilings(40, '2026-11-12')]
  const response = await rounds()
  expect(response.headers.get('x-record-partial')).toBe('true')
  expect(await listed(response)).toMatchObject({ total: 60, results: { length: 60 } })
  expect(countFilingRequests()).toBe(60)
  const further = await rounds()
  expect(further.headers.get('x-record-partial')).toBeNull()
  expect(await listed(further)).toMatchObject({ total: 90 })
  expect(countFilingRequests()).toBe(90)
})

test('no stored data names a person', async () => {
  filings = createFilings(2)
  await rounds()
  const broken = createFilings(1)
  filings = broken.map((one) => ({ ...one, xml: one.xml.replace('>13<', '>thirteen<') }))
  expect((await round(filingUuid(filings[0] as FakeFiling))).headers.get('x-error-reason')).toBe(
    'page_changed',
  )
  const { rows } = await app.database.pool.query<{ body: string }>('select body from final_responses')
  expect(rows.length).toBeGreaterThan(2)
  const folder = join(app.dataDir, 'diagnosis', 'startupdb_funding_round', 'sec-edgar')
  await expect.poll(async () => (await readdir(folder)).length).toBeGreaterThan(1)
  const pages = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  expect(pages.join()).toContain('thirteen')
  for (const text of [...rows.map(({ body }) => body), ...pages]) expect(text).not.toMatch(persons)
})

const isFiling = ({ url = '' }: IncomingMessage) => url.endsWith('primary_doc.xml')
const isIndex = (request: IncomingMessage) => !isFiling(request)

type Fault = { how: string; handler: Parameters<Replica['respondWith']>[0]; reason: string }
const faults: Fault[] = [
  { how: 'does not respond', handler: () => {}, reason: 'upstream_timeout' },
  { how: 'responds 429', handler: sends('', 429), reason: 'upstream_paced' },
  {
    how: 'responds 429 with Retry-After',
    handler: sends('', 429, { 'retry-after': '77' }),
    reason: 'upstream_paced',
  },
  { how: 'responds 500', handler: sends('', 500), reason: 'upstream_failed' },
  { how: 'sends HTML', handler: sends('<html><body>Maintenance</body></html>'), reason: 'page_changed' },
  { how: 'sends an empty body', handler: sends(''), reason: 'page_changed' },
]
const changed = (how: string, body: string): Fault => ({ how, handler: sends(body), reason: 'page_changed' })
const indexFaults = [
  changed('sends JSON that is cut off', '{"hits":{"total":{"value":1},"hits":[{"_so'),
  changed('sends fields of another type', '{"hits":{"total":"one","hits":[]}}'),
]
const archiveFaults = [
  changed('sends XML that is cut off', formD.slice(0, 3_000)),
  changed('sends fields of another type', formD.replace('>6250000<', '>much<')),
]
const cases = [
  // The other faults of the index are tested with those of every provider.
  ...indexFaults.map((fault) => ({ part: 'the index', isAffected: isIndex, ...fault })),
  ...[...faults, ...archiveFaults].map((fault) => ({ part: 'the archive', isAffected: isFiling, ...fault })),
].map((one, n) => ({ ...one, days: 10 + n }))

test.each(cases)('when $part $how a call fails free of charge, and nothing of it is stored', async (one) => {
  const { part, isAffected, how, handler, reason, days } = one
  filings = createFilings(1)
  edgar.respondWith((request, response) => (isAffected(request) ? handler : serveFilings)(request, response))
  const failing = [await rounds(days)]
  await endRests(app)
  if (part === 'the archive') failing.push(await round(filingUuid(filings[0] as FakeFiling)))
  for (const failed of failing) {
    expect(pickOutcome(failed)).toEqual({ status: 500, provider: 'sec-edgar', credits: '0' })
    expect(failed.headers.get('x-error-reason')).toBe(reason)
    if (how.endsWith('later')) expect(failed.headers.get('retry-after')).toBe('77')
  }
  edgar.respondWith(serveFilings)
  await endRests(app)
  const fullResponse = await rounds(days, '&max_age=3600')
  expect([fullResponse.status, fullResponse.headers.get('age'), (await listed(fullResponse)).total]).toEqual([
    200,
    null,
    1,
  ])
  // Enough successful responses to reset the circuit breaker.
  for (let n = 0; n < 3; n += 1) await rounds(days)
})
