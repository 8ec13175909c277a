// The tools of agents with the official client: over stdio and HTTP, in an old and in the new revision of the protocol.
// An agent cannot spend more than its budget, to the credit.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { buildMcpInput } from './support/mcp-input.ts'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

let app: TestApp
let quarry: BuiltQuarry
beforeAll(async () => {
  app = await startApp()
  quarry = buildQuarry()
})
afterAll(async () => {
  quarry.remove()
  await app.close()
})

type Transport = 'http' | 'stdio'
const modern = '2026-07-28'
const eras = { old: 'legacy' as const, new: { pin: modern } }
const transports = (['http', 'stdio'] as const).flatMap((transport) =>
  (['old', 'new'] as const).map((era) => ({ transport, era })),
)

async function connect(
  secret: string,
  { transport, era = 'old', budget }: { transport: Transport; era?: keyof typeof eras; budget?: number },
): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: eras[era] } })
  const budgetQuery = budget === undefined ? '' : `?budget=${budget}`
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${app.url}/mcp${budgetQuery}`), {
          requestInit: { headers: { authorization: `Bearer ${secret}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [quarry.program, 'mcp', ...(budget === undefined ? [] : ['--budget', String(budget)])],
          env: { PATH: process.env.PATH ?? '', HOME: quarry.folder, QUARRY_URL: app.url, QUARRY_KEY: secret },
        }),
  )
  return client
}

type Called = { isError?: boolean; texts: string[]; text: string }

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const result = (await client.callTool({ name, arguments: args })) as {
    isError?: boolean
    content: { text: string }[]
  }
  const texts = result.content.map(({ text }) => text)
  return { ...(result.isError ? { isError: true } : {}), texts, text: texts.join('\n') }
}

const spentBy = async (secret: string) =>
  ((await (await app.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used

test.each(transports)('tools over $transport, $era revision', async (way) => {
  const { secret } = await app.account()
  const client = await connect(secret, way)
  try {
    expect(client.getNegotiatedProtocolVersion() === modern).toBe(way.era === 'new')
    const { tools, nextCursor } = await client.listTools()
    expect(nextCursor).toBeUndefined()
    const lookups = app.routes.filter(
      (route) => 'configured' in route && route.method === route.configured.endpoint.method,
    )
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(lookups.map(({ name }) => name)))
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['usage', 'status', 'create_batch', 'job', 'rest']),
    )

    const found = await call(client, 'company', { query: 'fenmont.example' })
    expect(found.texts[0]).toMatch(/^OUTSIDE TEXT[^\n]*\n\{"name":"Fenmont"/)
    expect(found.texts[1]).toContain('1 credit charged. Left: 999 credits of the account.')
    const missing = await call(client, 'company', { query: 'nobody.example' })
    expect([missing.isError, missing.text]).toEqual([
      true,
      expect.stringMatching(/^not_found: .*another spelling/s),
    ])
    const wrong = await call(client, 'ticketing_event', { query: 'jazz' })
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('query must be an event URL')])
    // Neither a job, whose end a budget would not see, nor a misspelt name is accepted.
    for (const name of ['is_async', 'qeury'])
      expect(await call(client, 'company', { query: 'fenmont.example', [name]: 'true' })).toMatchObject({
        isError: true,
        text: expect.stringContaining(`has no argument "${name}"`),
      })
    // The caller's own numbers are not third-party text.
    expect((await call(client, 'usage', {})).text).toMatch(/^\{.*"remaining":999/)
    expect(await spentBy(secret)).toBe(1)

    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('quarry://rules')
    const { contents } = await client.readResource({ uri: 'quarry://rules' })
    expect(JSON.stringify(contents)).toContain('Fields that a source does not provide are null')
  } finally {
    await client.close()
  }
})

