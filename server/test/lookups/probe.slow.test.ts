// `quarry probe` as a command, against replicas of two upstream APIs: one whose responses may be stored, and one with
// a key whose responses may not.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@quarry/sources'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRecordings } from '../../../scripts/read-recordings.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { quarry } from '../support/server-process.ts'
import { type Replica, sends, startReplica } from '../support/two-providers.ts'

const fixture = (path: string) =>
  readFileSync(new URL(`../../../sources/src/${path}`, import.meta.url), 'utf8')
const findExample = (path: string, name: string) =>
  String(
    endpoints.find((endpoint) => endpoint.path === path)?.providers.find((provider) => provider.name === name)
      ?.example?.query,
  )
const ean = findExample('/v2/retailer_b/product', 'open-food-facts').replace('pr-', '')
const grocery = fixture('retailer_b/fixtures/open-food-facts-product.json').replaceAll('3250100000005', ean)
const event = fixture('ticketing/fixtures/ticketmaster-event.json').replaceAll(
  'Q7bzZkn9Tide-1',
  findExample('/v2/ticketing/event', 'ticketmaster'),
)
const key = 'tm-key-0123456789abcdef'
const folder = mkdtempSync(join(tmpdir(), 'quarry-probe-'))

let food: Replica
let tickets: Replica
let fresh: FreshDatabase
let env: Record<string, string>

type Handler = (request: IncomingMessage, response: ServerResponse) => void
const answering =
  (product: Handler): Handler =>
  (request, response) =>
    request.url?.startsWith('/cgi/')
      ? sends({ count: 1, page: 1, page_size: 24, products: [{ code: ean, product_name_fr: key }] })(
          request,
          response,
        )
      : product(request, response)

beforeAll(async () => {
  ;[food, tickets, fresh] = await Promise.all([startReplica(), startReplica(), freshDatabase()])
  const config = join(folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      contact: 'ops@example.org',
      sources: {
        retailer_b: { providers: ['open-food-facts'] },
        ticketing: { providers: ['ticketmaster'] },
      },
      providers: {
        'open-food-facts': {
          sites: { 'world.openfoodfacts.org': food.origin },
          allow_private: true,
          rate_limit: { per_minute: 500 },
        },
        ticketmaster: { sites: { 'app.ticketmaster.com': tickets.origin }, allow_private: true },
      },
    }),
  )
  const { url } = fresh.target
  env = {
    QUARRY_CONFIG: config,
    QUARRY_DATA_DIR: join(folder, 'data'),
    DATABASE_URL: url ?? '',
    TICKETMASTER_API_KEY: key,
  }
})
beforeEach(() => {
  food.respondWith(answering(sends(grocery)))
  tickets.respondWith((request, response) =>
    sends(
      request.url?.includes('/events/')
        ? event
        : { page: { totalElements: 1 }, _embedded: { events: [JSON.parse(event)] } },
    )(request, response),
  )
})
afterAll(async () => {
  await Promise.all([food?.close(), tickets?.close(), fresh?.drop()])
  rmSync(folder, { recursive: true, force: true })
})

const filesIn = (name: string): string[] => {
  const home = join(folder, 'data/probe', name)
  return existsSync(home) ? readdirSync(home).sort() : []
}
const readText = (file: string) => readFileSync(join(folder, 'data/probe', file), 'utf8')
const withoutBrand = grocery.replace(/"brands": "[^"]*"/, '"brands": ""')

test('calls each provider once per endpoint, prints the results and stores them if allowed', async () => {
  const { code, stdout, stderr } = await quarry(['probe'], env)
  expect([code, stderr]).toEqual([0, expect.stringContaining('1 of 4: ')])
  expect(stdout).toContain('4 of 4 answered with a record.')
  expect(stdout).toMatch(/^open-food-facts {2}retailer_b\/product: 21\/31 fields, \d+ ms\n {2}came: .*brand/m)
  expect(stdout).toMatch(/^ticketmaster {2}ticketing\/event: 2\d\/43 fields, \d+ ms\n {2}came: .*event_id/m)
  expect(food.requestUrls).toHaveLength(2)
  expect(tickets.requestUrls.map((url) => url.includes(`apikey=${key}`))).toEqual([true, true])

  expect(filesIn('open-food-facts/retailer_b_product')).toEqual([
    '001.json',
    '001.page',
    '001.record.json',
    'fields.json',
  ])
  expect(JSON.parse(readText('open-food-facts/retailer_b_product/001.page'))).toEqual(JSON.parse(grocery))
  expect(JSON.parse(readText('open-food-facts/retailer_b_product/001.json')).date).toMatch(/ GMT$/)
  expect(filesIn('ticketmaster/ticketing_event')).toEqual(['fields.json'])
  expect(readText('ticketmaster/ticketing_event/fields.json')).not.toContain('Tide Choir')
  const written = readdirSync(join(folder, 'data/probe'), { recursive: true, encoding: 'utf8' })
  const texts = written.filter((file) => /\.(?:json|page)$/.test(file)).map(readText)
  expect([stdout, stderr, ...texts].filter((text) => text.includes(key))).toEqual([])
  expect(readText('open-food-facts/retailer_b_search/001.page')).toContain('(hidden)')

  const reread = await quarry(['replay', '--from', join(folder, 'data/probe')], env)
  expect([reread.code, reread.stdout]).toEqual([0, expect.stringContaining('retailer_b/product')])
})

