// Clients that attack one server process from many connections, and checks of its responses, memory and ledger.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request as sendHttp } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { adminToken, startApp, type TestApp } from './app.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { isLong } from './long.ts'
import { measureLatency } from './measure-latency.ts'
import { listRouteRequests, type RouteRequest, toTarget } from './route-requests.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { createTempFolder } from './temp-folder.ts'

export type HostileResponse = {
  status: number
  type: string
  creditsUsed: number
  /** Not decoded: decoding all of them took longer than sending the requests. */
  body: Buffer
}

export type HostileTarget = {
  server: ServerProcess
  port: number
  app: TestApp
  requests: RouteRequest[]
  attacker: { slug: string; secret: string }
  other: { slug: string; secret: string }
  close: () => Promise<void>
}

const validPath = '/v2/company?query=fenmont.example'
const maxSlowdown = 5
const quietPeriod = () => delay(5_000)
const maxGrowthBytes = 150 * 1024 * 1024
const maxKeptBytes = 100 * 1024 * 1024

/** A server process without limits that would refuse the attacks before they reach a route. */
export async function startTarget(): Promise<HostileTarget> {
  const fresh: FreshDatabase = await freshDatabase()
  const folder = createTempFolder('quarry-hostile-')
  const configFile = `${folder}/config.json`
  const limits = { refused_per_minute: null, default_per_second: null }
  writeFileSync(configFile, JSON.stringify({ limits, archive: { days: 0 } }))
  // Provides the route list and creates accounts; the attacks go to the process.
  const app = await startApp({ database: fresh.database, config: { role: 'api' } })
  const server = await startServer({
    DATABASE_URL: fresh.target.url,
    QUARRY_DATA_DIR: folder,
    QUARRY_ADMIN_TOKEN: adminToken,
    QUARRY_CONFIG: configFile,
  })
  const rich = { bonus_credits: 10_000_000, statistics_enabled: true }
  const attacker = await app.account(rich, { permissions: ['manage'] })
  const other = await app.account(rich)
  const requests = listRouteRequests(app, attacker.secret)
  const port = Number(new URL(server.url).port)
  // Warms the server up: sandbox data, compiled code and prepared pages do not count as growth under attack.
  const agent = createAgent(8)
  await Promise.all(listRouteRequests(app, other.secret).map((request) => sendRequest(port, agent, request)))
  agent.destroy()
  return {
    server,
    port,
    app,
    requests,
    attacker,
    other,
    async close() {
      await app.close()
      await server.stop().finally(async () => {
        await fresh.drop()
        rmSync(folder, { recursive: true, force: true })
      })
    },
  }
}

export const createAgent = (connections: number): Agent =>
  new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })

type Changes = { query?: [string, string][]; headers?: Record<string, string>; body?: string | Buffer | null }

/** Sends one request and reads its response; of a stream, only the head. */
export function sendRequest(
  port: number,
  agent: Agent,
  request: RouteRequest,
  { query = request.query, headers = {}, body }: Changes = {},
): Promise<HostileResponse> {
  const content = body === undefined && request.body !== null ? JSON.stringify(request.body) : (body ?? null)
  const isChunked = 'transfer-encoding' in headers
  const length = content === null || isChunked ? {} : { 'content-length': String(Buffer.byteLength(content)) }
  return new Promise((resolve, reject) => {
    const sent = sendHttp(
      {
        port,
        host: '127.0.0.1',
        agent,
        method: request.method,
        path: toTarget({ path: request.path, query }),
        headers: { ...request.headers, ...length, ...headers },
      },
      (response) => void readResponse(request, response).then(resolve, reject),
    )
    sent.on('error', reject)
    sent.end(content ?? undefined)
  })
}

async function readResponse(request: RouteRequest, response: IncomingMessage): Promise<HostileResponse> {
  const { statusCode: status = 0, headers } = response
  const head = {
    status,
    type: headers['content-type'] ?? '',
    creditsUsed: Number(headers['x-credits-used'] ?? 0),
  }
  if (request.isStream && status === 200) {
    response.destroy()
    return { ...head, body: Buffer.alloc(0) }
  }
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  await finished(response)
  return { ...head, body: Buffer.concat(chunks) }
}

