// Several messages in one request to `/mcp`: each counts against the rate limit, and their number and the size of the
// response are bounded.
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

type Message = { method: string; params?: object }

const listTools: Message = { method: 'tools/list' }
const readEndpoints: Message = { method: 'resources/read', params: { uri: 'quarry://endpoints' } }
const callTool = (name: string, args: object = {}): Message => ({
  method: 'tools/call',
  params: { name, arguments: args },
})

const send = (secret: string, messages: readonly Message[]) =>
  app.call(secret, '/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(messages.map((message, id) => ({ jsonrpc: '2.0', id, ...message }))),
  })

const repeat = (count: number, message: Message): Message[] => Array.from({ length: count }, () => message)

/** How many calls the account has left in this minute, including this one. */
async function readRemaining(secret: string): Promise<number> {
  const { headers } = await app.call(secret, '/v2/usage')
  return Number(/"minute";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]) + 1
}

test('each message of a batch with tool calls counts once against the rate limit', async () => {
  const { secret } = await app.account({ rate_limit: { per_minute: 20 } })
  const response = await send(secret, [callTool('usage'), ...repeat(3, listTools), callTool('usage')])
  expect(response.status).toBe(200)
  expect(await readRemaining(secret)).toBe(15)
})

test('a batch with more messages than the rate limit has left is 429', async () => {
  const { secret } = await app.account({ rate_limit: { per_minute: 3 } })
  const response = await send(secret, [callTool('usage'), ...repeat(4, listTools)])
  expect([response.status, response.headers.get('x-error-reason')]).toEqual([429, 'rate_limited'])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
})

test('tool calls above the rate limit are refused one by one', async () => {
  const { secret } = await app.account({ rate_limit: { per_minute: 2 } })
  const response = await (
    await send(secret, repeat(4, callTool('company', { query: 'fenmont.example' })))
  ).text()
  // Each result contains the text twice: as text and in its structured form.
  expect(response.match(/1 credit charged/g)).toHaveLength(4)
  expect(response.match(/rate_limited: .{0,40}Wait at least \d+ s/g)).toHaveLength(2)
})

test.each([
  ['of a tool that does not exist', callTool('nothing')],
  ['with an unknown argument', callTool('usage', { odd: 1 })],
  ['of the tool rest without a response', callTool('rest')],
  ['without a name', { method: 'tools/call' }],
])('tool calls %s count against the rate limit', async (_, message) => {
  const { secret } = await app.account({ rate_limit: { per_minute: 20 } })
  await (await send(secret, repeat(5, message))).text()
  expect(await readRemaining(secret)).toBe(15)
})

test('a call of an unknown tool above the rate limit is 429', async () => {
  const { secret } = await app.account({ rate_limit: { per_minute: 1 } })
  for (const message of [callTool('nothing'), { method: 'tools/call' }]) {
    await send(secret, [listTools])
    const response = await send(secret, [message])
    expect([response.status, response.headers.get('x-error-reason')]).toEqual([429, 'rate_limited'])
  }
})

test.each([
  ['with an unknown argument', callTool('usage', { odd: 1 })],
  ['of the tool rest without a response', callTool('rest')],
  ['of a tool outside of the scopes', callTool('ticketing_event', { query: '1000000000017' })],
])('tool calls %s above the rate limit are refused for the rate limit', async (_, message) => {
  const { secret } = await app.account({ rate_limit: { per_minute: 2 } }, { scopes: ['company'] })
  const response = await (await send(secret, repeat(5, message))).text()
  expect(response.match(/"isError":true/g)).toHaveLength(5)
  expect(response.match(/rate_limited: .{0,40}Wait at least \d+ s/g)).toHaveLength(3)
})

test('a request may have at most 10 messages', async () => {
  const { secret } = await app.account()
  const response = await send(secret, repeat(11, { method: 'ping' }))
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'Bad Request: a request has at most 10 messages' },
  ])
  expect((await send(secret, repeat(10, { method: 'ping' }))).status).toBe(200)
})

test('the responses to one request are bounded, and a single message always fits', async () => {
  const { secret } = await app.account()
  for (const message of [listTools, readEndpoints]) {
    const alone = await (await send(secret, [message])).text()
    expect(alone).toContain('"result"')
  }
  const bytes = Buffer.byteLength(await (await send(secret, repeat(10, readEndpoints))).text())
  expect(bytes).toBeLessThan(140_000)
})
