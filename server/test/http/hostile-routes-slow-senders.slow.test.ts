// Every route with clients that send the head or the body one byte at a time: the server's timeouts end them, and
// others are served meanwhile. Runs in one process with the test so that the timeouts can be short.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { listRouteRequests, type RouteRequest, toBytes } from '../support/route-requests.ts'

const byteIntervalMs = 50

let app: TestApp
let requests: RouteRequest[]
let other: { secret: string }
beforeAll(async () => {
  app = await startApp({ limits: { refusedPerMinute: null, defaultPerSecond: null } })
  // Shorter than in production, where it is ten seconds for a head and twenty for a request.
  app.http.headersTimeout = 1_500
  app.http.requestTimeout = 2_500
  const attacker = await app.account({ statistics_enabled: true }, { permissions: ['manage'] })
  other = await app.account()
  requests = listRouteRequests(app, attacker.secret)
})
afterAll(() => app.close())

/**
 * Sends the start at once and then one byte at a time until the server closes the connection; returns what was
 * received.
 */
function sendSlowly(start: string, byte: string): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(app.port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.write(start)
    const timer = setInterval(() => socket.write(byte), byteIntervalMs)
    socket.once('close', () => {
      clearInterval(timer)
      resolve(received)
    })
  })
}

const readStatuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

async function expectServed(): Promise<void> {
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect((await app.call(other.secret, '/v2/company?query=fenmont.example')).status).toBe(200)
}

test('a head that never ends is 408 on every route', async () => {
  const responses = requests.map((request) =>
    sendSlowly(toBytes({ ...request, body: null }).slice(0, -2), 'a'),
  )
  await expectServed()
  for (const [n, received] of (await Promise.all(responses)).entries())
    expect([requests[n]?.name, ...readStatuses(received)]).toEqual([requests[n]?.name, 408])
})

test('a body that never ends is 408 on routes that read it, and its connection is closed', async () => {
  // An event stream keeps its connection open and counts as a connection anyway.
  const ending = requests.filter(({ isStream }) => !isStream)
  const responses = ending.map((request) =>
    sendSlowly(toBytes({ ...request, body: null }, { 'content-length': '4000' }), ' '),
  )
  await expectServed()
  for (const [n, received] of (await Promise.all(responses)).entries()) {
    const { name, maxBodyBytes } = ending[n] as RouteRequest
    const [first = 0] = readStatuses(received)
    if (maxBodyBytes > 0) expect([name, first]).toEqual([name, 408])
    // Without a body to read the response comes at once.
    else expect([name, first >= 200 && first < 500]).toEqual([name, true])
  }
})

test('slow senders are not charged for refused requests', async () => {
  await expectServed()
  expect(await audit(app.database)).toEqual([])
})