test.each(['http', 'stdio'] as const)(
  'tools have titles, hints and structured results, over %s',
  async (transport) => {
    const { secret } = await app.account()
    const client = await connect(secret, { transport, budget: 10 })
    const { tools } = await client.listTools()
    for (const { name, title, annotations, outputSchema } of tools) {
      expect([name, title]).toEqual([name, expect.stringMatching(/^[A-Z]/)])
      const isReading = name !== 'create_batch'
      expect(annotations).toMatchObject({ readOnlyHint: isReading, idempotentHint: isReading })
      expect(annotations?.openWorldHint).toBeTypeOf('boolean')
      expect(outputSchema).toMatchObject({ type: 'object', required: ['record'] })
    }
    const read = async (name: string, query: string) =>
      (await client.callTool({ name, arguments: { query } })) as {
        isError?: boolean
        structuredContent?: { record: unknown; note: string }
      }
    const { structuredContent: event } = await read('ticketing_event', '1000000000017')
    expect(event?.record).toMatchObject({ name: expect.any(String), venue: { city: expect.any(String) } })
    expect(event?.note).toMatch(/^OUTSIDE TEXT in record.*\n.*1 credit charged\./)
    if (transport === 'stdio') expect(event?.note).toContain('Budget of this process: 9 of 10 credits left.')
    const { structuredContent: sneakers } = await read('sneakermarket_search', 'air')
    expect(sneakers?.record).toBeInstanceOf(Array)
    const refused = await read('ticketing_event', 'nonsense')
    expect([refused.isError, refused.structuredContent]).toEqual([true, undefined])
    await client.close()
  },
)

test('all tools fit into one page of 7,000 tokens', async () => {
  const { secret } = await app.account()
  const client = await connect(secret, { transport: 'http' })
  const { tools } = await client.listTools()
  await client.close()
  const text = JSON.stringify({ tools })
  // Counts more tokens than any common tokenizer makes of JSON: letters in pieces of at most six, each digit alone, and
  // at most two signs together, as in `":"` and `"},"`.
  const tokens = text.match(/[a-z]{1,6}|[A-Z]{1,3}|\d|[^\sa-zA-Z\d]{1,2}/g)?.length ?? 0
  expect(tools.length).toBeGreaterThan(25)
  expect(tokens).toBeLessThan(7_000)
})

test.each(['http', 'stdio'] as const)(
  'an agent that keeps calling is stopped at its budget, over %s',
  async (transport) => {
    const { secret } = await app.account()
    const client = await connect(secret, { transport, budget: 7 })
    try {
      const lookUp = () => call(client, 'company', { query: 'fenmont.example' })
      const ends = await Promise.all(Array.from({ length: 20 }, lookUp))
      expect(ends.filter(({ isError }) => !isError)).toHaveLength(7)
      const refused = ends.filter(({ isError }) => isError)
      for (const { text } of refused) expect(text).toMatch(/^budget_exceeded: .*\nStop/)
      expect(await spentBy(secret)).toBe(7)
      for (let i = 0; i < 3; i += 1) expect((await lookUp()).isError).toBe(true)
      // Free calls are still allowed, and calls that were free released their reservation before.
      expect((await call(client, 'usage', {})).isError).toBeUndefined()
      const batch = { endpoint: '/v2/company', inputs: [{ query: 'fenmont.example' }] }
      expect((await call(client, 'create_batch', batch)).text).toContain('budget_exceeded')
      expect(await spentBy(secret)).toBe(7)
    } finally {
      await client.close()
    }
  },
)

