// A newcomer's first hour, as it is documented: start, a first call in the console, a file of 300 lines, a watch, a
// webhook through `quarry listen`, an agent with a budget, and the receipt of each. All credits add up.
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../sdk/src/index.ts'
import { type FreshDatabase, freshDatabase } from '../../server/test/support/database.ts'
import {
  quarry as operate,
  type ServerProcess,
  startServer,
} from '../../server/test/support/server-process.ts'
import { createTempFolder } from '../../server/test/support/temp-folder.ts'
import { buildMcpInput } from './support/mcp-input.ts'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

type Receipt = {
  settlement: { credits: number }
  ledger: { entry: string; credits: number }[]
  calls: { endpoint: string; recorded_status: number }[]
}

let fresh: FreshDatabase
let dataDir: string
let server: ServerProcess
let quarry: BuiltQuarry
let receiver: Server
let env: Record<string, string>
const received: { headers: IncomingHttpHeaders; body: string }[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  dataDir = createTempFolder('quarry-newcomer-')
  server = await startServer({ DATABASE_URL: fresh.target.url, QUARRY_DATA_DIR: dataDir })
  quarry = buildQuarry()
  env = { QUARRY_URL: server.url, QUARRY_KEY: server.key ?? '' }
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterAll(async () => {
  quarry?.remove()
  receiver?.closeAllConnections()
  receiver?.close()
  await server?.stop()
  await fresh?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const get = async <T>(path: string): Promise<T> =>
  (await (await fetch(server.url + path, { headers: { 'x-api-key': env.QUARRY_KEY ?? '' } })).json()) as T
const readSpent = async () => (await get<{ total_used: number }>('/v2/usage')).total_used

/** The receipt of a call as the command line prints it; the charge in its ledger equals the settled credits. */
async function readReceipt(requestId: string): Promise<Receipt> {
  const { code, stdout } = await quarry.run(['call', requestId, '--json'], { env })
  expect(code).toBe(0)
  const receipt = JSON.parse(stdout) as Receipt
  const charged = receipt.ledger.filter(({ entry }) => entry === 'charge')
  expect(Math.abs(charged.reduce((sum, one) => sum + one.credits, 0))).toBe(receipt.settlement.credits)
  return receipt
}

/** Finds the newest logged call of an endpoint by a text in its parameters. */
async function findCall(endpoint: string, query: string): Promise<string> {
  const find = async () => {
    const params = new URLSearchParams({ endpoint, text: query, limit: '1' })
    return (await get<{ calls: { request_id: string }[] }>(`/v2/calls?${params}`)).calls[0]?.request_id ?? ''
  }
  await expect.poll(find, { timeout: 15_000, interval: 50 }).not.toBe('')
  return find()
}

test('the first call is made in the console', async () => {
  const { stdout } = await operate(['console-link'], {
    DATABASE_URL: fresh.target.url,
    QUARRY_DATA_DIR: dataDir,
    QUARRY_PUBLIC_URL: server.url,
  })
  const [, code] = /signed in as "demo": \S+#code=([\w-]+)/.exec(stdout) ?? []
  const console = { 'x-quarry-console': '1' }
  const session = await fetch(`${server.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...console },
    body: JSON.stringify({ code }),
  })
  expect(await session.json()).toMatchObject({ role: 'account', may: { keys: true } })
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
  const call = await fetch(`${server.url}/v2/company?query=fenmont.example`, {
    headers: { cookie, ...console },
  })
  expect(await call.json()).toMatchObject({ name: 'Fenmont' })
  const receipt = await readReceipt(call.headers.get('x-request-id') ?? '')
  expect(receipt).toMatchObject({ settlement: { credits: 1 }, calls: [{ endpoint: '/v2/company' }] })
  expect(await readSpent()).toBe(1)
})

test('a file of 300 lines is looked up, and each line has a receipt', async () => {
  const subjects = ['fenmont.example', 'pluello.example', 'nobody.example']
  const lines = Array.from({ length: 300 }, (_, n) => subjects[n % 3])
  writeFileSync(join(quarry.folder, 'leads.csv'), `query\n${lines.join('\n')}\n`)
  const end = await quarry.run(
    ['batch', 'company', 'leads.csv', '--out', 'found.csv', '--fields', 'name,domain'],
    { env },
  )
  // Lines without a record are in a separate file; for this endpoint they are free.
  expect([end.code, end.stderr]).toEqual([expect.any(Number), expect.stringContaining('200 records')])
  expect(end.stderr).toContain('200 credits spent')
  expect(await readSpent()).toBe(201)
  const { batches } = await get<{ batches: { batch_id: string; credits: number }[] }>('/v2/batches')
  expect(batches).toHaveLength(1)
  const receipt = await readReceipt(await findCall('/v2/company', 'pluello.example'))
  expect(receipt).toMatchObject({ settlement: { credits: 1 } })
})

test('a watch makes its first lookup, with a receipt', async () => {
  const args = ['watch', 'create', 'ticketing/event', 'query=1000000000017', '--every', '3600', '--json']
  const { code, stdout, stderr } = await quarry.run(args, { env })
  expect([code, stderr]).toEqual([0, expect.any(String)])
  const { watch_id: id } = JSON.parse(stdout) as { watch_id: string }
  // The first run is due within five minutes.
  await fresh.database.pool.query('update watches set next_at = quarry_now()')
  await expect.poll(readSpent, { timeout: 20_000, interval: 50 }).toBe(202)
  expect(await readReceipt(await findCall('/v2/ticketing/event', '1000000000017'))).toMatchObject({
    settlement: { credits: 1 },
  })
  expect((await quarry.run(['watch', 'delete', id], { env })).code).toBe(0)
})

test('a finished job arrives as a webhook through quarry listen, with a receipt', async () => {
  const { port } = receiver.address() as AddressInfo
  const listening = quarry.start(['listen', '--forward', `http://localhost:${port}/hook`], { env })
  await expect.poll(listening.stderr, { timeout: 15_000, interval: 20 }).toMatch(/Connected/)
  const job = await get<{ job_id: string }>('/v2/company/social?query=fenmont.example&is_async=true')
  await expect.poll(() => received.length, { timeout: 15_000, interval: 20 }).toBe(1)
  listening.process.kill('SIGINT')
  await listening.ended
  const [message] = received
  const secret = /Signing secret: (whsec_\S+)/.exec(listening.stderr())?.[1] ?? ''
  expect(message && (await verifyWebhook({ secret, ...message }))).toMatchObject({
    type: 'job.completed',
    job: { job_id: job.job_id, status: 'completed' },
  })
  const receipt = await readReceipt(await findCall('/v2/company/social', 'fenmont.example'))
  expect(receipt).toMatchObject({ settlement: { credits: 1 } })
})

test('an agent with a budget of two stops at the third call, with a receipt of each', async () => {
  const spent = await readSpent()
  const input = buildMcpInput('company_suggest', { query: 'fen' })
  const { code, stdout } = await quarry.run(['mcp', '--budget', '2'], { env, input })
  expect(code).toBe(0)
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number; result: Record<string, unknown> }).result)
    .filter((result) => 'content' in result) as {
    isError?: boolean
    _meta: Record<string, string | number>
  }[]
  expect(results.filter(({ isError }) => isError)).toHaveLength(1)
  expect(results.map(({ _meta }) => _meta['quarry/budget_left'])).toContain(0)
  for (const { isError, _meta } of results)
    if (!isError) await readReceipt(String(_meta['quarry/request_id']))
  expect(await readSpent()).toBe(spent + 2)
})
