// Every provider against a replica of its service with quirks of real services: compressed and oddly encoded
// responses, redirects, errors with status 200, fields that are null or missing, and the limits of paging. Rate limits
// and broken responses are in provider-faults.slow.test.ts, fields of another type in provider-forms.test.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { isFailure } from '@quarry/kit/errors'
import type { Get, Outcome, Page } from '@quarry/kit/outcome'
import { Compile } from '@quarry/kit/schema'
import { onProvider } from '@quarry/kit/testing/on-site'
import { endpoints } from '@quarry/sources'
import {
  type OpenDataSource,
  type OpenLookup,
  openData,
  openDataDate,
  openDataGet,
  openLookups,
} from '@quarry/sources/testing/open-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInNames } from '../../src/lookups/sources/load-sources.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { findApiName } from '../support/coverage.ts'
import { type Replica, startReplica } from '../support/two-providers.ts'

type Reply = { status: number; headers: Record<string, string>; body: Buffer }
type Habit = (reply: Reply, request: IncomingMessage) => Reply

const replicas: Replica[] = []
let app: TestApp
let source: OpenDataSource
let habit: Habit = (reply) => reply
let requests = 0

const fast = { per_second: 1000, per_minute: 10_000, per_day: 100_000, per_month: 100_000, seconds_apart: 0 }

const answer = (name: string, host: string) => (request: IncomingMessage, response: ServerResponse) => {
  requests += 1
  const url = new URL((request.url ?? '').replace(/^\/moved/, ''), `https://${host}`)
  const { status, contentType, body } = openData(source)[name]?.(url) ?? {
    ...{ status: 500, contentType: '', body: '' },
  }
  const reply = habit(
    { status, headers: { 'content-type': contentType, date: openDataDate }, body: Buffer.from(body) },
    request,
  )
  response.writeHead(reply.status, reply.headers).end(reply.body)
}

beforeAll(async () => {
  const providers: Record<string, object> = {}
  for (const { name, hosts } of builtInNames.apis) {
    const sites: Record<string, string> = {}
    for (const host of hosts) {
      const replica = await startReplica()
      replicas.push(replica)
      replica.respondWith(answer(name, host))
      sites[host] = replica.origin
    }
    providers[name] = { sites, allow_private: true, rate_limit: fast }
  }
  const keys = builtInNames.apis.flatMap(({ credentials }) => credentials?.env ?? [])
  app = await startApp({
    env: {
      QUARRY_DATA: 'open',
      QUARRY_CONTACT: 'ops@example.org',
      ...Object.fromEntries(keys.map((name) => [name, 'key-4711'])),
    },
    file: { providers },
  })
})
afterAll(async () => {
  await app?.close()
  await Promise.all(replicas.map((replica) => replica.close()))
})

const findSource = (path: string): OpenDataSource =>
  path.startsWith('/v2/socialnet/') ? 'socialnet' : 'company'

async function lookUp(secret: string, { path, provider, params }: OpenLookup) {
  // Filings that are stored are not fetched again.
  await app.database.pool.query('delete from final_responses')
  source = findSource(path)
  const input = { ...params, provider }
  const isGet = endpoints.find((endpoint) => endpoint.path === path)?.method === 'GET'
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = isGet
    ? await app.call(secret, `${path}?${query}`)
    : await app.call(secret, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
  return { response, text: await response.text() }
}

const compressed =
  (name: string, compress: (body: Buffer) => Buffer): Habit =>
  (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'content-encoding': name },
    body: compress(reply.body),
  })

const isJson = ({ headers }: Reply) => headers['content-type']?.startsWith('application/json') === true