test('a budget over HTTP belongs to the key and the day, for all connections', async () => {
  const { secret } = await app.account()
  const first = await connect(secret, { transport: 'http', budget: 4 })
  const second = await connect(secret, { transport: 'http', budget: 4 })
  // A price of two does not fit when one credit is left, and a missing record costs nothing here.
  expect((await call(first, 'company', { query: 'nobody.example' })).text).toContain(
    "4 of today's budget of 4",
  )
  for (const [client, left] of [
    [first, 3],
    [second, 2],
    [first, 1],
  ] as const)
    expect((await call(client, 'company', { query: 'fenmont.example' })).text).toContain(
      `${left} of today's budget of 4`,
    )
  expect((await call(second, 'retailer_b_product', { query: 'pr-1' })).text).toContain('may cost 2, and 1 of')
  expect((await call(second, 'company', { query: 'fenmont.example' })).text).toContain(
    "0 of today's budget of 4",
  )
  expect((await call(first, 'company', { query: 'fenmont.example' })).isError).toBe(true)
  expect(await spentBy(secret)).toBe(4)
  await Promise.all([first.close(), second.close()])
  expect((await app.call(secret, '/mcp?budget=many', { method: 'POST', body: '{}' })).status).toBe(400)
})

test("the key's scopes decide its tools, and its quota limits them", async () => {
  const { secret } = await app.account(
    {},
    { scopes: ['company'], quotas: { total: null, daily: 2, weekly: null, monthly: null } },
  )
  const client = await connect(secret, { transport: 'http' })
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('company_social')
  expect(names).not.toContain('ticketing_event')
  expect((await call(client, 'ticketing_event', { query: '1000000000017' })).text).toContain('no tool')
  expect((await call(client, 'company', { query: 'fenmont.example' })).text).toContain("1 of the key's quota")
  await call(client, 'company', { query: 'fenmont.example' })
  const over = await call(client, 'company', { query: 'fenmont.example' })
  expect([over.isError, over.text]).toEqual([
    true,
    expect.stringMatching(/^quota_exceeded.*Wait at least \d+ s/s),
  ])
  await client.close()
})

test('a list has as many items as fit, states how many are left out, and has more with fewer fields', async () => {
  const { secret } = await app.account()
  const client = await connect(secret, { transport: 'http', budget: 50 })
  const read = async (args: Record<string, unknown>, name = 'startupdb_funding_rounds') =>
    (await client.callTool({ name, arguments: args })) as unknown as {
      structuredContent: { record: { results: unknown[]; items: unknown[] }; note: string }
      _meta: Record<string, unknown>
    }
  const days = { days_since_announcement: 360 }
  const { structuredContent: whole, _meta: meta } = await read(days)
  expect(meta).toMatchObject({ 'quarry/budget': 50, 'quarry/budget_left': 49 })
  const shown = whole.record.results.length
  const [, left, of] = /Left out: (\d+) of (\d+) items of results/.exec(whole.note) ?? []
  expect(Number(left)).toBe(Number(of) - shown)
  expect(whole.note).toContain('More items fit if you name the fields that you need in fields.')
  const largest = Math.max(...whole.record.results.map((item) => JSON.stringify(item).length))
  expect(JSON.stringify(whole.record).length).toBeGreaterThan(12_000 - 2 * largest)
  const { structuredContent: short } = await read({ ...days, fields: 'uuid' })
  expect(short.record.results.length).toBeGreaterThan(shown * 3)
  expect(short.note).not.toContain('More items fit')

  const inputs = Array.from({ length: 40 }, () => ({ query: 'fenmont.example' }))
  const batch = await call(client, 'create_batch', { endpoint: '/v2/company', inputs })
  const [id = ''] = /[0-9a-f-]{36}/.exec(batch.texts[0] ?? '') ?? []
  await call(client, 'batch', { id, wait: 30 })
  const results: unknown[] = []
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { structuredContent: page } = await read({ id, from }, 'batch_results')
    expect(page.note).toMatch(/^OUTSIDE TEXT/)
    results.push(...page.record.items)
    const [, next] = /Next: batch_results with from (\d+)\./.exec(page.note) ?? []
    from = next === undefined ? undefined : Number(next)
  }
  expect(results.map((result) => (result as { item: number }).item)).toEqual(inputs.map((_, item) => item))
  await client.close()
})

