// Upstream APIs with OAuth: all calls share one token until it expires, it is renewed once when it is refused, and neither
// the token nor the client secret is sent anywhere else.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FetchEvent } from '../src/upstream/upstream.ts'
import { catchFailure, site, startSocketSite, startUpstream } from './upstream-sites.ts'

const secret = 's3cret:with+signs'
const oauth = {
  tokenUrl: 'https://login.jobs.example/token',
  scope: 'offers read',
  clientIn: 'form' as const,
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const gives =
  (body: object | string, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

/** An interface with a token server beside it, both of which tell what they were asked. */
async function startJobs(change: { clientIn?: 'form' | 'basic' } = {}) {
  const asked: { authorization: string | undefined; type: string | undefined; form: string }[] = []
  const bearers: (string | undefined)[] = []
  const events: FetchEvent[] = []
  let now = Date.parse('2026-11-15T12:00:00Z')
  let valid: string | null = null
  const state = {
    token: ((_request, response) => {
      valid = `token-${asked.length}`
      gives({ access_token: valid, token_type: 'Bearer', expires_in: 600 })(_request, response)
    }) as Answer,
    accepts: (bearer: string | undefined) => bearer === `Bearer ${valid}`,
  }
  const sandboxSocket = await startSocketSite(async (request, response) => {
    if (request.headers.host === 'login.jobs.example') {
      const { authorization, 'content-type': type } = request.headers
      asked.push({ authorization, type, form: await textOf(request) })
      state.token(request, response)
      return
    }
    bearers.push(request.headers.authorization)
    if (!state.accepts(request.headers.authorization)) response.writeHead(401).end()
    else response.writeHead(206, { 'content-range': 'offres 0-149/1234' }).end('offers')
  })
  const upstream = startUpstream({
    clock: () => new Date(now),
    limits: { tryMs: 5_000, callMs: 20_000 },
    onFetch: (event) => events.push(event),
  })
  const access = site({
    provider: 'jobs',
    hosts: ['api.jobs.example', 'login.jobs.example'],
    sandboxSocket,
    credentials: { value: `client 7:${secret}`, oauth: { ...oauth, ...change } },
  })
  const get = (path = '') => upstream.getFor(access, { accountId: 'a' })(`https://api.jobs.example/${path}`)
  const wait = (seconds: number) => {
    now += seconds * 1_000
  }
  const revoke = () => {
    valid = 'another'
  }
  return { state, asked, bearers, events, get, wait, revoke }
}

test('a token is asked for with a form, and used for every call until it runs out', async () => {
  const { asked, bearers, get, wait } = await startJobs()
  const page = await get()
  expect([page.status, page.body, page.headers?.['content-range']]).toEqual([
    206,
    'offers',
    'offres 0-149/1234',
  ])
  wait(500)
  await get('second')
  expect(bearers).toEqual(['Bearer token-1', 'Bearer token-1'])
  wait(80)
  await get('third')
  expect(bearers.at(-1)).toBe('Bearer token-2')
  const form = {
    grant_type: 'client_credentials',
    scope: 'offers read',
    client_id: 'client 7',
    client_secret: secret,
  }
  expect(asked.map((one) => ({ ...one, form: Object.fromEntries(new URLSearchParams(one.form)) }))).toEqual(
    Array(2).fill({ authorization: undefined, type: 'application/x-www-form-urlencoded', form }),
  )
})

test('a client may say who it is in a header instead', async () => {
  const { asked, get } = await startJobs({ clientIn: 'basic' })
  await get()
  const [, basic = ''] = asked[0]?.authorization?.split(' ') ?? []
  expect(Buffer.from(basic, 'base64').toString()).toBe(`client%207:${encodeURIComponent(secret)}`)
  expect(asked[0]?.form).toBe('grant_type=client_credentials&scope=offers+read')
})

test('parallel calls ask for one token, and for one more where it is refused', async () => {
  const { asked, bearers, get, revoke } = await startJobs()
  const many = () => Promise.all(Array.from({ length: 20 }, (_, n) => get(String(n))))
  await many()
  expect(asked).toHaveLength(1)
  revoke()
  bearers.length = 0
  expect((await many()).every(({ body }) => body === 'offers')).toBe(true)
  expect(asked).toHaveLength(2)
  expect(bearers.filter((bearer) => bearer === 'Bearer token-2')).toHaveLength(20)
})

test('an interface that refuses new tokens too is not asked again and again', async () => {
  const { state, asked, bearers, get } = await startJobs()
  state.accepts = () => false
  expect(await catchFailure(get())).toMatchObject({ reason: 'upstream_blocked' })
  expect([asked.length, bearers.length]).toEqual([2, 2])
})

test.each<[string, Answer, string]>([
  ['refuses the client', gives({ error: 'invalid_client', client_secret: secret }, 401), 'upstream_blocked'],
  ['is out of order', gives('', 500), 'upstream_failed'],
  ['does not answer', () => {}, 'upstream_timeout'],
  ['sends a page', gives(`<html>${secret}</html>`), 'page_changed'],
  ['sends no token', gives({ token_type: 'Bearer' }), 'page_changed'],
  ['sends a token with a line break', gives({ access_token: 'a\r\nb' }), 'page_changed'],
])('where the token server %s the call fails, and nothing is kept or told', async (_, answer, reason) => {
  const { state, asked, bearers, events, get } = await startJobs()
  const { token } = state
  state.token = answer
  const failure = await catchFailure(get())
  expect(failure.reason).toBe(reason)
  expect(bearers).toEqual([])
  state.token = token
  expect((await get()).body).toBe('offers')
  expect(JSON.stringify([failure.message, events])).not.toMatch(/s3cret|token-|client 7/)
  expect(events.map(({ outcome }) => outcome)).toEqual([reason, 'ok'])
  expect(asked.length).toBeGreaterThan(1)
})

test('a token without an end is used for a while', async () => {
  const { state, asked, get, wait } = await startJobs()
  const { token } = state
  state.token = (request, response) => {
    token(request, { writeHead: () => ({ end: () => {} }) } as unknown as ServerResponse)
    gives({ access_token: `token-${asked.length}` })(request, response)
  }
  await get()
  wait(200)
  await get()
  expect(asked).toHaveLength(1)
  wait(200)
  await get()
  expect(asked).toHaveLength(2)
})