/** Encodes JSON in Latin 1, with all other characters escaped. */
const toLatin1: Habit = (reply) =>
  isJson(reply)
    ? {
        ...reply,
        headers: { ...reply.headers, 'content-type': 'application/json; charset=iso-8859-1' },
        body: Buffer.from(
          reply.body
            .toString()
            .replace(/[^\0-\xff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
          'latin1',
        ),
      }
    : reply

const harmless: [string, Habit][] = [
  ['gzip', compressed('gzip', gzipSync)],
  ['deflate', compressed('deflate', deflateSync)],
  ['brotli', compressed('br', brotliCompressSync)],
  ['a byte order mark', (reply) => ({ ...reply, body: Buffer.concat([Buffer.from('\ufeff'), reply.body]) })],
  ['Latin 1', toLatin1],
  [
    'a redirect on its host',
    (reply, { url = '' }) =>
      url.startsWith('/moved')
        ? reply
        : { ...reply, status: 302, headers: { ...reply.headers, location: `/moved${url}` } },
  ],
]

const respond =
  (body: string, contentType: string): Habit =>
  (reply) => ({
    status: 200,
    headers: { ...reply.headers, 'content-type': contentType },
    body: Buffer.from(body),
  })

const faults: [string, Habit][] = [
  ['{} with status 200', respond('{}', 'application/json')],
  ['a text with status 200', respond('Please wait before you try again.', 'text/plain')],
  ['null with status 200', respond('null', 'application/json')],
  [
    'a redirect to another host',
    (reply) => ({ ...reply, status: 302, headers: { location: 'https://elsewhere.test/' } }),
  ],
]

/** For these providers `{}` is an empty result; for all others it is a changed page. */
const emptyAnswers = ['gdelt']

test.each(openLookups.map((lookup) => [`${lookup.path} by ${lookup.provider}`, lookup] as const))(
  '%s with the habits of its service',
  async (_, lookup) => {
    const { secret } = await app.account()
    habit = (reply) => reply
    const good = await lookUp(secret, lookup)
    expect(good.response.status).toBe(200)
    for (const [name, change] of harmless) {
      habit = change
      const { response, text } = await lookUp(secret, lookup)
      expect([name, response.status, text]).toEqual([name, 200, good.text])
    }
    for (const [name, change] of faults) {
      habit = change
      const { response, text } = await lookUp(secret, lookup)
      if (name.startsWith('{}') && emptyAnswers.includes(lookup.provider)) {
        expect([response.status, text]).toEqual([200, expect.stringContaining('[]')])
        continue
      }
      expect([name, response.status, response.headers.get('x-error-reason')]).toEqual([
        name,
        500,
        expect.stringMatching(/^(?:page_changed|upstream_failed|upstream_paced|upstream_blocked)$/),
      ])
      expect([name, response.headers.get('x-credits-used')]).toEqual([name, '0'])
      // A good response between faults keeps the circuit breaker of the host closed.
      habit = (reply) => reply
      await lookUp(secret, lookup)
    }
  },
)

const search = (name: string, query: string, page: number): OpenLookup => ({
  path: '/v2/supplierdir/search',
  provider: name,
  params: { query: `${query}&page_number=${page}` },
})
const beyond: OpenLookup[] = [
  { path: '/v2/websearch/search', provider: 'brave', params: { query: 'tide', page: 200 } },
  { path: '/v2/newssearch/news', provider: 'brave', params: { query: 'tide', page: 51 } },
  { path: '/v2/newssearch/news', provider: 'gdelt', params: { query: 'tide', page: 26 } },
  {
    path: '/v2/ticketing/search',
    provider: 'ticketmaster',
    params: { query: 'tide', domain: 'com', page: 101 },
  },
  search('bronnoysund', 'https://data.brreg.no/enhetsregisteret/api/enheter?navn=a', 401),
  search(
    'companies-house',
    'https://api.company-information.service.gov.uk/advanced-search/companies?sic_codes=28140',
    401,
  ),
  search('recherche-entreprises', 'https://annuaire-entreprises.data.gouv.fr/rechercher?terme=pompes', 401),
]

test.each(beyond.map((lookup) => [`${lookup.path} by ${lookup.provider}`, lookup] as const))(
  '%s refuses pages that the service does not return',
  async (_, lookup) => {
    const { secret } = await app.account()
    const before = requests
    const { response, text } = await lookUp(secret, lookup)
    expect([response.status, text]).toEqual([400, expect.stringMatching(/query|page/)])
    expect(requests).toBe(before)
  },
)

/** Each field path of a response; all items of a list share one path. */
function listPaths(value: unknown, path: readonly string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [[...path]]
  const inner = Object.entries(value).flatMap(([name, item]) =>
    listPaths(item, [...path, Array.isArray(value) ? '*' : name]),
  )
  return [...(path.length === 0 || path.at(-1) === '*' ? [] : [[...path]]), ...inner]
}

/** The response with the field removed or set to null. */
function change(value: unknown, [step, ...rest]: readonly string[], isRemoved: boolean): unknown {
  if (value === null || typeof value !== 'object' || step === undefined) return value
  if (Array.isArray(value)) return value.map((item) => change(item, rest, isRemoved))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      if (name !== step) return [[name, item]]
      if (rest.length > 0) return [[name, change(item, rest, isRemoved)]]
      return isRemoved ? [] : [[name, null]]
    }),
  )
}

/** The problem with the result of a lookup; null for a valid record, no match, or a failure with a reason. */
async function findProblem(
  finding: Promise<Outcome<unknown>>,
  isValid: (record: unknown) => boolean,
): Promise<string | null> {
  try {
    const outcome = await finding
    return outcome.kind !== 'found' || isValid(outcome.record) ? null : 'invalid record'
  } catch (thrown) {
    return isFailure(thrown) ? null : String(thrown)
  }
}

test.each(openLookups.map((lookup) => [`${lookup.path} by ${lookup.provider}`, lookup] as const))(
  '%s reads responses in which any field is null or missing',
  async (_, { path, provider: name, params }) => {
    const endpoint = endpoints.find((candidate) => candidate.path === path)
    const provider = endpoint?.providers.find((candidate) => candidate.name === name)
    if (!endpoint || !provider) throw new Error(`${path} has no provider ${name}`)
    const schema = Compile(endpoint.record)
    const load = openDataGet(findSource(path), findApiName)
    const pages = new Map<string, Page>()
    const keep: Get = async (address) => {
      const page = pages.get(address) ?? (await load(address))
      pages.set(address, page)
      return page
    }
    const find = (get: Get) => onProvider(endpoint, provider).find(params, get)
    await find(keep)
    const problems: string[] = []
    for (const [address, page] of [...pages].filter(([, { body }]) => /^\s*[[{]/.test(body))) {
      const json: unknown = JSON.parse(page.body)
      const paths = new Map(listPaths(json).map((steps) => [steps.join('.'), steps]))
      for (const steps of paths.values())
        for (const isRemoved of [true, false]) {
          const changed = { ...page, body: JSON.stringify(change(json, steps, isRemoved)) }
          const problem = await findProblem(
            find(async (one) => (one === address ? changed : keep(one))),
            (record) => schema.Check(record),
          )
          if (problem !== null)
            problems.push(`${steps.join('.')} ${isRemoved ? 'missing' : 'null'}: ${problem}`)
        }
    }
    expect(problems).toEqual([])
  },
)