test('a long response is cut, and its rest is free', async () => {
  const { secret } = await app.account()
  const client = await connect(secret, { transport: 'http' })
  const page = await call(client, 'startupdb_funding_rounds', {})
  const leftOut = /Left out: \d+ of (\d+) items of results\..*id "([^"]+)", path "results", from (\d+)/.exec(
    page.text,
  )
  expect([page.text.slice(-500), leftOut]).not.toContain(null)
  const [, total = '', id = '', from = ''] = leftOut ?? []
  expect(page.text.length).toBeLessThan(16_000)
  const parseResult = ({ texts }: Called) => JSON.parse(texts[0]?.split('\n')[1] ?? '') as unknown
  let rounds = (parseResult(page) as { results: unknown[] }).results
  expect(rounds).toHaveLength(Number(from))
  for (let reads = 0; rounds.length < Number(total) && reads < 3; reads += 1) {
    const selection = {
      id,
      tool: 'startupdb_funding_rounds',
      arguments: {},
      path: 'results',
      from: rounds.length,
    }
    const rest = await call(client, 'rest', selection)
    expect(rest.text).toContain('0 credits charged')
    rounds = [...rounds, ...(parseResult(rest) as unknown[])]
  }
  expect(await spentBy(secret)).toBe(1)
  const fullList = (await (await app.call(secret, '/v2/startupdb/funding_rounds')).json()) as {
    results: unknown[]
  }
  expect(rounds).toEqual(fullList.results.slice(0, rounds.length))
  expect(rounds.length).toBeGreaterThan(Number(from))
  await client.close()
})

test('a batch is created, awaited and read', async () => {
  const { secret } = await app.account()
  const client = await connect(secret, { transport: 'http' })
  const inputs = [{ query: 'fenmont.example' }, { query: 'nobody.example' }]
  const batch = await call(client, 'create_batch', { endpoint: '/v2/company', inputs })
  const [id = ''] = /[0-9a-f-]{36}/.exec(batch.texts[0] ?? '') ?? []
  expect((await call(client, 'batch', { id, wait: 30 })).text).toContain('"status":"completed"')
  expect((await call(client, 'batch_results', { id })).text).toContain('Fenmont')
  await client.close()
})

test('unknown callers, foreign origins and other host names are refused', async () => {
  const { secret } = await app.account()
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const initialize = (headers: Record<string, string>) =>
    fetch(`${app.url}/mcp`, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const own = { authorization: `Bearer ${secret}` }
  expect((await initialize({})).status).toBe(401)
  expect((await initialize({ authorization: 'Bearer qry_wrong' })).status).toBe(401)
  expect((await initialize({ ...own, origin: 'https://evil.example' })).status).toBe(403)
  expect((await initialize({ ...own, origin: app.url })).status).toBe(200)
  expect((await initialize(own)).status).toBe(200)
  const { status } = await new Promise<{ status: number }>((resolve, reject) => {
    import('node:http').then(({ request }) =>
      request(
        `${app.url}/mcp`,
        { method: 'POST', headers: { ...own, host: 'rebound.example' } },
        (response) => {
          response.resume()
          resolve({ status: response.statusCode ?? 0 })
        },
      )
        .on('error', reject)
        .end(JSON.stringify(message)),
    )
  })
  expect(status).toBe(403)
  expect((await app.call(secret, '/mcp')).status).toBe(405)
})

test('at the end of input, pending requests are answered and the exit code is 0', async () => {
  const { secret } = await app.account()
  const input = buildMcpInput('company', { query: 'fenmont.example' })
  const end = await quarry.run(['mcp'], { env: { QUARRY_URL: app.url, QUARRY_KEY: secret }, input })
  expect([end.code, end.stderr]).toEqual([0, ''])
  const ids = end.stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id)
  expect(ids.toSorted()).toEqual([0, 1, 2, 3])
  expect(await spentBy(secret)).toBe(3)
})
