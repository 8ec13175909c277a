// Every route of a server process with bad input: unknown secrets, repeated values, bodies at their size limit and
// above. The server must respond properly, charge nothing for refusals and release its memory.
import type { Agent } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeKey } from '../../src/accounts/key-format.ts'
import { makeSessionToken } from '../../src/accounts/sessions.ts'
import { defaultBounds } from '../../src/platform/lib/json.ts'
import { pathNames } from '../../src/platform/route-data.ts'
import {
  attack,
  createAgent,
  expectAlive,
  expectNoFaults,
  expectProper,
  type HostileTarget,
  readUsed,
  sendRequest,
  startTarget,
} from '../support/hostile-client.ts'
import type { RouteRequest } from '../support/route-requests.ts'

const secretsPerRoute = 2
let target: HostileTarget
let agent: Agent
beforeAll(async () => {
  target = await startTarget()
  agent = createAgent(2000)
})
afterEach(async () => {
  await expectAlive(target)
  await expectNoFaults(target)
})
afterAll(async () => {
  agent.destroy()
  await target.close()
})

const send = async (request: RouteRequest, changes: Parameters<typeof sendRequest>[3]): Promise<number> => {
  const response = await sendRequest(target.port, agent, request, changes)
  expectProper(request, response)
  return response.status
}

test('every route is attacked, including those outside of the route list', () => {
  const names = target.requests.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(target.app.routes.length)
  expect(names).toEqual(expect.arrayContaining(['POST /mcp', 'GET /docs', 'POST /session', 'GET /v2/usage']))
})

test('random keys, tokens and session cookies are 401 on every route that needs a secret', async () => {
  const guess = async (request: RouteRequest) => {
    const { 'x-api-key': _key, authorization: _token, ...headers } = request.headers
    const bare = { ...request, headers }
    const statuses = await Promise.all(
      Array.from({ length: secretsPerRoute }, () => [
        send(bare, { headers: { 'x-api-key': makeKey().secret } }),
        send(bare, { headers: { authorization: `Bearer ${makeKey().secret}` } }),
        send(bare, {
          headers: { 'x-quarry-console': '1', cookie: `quarry_session=${makeSessionToken().text}` },
        }),
      ]).flat(),
    )
    const { access = 'open' } = request.route ?? {}
    if (access !== 'open') expect([request.name, ...new Set(statuses)]).toEqual([request.name, 401])
  }
  // Guesses are throttled, so several routes are tried at the same time.
  const groups = Array.from({ length: Math.ceil(target.requests.length / 15) }, (_, index) =>
    target.requests.slice(15 * index, 15 * (index + 1)),
  )
  await attackUncharged(async () => {
    for (const group of groups) await Promise.all(group.map(guess))
  })
})

test('a query parameter that is given twice is 400, also with equal values', async () => {
  await attackUncharged(() =>
    eachRoute(async (request) => {
      const { params, path = '' } = request.route ?? {}
      const names = Object.keys(params?.properties ?? {}).filter((name) => !pathNames(path).includes(name))
      for (const name of names) {
        const value = new Map(request.query).get(name) ?? '1'
        const others = request.query.filter(([one]) => one !== name)
        const status = await send(request, {
          query: [...others, [name, value], [name, value]],
        })
        expect([request.name, name, status]).toEqual([request.name, name, 400])
      }
    }),
  )
})

test('an array instead of one value in a body is refused', async () => {
  await attackUncharged(() =>
    eachRoute(async (request) => {
      if (request.body === null) return
      const { properties = {} } = (request.route?.body ?? {}) as { properties?: Record<string, unknown> }
      for (const name of Object.keys({ ...properties, ...request.body })) {
        const body = JSON.stringify({ ...request.body, [name]: [[request.body[name] ?? 'x']] })
        const status = await send(request, { body })
        // An unknown id or secret is refused after the body was read; a refused value is 400 or 422.
        expect([400, 401, 404, 422], `${request.name} ${name}`).toContain(status)
      }
      const status = await send(request, { body: JSON.stringify([request.body]) })
      expect([request.name, status]).toEqual([request.name, 400])
    }),
  )
})

test('a body one byte above the limit is 413, with a length or in chunks', async () => {
  await attackUncharged(() =>
    eachRoute(async (request) => {
      if (request.maxBodyBytes === 0) return
      const body = padTo(request, request.maxBodyBytes + 1)
      const chunked = { 'transfer-encoding': 'chunked' }
      const statuses = [await send(request, { body }), await send(request, { body, headers: chunked })]
      expect([request.name, ...statuses]).toEqual([request.name, 413, 413])
    }),
  )
})

test('the largest allowed body is accepted: the padded example, one long text, many values', async () => {
  await attack(target, () =>
    eachRoute(async (request) => {
      // Parsing has another limit than reading.
      const parsedBytes = Math.min(defaultBounds.maxBytes, request.maxBodyBytes || defaultBounds.maxBytes)
      const padded = await sendRequest(target.port, agent, request, { body: padTo(request, parsedBytes) })
      expectProper(request, padded)
      const { body, status } = padded
      if (status >= 400) expect(`${request.name} ${body}`).not.toMatch(/Too Large|more than \d+ bytes/)
      for (const bytes of [parsedBytes, request.maxBodyBytes || 1024 * 1024])
        for (const body of [fill(bytes, '{"x":"', 'a', '"}'), fill(bytes, '{"x":[0', ',0', ']}')])
          expect([request.name, await send(request, { body })]).not.toEqual([request.name, 413])
    }),
  )
})

async function eachRoute(attempt: (request: RouteRequest) => Promise<void>): Promise<void> {
  for (const request of target.requests) await attempt(request)
}

/** Runs an attack of refused requests only and expects an unchanged balance. */
async function attackUncharged(work: () => Promise<unknown>): Promise<void> {
  const before = await readUsed(target)
  await attack(target, work)
  expect(await readUsed(target)).toBe(before)
}

/** The example body, padded with spaces. */
function padTo(request: RouteRequest, bytes: number): Buffer {
  const example = Buffer.from(JSON.stringify(request.body ?? {}))
  return Buffer.concat([example, Buffer.alloc(bytes - example.length, ' ')])
}

/** As many repetitions as fit. */
const fill = (bytes: number, start: string, repeated: string, end: string): string =>
  start + repeated.repeat(Math.floor((bytes - start.length - end.length) / repeated.length)) + end
