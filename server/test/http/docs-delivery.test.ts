// Delivery of the reference page: compressed, with ETags, under a strict content security policy, and only with files
// that the build includes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoints, sources } from '@quarry/sources'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addDocsRoutes } from '../../src/http/docs/docs-routes.ts'
import { buildOpenApi } from '../../src/http/openapi/build-openapi.ts'
import { lookupRoutes } from '../../src/http/routes/lookup-route.ts'
import { createServer } from '../../src/http/server/create-server.ts'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const assets = readdirSync(root('server/src/http/docs/docs-assets')).filter(
  (name) => !/\.(?:json|d\.ts)$/.test(name),
)

let server: FastifyInstance
let status: 'operational' | 'degraded' = 'operational'
beforeAll(() => {
  server = createServer({ log: pino({ level: 'silent' }), trustedProxies: [] })
  const routes = sources.flatMap((source) =>
    source.endpoints.flatMap((endpoint) => lookupRoutes({ endpoint, source, price: 1, providers: [] })),
  )
  addDocsRoutes(server, () =>
    buildOpenApi(routes, { version: '1.2.3', address: () => '', getStatus: () => status }),
  )
})
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

test('the page is sent in the encoding that the client prefers, always with the same content', async () => {
  const plain = await get('/docs')
  const br = await get('/docs', { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await get('/docs', { 'accept-encoding': 'br;q=0, gzip;q=0.5, *;q=0.1' })
  const none = await get('/docs', { 'accept-encoding': 'br;q=0, gzip;q=0' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(none.headers['content-encoding']).toBeUndefined()
  expect(br.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(br.rawPayload.length * 8).toBeLessThan(plain.rawPayload.length)
  for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('accept-encoding')
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
})

test('a client that has the page gets 304 without a body until the document changes', async () => {
  const accept = { 'accept-encoding': 'br' }
  const first = await get('/docs', accept)
  const tag = String(first.headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get('/docs', { ...accept, 'if-none-match': known })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  }
  expect((await get('/docs', { ...accept, 'if-none-match': '"other"' })).statusCode).toBe(200)
  status = 'degraded'
  const changed = await get('/docs', { ...accept, 'if-none-match': tag })
  expect(changed.statusCode).toBe(200)
  expect(brotliDecompressSync(changed.rawPayload).toString()).toContain('badge degraded')
})

test('every file has its content type and an ETag', async () => {
  const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' }
  expect(assets.length).toBeGreaterThan(8)
  for (const name of assets) {
    const { statusCode, headers, body } = await get(`/docs/${name}`)
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      types[name.split('.').at(-1) as keyof typeof types],
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(body).toBe(readFileSync(root(`server/src/http/docs/docs-assets/${name}`), 'utf8'))
    const again = await get(`/docs/${name}`, { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
  }
})

test('the page loads nothing from other hosts, contains no inline code, and its policy forbids both', async () => {
  const { headers, body } = await get('/docs')
  expect(headers['content-security-policy']).toBe(
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  )
  const loaded = [...body.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map((match) => match[1])
  // status.css belongs to the status page.
  const own = assets.filter((name) => name !== 'status.css')
  expect([...new Set(loaded)].sort()).toEqual(own.map((name) => `/docs/${name}`).sort())
  expect(body).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/)
  for (const { path } of endpoints) expect(body.replaceAll('<wbr>', '')).toContain(path)
})

test('the build includes the files', () => {
  // Builds into a separate folder, because other tests load server/dist.
  const folder = mkdtempSync(join(tmpdir(), 'quarry-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const built = join(folder, 'dist')
  expect(spawnSync(process.execPath, [root('scripts/build.mjs'), built]).status).toBe(0)
  for (const name of assets) expect(existsSync(join(built, 'http/docs/docs-assets', name)), name).toBe(true)
  expect(existsSync(join(built, 'http/docs/docs-routes.js'))).toBe(true)
})