/** Checks what applies to every response: no 5xx, and refusals are `{"error"}` and free. */
export function expectProper(request: RouteRequest, response: HostileResponse): void {
  const { status, type, body, creditsUsed } = response
  const seen = `${request.name}: ${status} ${body.subarray(0, 300)}`
  if (request.route?.replies[status] === undefined) expect(status, seen).toBeLessThan(500)
  if (status < 400 || request.method === 'HEAD') return
  // Routes outside of the list are pages for people, which respond in plain text, and JSON-RPC, whose errors have more
  // fields.
  const readJson = () => JSON.parse(body.toString()) as object
  if (request.route) expect(Object.keys(readJson()), seen).toEqual(['error'])
  else if (type.startsWith('application/json')) expect(readJson(), seen).toHaveProperty('error')
  if (status !== 404) expect(creditsUsed, seen).toBe(0)
}

export async function readUsed({ app, attacker }: HostileTarget): Promise<number> {
  const usage = (await (await app.call(attacker.secret, '/v2/usage')).json()) as {
    credits: { consumed: number }
  }
  return usage.credits.consumed
}

export async function expectAlive({ server, other }: HostileTarget): Promise<void> {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await fetch(server.url + validPath, { headers: { 'x-api-key': other.secret } })).status).toBe(200)
}

/** Expects no failed call, no failed request in the log, and a balanced ledger. */
export async function expectNoFaults({ app, server }: HostileTarget): Promise<void> {
  const { rows } = await app.database.pool.query(
    'select endpoint, recorded_status, reason from calls where recorded_status >= 500 limit 10',
  )
  expect(rows).toEqual([])
  expect(server.output()).not.toMatch(/request failed|background work failed/)
  expect(await audit(app.database)).toEqual([])
}

const readMemoryBytes = ({ server }: HostileTarget, name: 'VmRSS' | 'VmHWM'): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
      readFileSync(`/proc/${server.process.pid}/status`, 'utf8'),
    )?.[1],
  ) * 1024

/** Runs an attack; the memory of the server must grow within bounds and be released afterwards. */
export async function withinMemory(target: HostileTarget, work: () => Promise<unknown>): Promise<void> {
  if (process.platform !== 'linux') return void (await work())
  const beforeBytes = readMemoryBytes(target, 'VmRSS')
  // Resets the peak to the current memory.
  writeFileSync(`/proc/${target.server.process.pid}/clear_refs`, '5')
  await work()
  expect(readMemoryBytes(target, 'VmHWM') - beforeBytes).toBeLessThanOrEqual(maxGrowthBytes)
  await expect
    .poll(() => readMemoryBytes(target, 'VmRSS') - beforeBytes, { timeout: 60_000, interval: 200 })
    .toBeLessThanOrEqual(maxKeptBytes)
}

/** Runs an attack with the checks of memory and, in the long form, of another tenant's latency. */
export const attack = (target: HostileTarget, work: () => Promise<unknown>): Promise<void> =>
  compareLatency(target, () => withinMemory(target, work))

/** In the long form: the p99 of another tenant stays within a multiple of its p99 on a quiet server. */
export async function compareLatency(target: HostileTarget, work: () => Promise<unknown>): Promise<void> {
  if (!isLong) return void (await work())
  const { server, other } = target
  const quietMs = (await measureLatency(server.url + validPath, other.secret, quietPeriod)).p99Ms
  const { p99Ms, count } = await measureLatency(server.url + validPath, other.secret, work)
  console.log(
    `another tenant: p99 ${p99Ms.toFixed(1)} ms of ${count} calls, ${quietMs.toFixed(1)} ms when quiet`,
  )
  expect(p99Ms).toBeLessThanOrEqual(maxSlowdown * quietMs)
}
