// How the SDK reads responses: the record, the metadata of the headers, and the error class of each reason.
import { expect, test } from 'vitest'
import { type Reason, reasons, toStatus } from '../../server/src/platform/errors.ts'
import * as sdk from '../src/index.ts'
import { createScriptedClient, refusal, respond } from './support/scripted-fetch.ts'

const headers = {
  'x-credits-used': '2',
  'x-credits-remaining': '998',
  'x-source-status': 'operational',
  'x-provider': 'site',
  'x-provider-licence': 'ODbL-1.0',
  'x-provider-source': 'https://www.shop.example/p/1',
  'x-record-fields': '31/43',
  'x-record-form': 'json-ld',
  'x-record-partial': 'true',
  age: '12',
  ratelimit: '"second";r=9;t=1, "minute";r=590;t=60',
  'ratelimit-policy': '"second";q=10;w=1, "minute";q=600;w=60',
}

test('the record is data, and the headers are meta', async () => {
  const { quarry, requests } = createScriptedClient([respond(200, { name: 'Fenmont' }, headers)])
  expect(await quarry.company({ query: 'fenmont & co', max_age: 60 })).toEqual({
    data: { name: 'Fenmont' },
    meta: {
      status: 200,
      requestId: 'r-1',
      creditsUsed: 2,
      creditsRemaining: 998,
      isReplay: false,
      provider: 'site',
      licence: 'ODbL-1.0',
      source: 'https://www.shop.example/p/1',
      ageSeconds: 12,
      fields: { filled: 31, total: 43 },
      form: 'json-ld',
      isPartial: true,
      sourceStatus: 'operational',
      rateLimit: [
        { policy: 'second', limit: 10, windowSeconds: 1, remaining: 9, resetSeconds: 1 },
        { policy: 'minute', limit: 600, windowSeconds: 60, remaining: 590, resetSeconds: 60 },
      ],
    },
  })
  expect(requests[0]).toMatchObject({ method: 'GET', path: '/v2/company?query=fenmont+%26+co&max_age=60' })
  expect(requests[0]?.headers.get('x-api-key')).toBe('qry_test')
})

test('unstated values are null', async () => {
  const { quarry } = createScriptedClient([respond(200, {})])
  expect((await quarry.company({ query: 'a' })).meta).toMatchObject({
    creditsUsed: 0,
    creditsRemaining: null,
    provider: null,
    ageSeconds: null,
    fields: null,
    rateLimit: [],
  })
})

test('a replay shows the cost of the first call', async () => {
  const replay = { 'x-credits-used': '0', 'idempotent-replay': 'true', 'x-credits-original': '2' }
  const { quarry } = createScriptedClient([respond(200, {}, replay)])
  expect((await quarry.company({ query: 'a' })).meta).toMatchObject({ creditsUsed: 2, isReplay: true })
})

test('a POST lookup sends everything in its body, and undefined is not sent', async () => {
  const { quarry, requests } = createScriptedClient([respond(200, {})])
  await quarry.websearch.search({ query: 'gene', page: 10, max_age: 60 })
  expect(requests[0]).toMatchObject({ method: 'POST', path: '/v2/websearch/search' })
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ query: 'gene', page: 10, max_age: 60 })
  await quarry.request('GET', '/v2/jobs', { query: { limit: 5 } })
  expect(requests[1]?.path).toBe('/v2/jobs?limit=5')
})

test('parts of a path are escaped', async () => {
  const { quarry, requests } = createScriptedClient([respond(200, {})])
  await quarry.request('GET', '/v2/calls/{request_id}', { path: { request_id: 'a/../b?c' } })
  expect(requests[0]?.path).toBe('/v2/calls/a%2F..%2Fb%3Fc')
})

const classes = new Map(Object.entries(sdk))

test.each(reasons)('%s has a class of its own', async (reason: Reason) => {
  const { quarry } = createScriptedClient([refusal(toStatus(reason), reason, { 'x-credits-used': '1' })], {
    maxRetries: 0,
    // Temporary refusals are retried for this long.
    timeoutMs: 500,
  })
  const error: unknown = await quarry.company({ query: 'a' }).catch((thrown: unknown) => thrown)
  const name = { internal: 'InternalError' }[reason as string] ?? pascalCase(reason)
  expect(error).toBeInstanceOf(classes.get(name))
  expect(error).toMatchObject({
    name,
    reason,
    status: toStatus(reason),
    requestId: 'r-1',
    meta: { creditsUsed: 1 },
    // The SDK replaces this message, because that of the server does not describe the cause.
    message: reason === 'upstream_blocked' ? expect.stringContaining('refused') : `because ${reason}`,
  })
})

const pascalCase = (reason: string) =>
  reason.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

test('a reason that this package does not know is passed on unchanged', async () => {
  const { quarry } = createScriptedClient([refusal(418, 'teapot')])
  const error: unknown = await quarry.company({ query: 'a' }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'QuarryError', reason: 'teapot', status: 418 })
})

test('bad options are refused before anything is sent, and the message contains no secret', () => {
  const createWith = (options: sdk.QuarryOptions) => () => new sdk.Quarry(options)
  expect(createWith({ baseUrl: 'quarry' })).toThrow('baseUrl')
  expect(createWith({ baseUrl: 'ftp://quarry.test' })).toThrow('baseUrl')
  expect(createWith({ baseUrl: 'https://user:pass@quarry.test' })).toThrow('baseUrl')
  expect(createWith({ timeoutMs: 0 })).toThrow('timeoutMs')
  expect(createWith({ maxRetries: -1 })).toThrow('maxRetries')
  expect(createWith({ key: 'qry_secret\n' })).toThrow(/^key must be visible ASCII characters$/)
})

test('a base URL keeps its path, and a trailing slash makes no difference', async () => {
  const { quarry, requests } = createScriptedClient([respond(200, {})], {
    baseUrl: 'http://quarry.test/api/',
  })
  await quarry.request('GET', '/v2/usage')
  expect(requests[0]?.path).toBe('/api/v2/usage')
})