test('a field that disappeared is reported with exit code 1, until a probe without --compare', async () => {
  food.respondWith(answering(sends(withoutBrand)))
  for (const _again of [1, 2]) {
    const { code, stdout } = await quarry(['probe', 'open-food-facts', '--compare'], env)
    expect([code, stdout]).toEqual([1, expect.stringMatching(/ {2}lost since the last probe: brand\n/)])
    expect(stdout).not.toContain('ticketmaster')
  }
  const note = 'open-food-facts/retailer_b_product/fields.json'
  expect(JSON.parse(readText(note)).came).toContain('brand')
  expect((await quarry(['probe', 'open-food-facts'], env)).code).toBe(0)
  expect(JSON.parse(readText(note)).came).not.toContain('brand')
})

test('a failing provider is exit code 1 with its reason, and its earlier fields stay stored', async () => {
  const before = readText('open-food-facts/retailer_b_product/fields.json')
  food.respondWith(answering(sends('', 500)))
  const { code, stdout } = await quarry(['probe', 'open-food-facts'], env)
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/retailer_b\/product: failed \(upstream_failed: /),
  ])
  expect(stdout).toContain('1 of 2 answered with a record.')
  expect(readText('open-food-facts/retailer_b_product/fields.json')).toBe(before)
})

test('an unreachable service is reported differently from a failing one, with what to do', async () => {
  const config = join(folder, 'unreachable.json')
  writeFileSync(
    config,
    JSON.stringify({
      contact: 'ops@example.org',
      sources: { retailer_b: { providers: ['open-food-facts'] } },
      providers: {
        'open-food-facts': {
          sites: { 'world.openfoodfacts.org': 'http://127.0.0.1:1' },
          allow_private: true,
        },
      },
    }),
  )
  const { code, stdout } = await quarry(['probe'], { ...env, QUARRY_CONFIG: config })
  expect([code, stdout]).toEqual([1, expect.stringContaining('No provider could be reached: check')])
  expect(stdout).toMatch(/^open-food-facts {2}retailer_b\/product +no +no +- +- +\d+ +check the network/m)
})

test.each([
  ['<title>Just a moment...</title><div id="challenge-running"></div>', 'is a bot check: nothing is fetched'],
  [
    '<!doctype html><title>Shop</title><h1>Lamps</h1>',
    'is a web page: it counts as no file, so every address',
  ],
])('a site that sends a page as robots.txt is reported', async (page, message) => {
  food.respondWith((_request, response) => response.setHeader('content-type', 'text/html').end(page))
  const config = join(folder, 'robots.json')
  const shop = { providers: ['site'], site: food.origin, allow_private: true }
  writeFileSync(config, JSON.stringify({ contact: 'ops@example.org', sources: { retailer_b: shop } }))
  const { code, stdout } = await quarry(['probe'], { ...env, QUARRY_CONFIG: config })
  expect(code).toBe(1)
  expect(stdout.match(/^ {2}http.*robots\.txt .*$/gm)).toEqual([
    expect.stringContaining(`${food.origin}/robots.txt ${message}`),
  ])
})

test('--record stores the responses in a folder, and the table shows the result of each provider', async () => {
  const recorded = join(folder, 'recorded')
  tickets.respondWith(sends('', 401))
  const { code, stdout } = await quarry(['probe', '--record', recorded], env)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^provider +endpoint +reachable +answered +fields +licence stated +ms +what to do$/m)
  expect(stdout).toMatch(/^open-food-facts +retailer_b\/product +yes +yes +21\/31 +- +\d+$/m)
  expect(stdout).toMatch(/^ticketmaster +ticketing\/event +yes +no +- +- +\d+ +check TICKETMASTER_API_KEY$/m)
  expect(readdirSync(join(recorded, 'open-food-facts/retailer_b_product'))).toContain('001.page')
  const coverage = await readRecordings(recorded)
  expect(coverage.filled.map(({ path }) => path)).toContain('/v2/retailer_b/product')
})

test('invalid arguments are exit code 2', async () => {
  for (const [args, ownEnv, message] of [
    [['sandbox'], env, '"sandbox" is not configured; configured providers: open-food-facts, ticketmaster'],
    [[], {}, 'no provider is configured'],
  ] as const) {
    const { code, stdout, stderr } = await quarry(['probe', ...args], ownEnv)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  }
})
