// Upstream APIs with OAuth: all calls share one token until it expires, it is renewed once when it is refused, and
// neither the token nor the client secret is sent anywhere else.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FetchEvent } from '../../src/fetching/upstream.ts'
import { setClockBack } from '../support/clocks.ts'
import { catchFailure, site, startSocketSite, startUpstream } from './upstream-sites.ts'

const secret = 's3cret:with+signs'
const oauth = {
  tokenUrl: 'https://login.jobs.example/token',
  scope: 'offers read',
  clientIn: 'form' as const,
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void
const respondWith =
  (body: object | string, status = 200): Respond =>
  (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

/** An upstream API with a token server, both of which record their requests. */
async function startJobs(change: { clientIn?: 'form' | 'basic' } = {}) {
  const tokenRequests: { authorization: string | undefined; type: string | undefined; form: string }[] = []
  const bearers: (string | undefined)[] = []
  const events: FetchEvent[] = []
  let now = 0
  let valid: string | null = null
  const state = {
    token: ((_request, response) => {
      valid = `token-${tokenRequests.length}`
      respondWith({ access_token: valid, token_type: 'Bearer', expires_in: 600 })(_request, response)
    }) as Respond,
    accepts: (bearer: string | undefined) => bearer === `Bearer ${valid}`,
  }
  const sandboxSocket = await startSocketSite(async (request, response) => {
    if (request.headers.host === 'login.jobs.example') {
      const { authorization, 'content-type': type } = request.headers
      tokenRequests.push({ authorization, type, form: await textOf(request) })
      state.token(request, response)
      return
    }
    bearers.push(request.headers.authorization)
    if (!state.accepts(request.headers.authorization)) response.writeHead(401).end()
    else response.writeHead(206, { 'content-range': 'offres 0-149/1234' }).end('offers')
  })
  const upstream = startUpstream({
    nowMs: () => now,
    limits: { tryMs: 5_000, callMs: 20_000 },
    onFetch: (event) => events.push(event),
  })
  const access = site({
    provider: 'jobs',
    hosts: ['api.jobs.example', 'login.jobs.example'],
    sandboxSocket,
    credentials: { env: 'JOBS_KEY', value: `client 7:${secret}`, oauth: { ...oauth, ...change } },
  })
  const get = (path = '') => upstream.getFor(access, { accountId: 'a' })(`https://api.jobs.example/${path}`)
  const wait = (seconds: number) => {
    now += seconds * 1_000
  }
  const revoke = () => {
    valid = 'another'
  }
  return { state, tokenRequests, bearers, events, get, wait, revoke }
}

test('a token is requested with a form, and used for every call until it expires', async () => {
  const { tokenRequests, bearers, get, wait } = await startJobs()
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
  expect(
    tokenRequests.map((request) => ({
      ...request,
      form: Object.fromEntries(new URLSearchParams(request.form)),
    })),
  ).toEqual(Array(2).fill({ authorization: undefined, type: 'application/x-www-form-urlencoded', form }))
})

test('the client credentials can be sent in a header instead', async () => {
  const { tokenRequests, get } = await startJobs({ clientIn: 'basic' })
  await get()
  const [, basic = ''] = tokenRequests[0]?.authorization?.split(' ') ?? []
  expect(Buffer.from(basic, 'base64').toString()).toBe(`client%207:${encodeURIComponent(secret)}`)
  expect(tokenRequests[0]?.form).toBe('grant_type=client_credentials&scope=offers+read')
})

test('parallel calls request one token, and one more when it is refused', async () => {
  const { tokenRequests, bearers, get, revoke } = await startJobs()
  const many = () => Promise.all(Array.from({ length: 20 }, (_, n) => get(String(n))))
  await many()
  expect(tokenRequests).toHaveLength(1)
  revoke()
  bearers.length = 0
  expect((await many()).every(({ body }) => body === 'offers')).toBe(true)
  expect(tokenRequests).toHaveLength(2)
  expect(bearers.filter((bearer) => bearer === 'Bearer token-2')).toHaveLength(20)
})

test('an API that refuses new tokens too is not called again and again', async () => {
  const { state, tokenRequests, bearers, get } = await startJobs()
  state.accepts = () => false
  expect(await catchFailure(get())).toMatchObject({ reason: 'upstream_blocked' })
  expect([tokenRequests.length, bearers.length]).toEqual([2, 2])
})

test.each<[string, Respond, string]>([
  [
    'refuses the client',
    respondWith({ error: 'invalid_client', client_secret: secret }, 401),
    'upstream_blocked',
  ],
  ['fails', respondWith('', 500), 'upstream_failed'],
  ['does not answer', () => {}, 'upstream_timeout'],
  ['sends a page', respondWith(`<html>${secret}</html>`), 'page_changed'],
  ['sends no token', respondWith({ token_type: 'Bearer' }), 'page_changed'],
  ['sends a token with a line break', respondWith({ access_token: 'a\r\nb' }), 'page_changed'],
])(
  'when the token server %s, the call fails, and nothing is stored or leaked',
  async (_, respond, reason) => {
    const { state, tokenRequests, bearers, events, get } = await startJobs()
    const { token } = state
    state.token = respond
    const failure = await catchFailure(get())
    expect(failure.reason).toBe(reason)
    expect(bearers).toEqual([])
    state.token = token
    expect((await get()).body).toBe('offers')
    expect(JSON.stringify([failure.message, events])).not.toMatch(/s3cret|token-|client 7/)
    expect(events.map(({ outcome }) => outcome)).toEqual([reason, 'ok'])
    expect(tokenRequests.length).toBeGreaterThan(1)
  },
)

test('a token expires on time while the clock is set back', async () => {
  const { bearers, get, wait } = await startJobs()
  await get()
  setClockBack()
  wait(580)
  await get()
  expect(bearers).toEqual(['Bearer token-1', 'Bearer token-2'])
})

test('a token without an expiry is used for a while', async () => {
  const { state, tokenRequests, get, wait } = await startJobs()
  const { token } = state
  state.token = (request, response) => {
    token(request, { writeHead: () => ({ end: () => {} }) } as unknown as ServerResponse)
    respondWith({ access_token: `token-${tokenRequests.length}` })(request, response)
  }
  await get()
  wait(200)
  await get()
  expect(tokenRequests).toHaveLength(1)
  wait(200)
  await get()
  expect(tokenRequests).toHaveLength(2)
})
