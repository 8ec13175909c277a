// A key in the query, for tools that cannot send headers: it works, and it is never stored, logged or passed on.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { eventPath, faultQuery } from '../support/jobs.ts'
import { withSandbox } from '../support/with-sandbox.ts'

let app: TestApp
let collector: Server
/** What left the server: requests to sites, and traces. */
const upstream: unknown[] = []
const spans: string[] = []
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    spans.push(await text(request))
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const recording = sources.map((source) =>
    source.name === 'ticketing'
      ? withSandbox(source, (request, site) => {
          upstream.push(request)
          return site(request)
        })
      : source,
  )
  const { port } = collector.address() as AddressInfo
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`, OTEL_BSP_SCHEDULE_DELAY: '20' }
  app = await startApp({ sources: recording, env })
})
afterAll(async () => {
  await app.close()
  await new Promise((resolve) => collector.close(resolve))
})

const paths = [
  `${eventPath}?query=1000000000017`,
  `${eventPath}?query=1000000000017&is_async=true`,
  `${eventPath}?query=1000000000017&return_page_source=true`,
  `${eventPath}?query=nonsense`,
  `${eventPath}?query=1&query=2`,
  `${eventPath}?query=1000000000017&max_age=x`,
  `${eventPath}?query=${faultQuery('missing')}`,
  `${eventPath}?query=${faultQuery('error')}`,
  '/v2/usage?a=1',
  '/v2/calls?limit=x',
  '/v2/nothing?a=1',
  '/jobs/nothing?a=1',
  '/mcp?a=1',
  '/docs?a=1',
  '/console?a=1',
  '/status?a=1',
]

test('a key in the query is in no response, log, trace, event, table or upstream request, and in no referrer', async () => {
  const { secret } = await app.account({}, { scopes: ['ticketing'], quotas: { daily: 100 } })
  const key = `x_api_key=${secret}`
  const events = await fetch(`${app.url}/v2/events?${key}`)
  expect(events.status).toBe(200)
  const responses: string[] = []
  const statuses: number[] = []
  for (const path of paths)
    for (const accept of ['*/*', 'application/problem+json']) {
      const response = await fetch(`${app.url}${path}&${key}`, { redirect: 'manual', headers: { accept } })
      statuses.push(response.status)
      responses.push(JSON.stringify([...response.headers]), await response.text())
      expect([path, response.headers.get('referrer-policy')]).toEqual([path, 'no-referrer'])
    }
  const wrong = await fetch(`${app.url}${eventPath}?query=1000000000017&${key}`, { method: 'PUT' })
  responses.push(await wrong.text())
  expect(new Set(statuses)).toEqual(new Set([200, 202, 302, 400, 404, 405, 500]))

  // A part of the key must not leak either, except the last four characters, which identify it in lists.
  const part = secret.slice(4, 24)
  const [stream, live] = [events.body?.getReader(), [] as string[]]
  await eventually(async () => {
    live.push(Buffer.from((await stream?.read())?.value ?? []).toString())
    expect(live.join('')).toContain('event: job')
  })
  await stream?.cancel()
  await eventually(async () => expect(spans.join('')).toContain('"name"'))
  const { pool } = app.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const stored = await Promise.all(
    tables.map(async ({ name }) =>
      JSON.stringify((await pool.query(`select t::text from "${name}" t`)).rows),
    ),
  )
  const metrics = await (await app.admin('/metrics')).text()
  expect(upstream.length).toBeGreaterThan(2)
  expect(app.logged.length).toBeGreaterThan(0)
  const written = {
    responses,
    live,
    spans,
    stored,
    metrics,
    upstream: JSON.stringify(upstream),
    logged: app.logged,
  }
  for (const [place, texts] of Object.entries(written))
    expect([place, [texts].flat().join('').includes(part)]).toEqual([place, false])
})
