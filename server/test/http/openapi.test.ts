// The API reference is complete, valid and correct: each documented example is called and returns 200.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@quarry/sources'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

type Operation = {
  operationId: string
  'x-credits': number
  'x-status': string
  security?: unknown[]
  parameters?: { name: string; example?: unknown; examples?: unknown; description?: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

let app: TestApp
let secret: string
let operations: { path: string; method: string; operation: Operation }[]
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account({ statistics_enabled: true })).secret
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
})

test('every endpoint is described under each of its methods, with price, status and errors', () => {
  for (const endpoint of endpoints) {
    const methods = operations.filter(({ path }) => path === endpoint.path).map(({ method }) => method)
    expect(methods.sort()).toEqual(
      [endpoint.method, endpoint.alsoMethod].filter((method) => method !== undefined).sort(),
    )
  }
  for (const { operation } of operations) {
    expect(operation['x-credits']).toBeTypeOf('number')
    expect(['operational', 'degraded']).toContain(operation['x-status'])
    const statuses = Object.keys(operation.responses)
    if (operation.security)
      expect([operation.security, statuses]).toEqual([[], expect.not.arrayContaining(['401'])])
    else expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429', '500']))
    for (const parameter of operation.parameters ?? [])
      expect(
        parameter.example ?? parameter.examples,
        `${operation.operationId} ${parameter.name}`,
      ).toBeDefined()
  }
})

test('public routes are described without security, and need no key', async () => {
  const open = operations.filter(({ operation }) => operation.security !== undefined)
  const paths = ['/docs', '/healthz', '/openapi.json', '/readyz', '/status.json', '/v2/status']
  expect(open.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths, '/downloads/{name}']))
  for (const path of paths) expect([path, (await fetch(`${app.url}${path}`)).status]).toEqual([path, 200])
})

test.each(['/openapi.json', '/api/openapi.json', '/admin/openapi.json'])(
  '%s is sent compressed and with a tag, and not again to a client that has it',
  async (path) => {
    const get = (headers: Record<string, string>) => app.admin(path, { headers })
    const plain = await get({ 'accept-encoding': 'identity' })
    const document = await plain.json()
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
    for (const coding of ['br', 'gzip']) {
      const response = await get({ 'accept-encoding': coding })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, coding])
      expect(await response.json()).toEqual(document)
      const tag = String(response.headers.get('etag'))
      const again = await get({ 'accept-encoding': coding, 'if-none-match': tag })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  },
)

test('each documented example makes a working call', async () => {
  const lookups = operations.filter(({ path }) => endpoints.some((endpoint) => endpoint.path === path))
  expect(lookups.length).toBeGreaterThan(0)
  for (const { path, method, operation } of lookups) {
    const query = new URLSearchParams()
    for (const { name, example } of operation.parameters ?? [])
      if (example !== undefined) query.set(name, String(example))
    const body = operation.requestBody?.content['application/json']?.example
    const response = await app.call(secret, `${path}?${query}`, {
      method,
      ...(method === 'POST'
        ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        : {}),
    })
    expect(response.status, `${method} ${path}: ${await response.clone().text()}`).toBe(200)
  }
})

type Described = {
  tags: { name: string; description: string }[]
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
  >
  components: { schemas: Record<string, { properties: { type: { enum: string[] } } }> }
  paths: Record<
    string,
    Record<string, { tags: string[]; 'x-codeSamples': { label: string; source: string }[] }>
  >
}

test.each(['/openapi.json', '/admin/openapi.json'])(
  'all tags of %s are declared, and each operation has samples in three languages',
  async (path) => {
    const { tags, paths } = (await (await app.admin(path)).json()) as Described
    const declared = tags.map(({ name }) => name)
    expect(new Set(declared).size).toBe(declared.length)
    for (const { description } of tags) expect(description).toMatch(/\w/)
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      expect(declared).toEqual(expect.arrayContaining(operation.tags))
      expect(operation['x-codeSamples'].map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python'])
      for (const { source } of operation['x-codeSamples']) expect(source).toContain(app.url)
    }
  },
)

test('the samples are those of the reference page, and their curl line works', async () => {
  const { paths } = (await (await fetch(`${app.url}/openapi.json`)).json()) as Described
  const [curl] = paths['/v2/company']?.get?.['x-codeSamples'] ?? []
  expect(curl?.source).toMatch(
    /^curl 'http:\/\/127\.0\.0\.1:\d+\/v2\/company\?query=[^']+' \\\n {2}-H "x-api-key: \$QUARRY_KEY"$/,
  )
  const env = { ...process.env, QUARRY_KEY: secret }
  const { stdout } = await promisify(execFile)('sh', ['-c', curl?.source ?? ''], { env })
  expect(Object.keys(JSON.parse(stdout))).toEqual(expect.arrayContaining(['name', 'domain']))
})

test('the messages of jobs, batches, watches and alarms are described as webhooks', async () => {
  const { webhooks, components } = (await (await fetch(`${app.url}/openapi.json`)).json()) as Described
  const types = Object.values(webhooks).flatMap(({ post }) => {
    const name = post.requestBody.content['application/json']?.schema.$ref.split('/').at(-1) ?? ''
    return components.schemas[name]?.properties.type.enum ?? []
  })
  expect(types).toEqual([
    'job.completed',
    'job.failed',
    'batch.completed',
    'batch.cancelled',
    'watch.changed',
    'watch.not_compared',
    'watch.paused',
    'test',
    'alarm.begun',
    'alarm.ended',
  ])
})

test('redocly reports no problems', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-openapi-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, await (await fetch(`${app.url}/openapi.json`)).text())
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const { stdout } = spawnSync(
    process.execPath,
    [cli, 'lint', '--config', 'redocly.yaml', '--format', 'json', file],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    },
  )
  await rm(folder, { recursive: true, force: true })
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect(problems).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
})
