// When a licence limits retention, every store obeys it: the cache, job and batch results, webhook messages,
// idempotent responses, diagnostic pages and the final response store. Fields that an upstream API redacts are in none
// of them.

import { readdir, readFile } from 'node:fs/promises'
import { endpoint } from '@quarry/kit/endpoint'
import { found, type Page, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { dropFields } from '@quarry/kit/read/json-answer'
import { object, text } from '@quarry/kit/schema'
import type { Source } from '@quarry/kit/source'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createIdempotency } from '../../src/calls/idempotency.ts'
import { sweepJobs } from '../../src/calls/jobs/jobs.ts'
import { buildMessage } from '../../src/calls/webhooks/webhook-message.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, startReplica } from '../support/two-providers.ts'

const person = 'Wilhelmina Fernsby'
const record = { name: 'amber lamp' }

const createApi = (name: string, retentionSeconds?: number): UpstreamApi => ({
  name,
  title: name,
  hosts: [`api.${name}.test`],
  licence: 'proprietary',
  credit: 'by everyone',
  homepage: `https://${name}.test`,
  rateLimit: {},
  redact: dropFields('owner'),
  isFinal: () => true,
  ...(retentionSeconds === undefined ? {} : { retentionSeconds }),
})

const apis = [createApi('unkept', 0), createApi('hourly', 3600), createApi('open')]

function read({ body }: Page) {
  const { name } = JSON.parse(body || '{}') as { name?: string }
  if (name === undefined) throw pageChanged('no item')
  return found({ name }, { form: 'json' })
}

const shop: Source = {
  name: 'shop',
  title: 'Shop',
  module: import.meta.url,
  site: 'https://www.shop.example',
  endpoints: [
    endpoint({
      method: 'GET',
      path: '/v2/shop/item',
      credits: 3,
      notFound: 'billed',
      summary: 'Item',
      description: 'One item.',
      example: { query: 'lamp' },
      params: object({ query: text('lamp', { description: 'The name of an item.' }) }),
      record: object({ name: text('lamp') }),
      parse: ({ query }) => query,
      providers: apis.map((through) =>
        provider<string, { name: string }>({
          api: through,
          page: (name) => `https://${through.hosts[0]}/items/${name}`,
          extract: read,
        }),
      ),
    }),
  ],
  sandbox: async () => () => ({ body: '{"name":"pretend"}', contentType: 'application/json' }),
}

let replica: Replica
let app: TestApp
let secret: string
let now = 1

beforeAll(async () => {
  replica = await startReplica()
  app = await startApp({
    sources: [shop],
    nowMs: () => now,
    file: {
      sources: { shop: { providers: apis.map(({ name }) => name) } },
      providers: Object.fromEntries(
        apis.map(({ name, hosts }) => [
          name,
          { sites: { [hosts[0] ?? '']: replica.origin }, allow_private: true },
        ]),
      ),
    },
  })
  secret = (await app.account()).secret
})
beforeEach(() => {
  replica.requestUrls.length = 0
  replica.respondWith(sends({ ...record, owner: person }))
})
afterAll(async () => {
  await app.close()
  await replica.close()
})

const lookUp = (name: string, query: string, more = '', init: RequestInit = {}) =>
  app.call(secret, `/v2/shop/item?provider=${name}&query=${query}${more}`, init)
const selectRows = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await app.database.pool.query<R>(sql, values)).rows
const remaining = async () =>
  ((await (await app.call(secret, '/v2/usage')).json()) as { remaining: number }).remaining

/** Retention per store in seconds: null means unlimited, 0 means never stored. */
const retentions = [
  { name: 'unkept', cache: 0, handed: 900, isStored: false },
  { name: 'hourly', cache: 3600, handed: 3600, isStored: false },
  { name: 'open', cache: null, handed: null, isStored: true },
]

test.each(retentions)('the cache stores a response of $name for $cache seconds', async ({ name, cache }) => {
  const ages: (string | null)[] = []
  await lookUp(name, 'cached')
  for (const later of [10, 3_580, 20]) {
    now += later * 1_000
    ages.push((await lookUp(name, 'cached', '&max_age=86400')).headers.get('age'))
  }
  expect(ages).toEqual([10, 3_590, 3_610].map((age) => (cache === null || age <= cache ? String(age) : null)))
})

const createJob = async (name: string) => {
  const accepted = (await (await lookUp(name, 'later', '&is_async=true')).json()) as { job_id: string }
  await app.call(secret, `/jobs/${accepted.job_id}?wait=10`)
  return accepted.job_id
}
const jobRead = async (id: string) => (await app.call(secret, `/jobs/${id}`)).json()
const createBatch = async (name: string) => {
  const body = JSON.stringify({ endpoint: '/v2/shop/item', inputs: [{ query: 'many', provider: name }] })
  const headers = { 'content-type': 'application/json' }
  const batch = (await (await app.call(secret, '/v2/batches', { method: 'POST', body, headers })).json()) as {
    batch_id: string
  }
  await app.call(secret, `/v2/batches/${batch.batch_id}?wait=10`)
  return batch.batch_id
}
const batchRead = async (id: string, format = 'json') =>
  (await app.call(secret, `/v2/batches/${id}/results?format=${format}`)).text()
const message = async (subject: { jobId: string | null; batchId: string | null }) => {
  const [account] = await selectRows<{ id: number }>('select id from accounts')
  return buildMessage(app.database.pool, 'd', {
    account_id: account?.id ?? 0,
    job_id: subject.jobId,
    batch_id: subject.batchId,
    watch_id: null,
    watch_event: null,
  })
}

test.each(retentions)(
  'a result of $name is available to its owner for $handed seconds',
  async ({ name, handed }) => {
    const [job, batch] = [await createJob(name), await createBatch(name)]
    expect(await jobRead(job)).toMatchObject({
      status: 'completed',
      provider: name,
      result: record,
      error: null,
    })
    expect(JSON.parse(await batchRead(batch))).toMatchObject({ items: [{ provider: name, result: record }] })
    expect(await message({ jobId: job, batchId: null })).toContain(record.name)
    const bounds = await selectRows(
      `select round(extract(epoch from result_until - finished))::integer as seconds from jobs where id = $1 or batch_id = $2`,
      [job, batch],
    )
    // Without a licence limit a job's result is stored for a day, a batch's as long as the batch.
    expect(bounds).toEqual([{ seconds: handed ?? 86_400 }, { seconds: handed }])
    const past = `set result_until = result_until - interval '2 hours'`
    await app.database.pool.query(`update jobs ${past} where id = $1 or batch_id = $2`, [job, batch])
    const gone = handed !== null
    const expected = gone ? { result: null, error: 'No longer kept' } : { result: record, error: null }
    expect(await jobRead(job)).toMatchObject({
      status: 'completed',
      status_code: 200,
      credits: 3,
      ...expected,
    })
    expect(JSON.parse(await batchRead(batch))).toMatchObject({
      items: [{ status: 'completed', ...expected }],
    })
    for (const content of [
      await batchRead(batch, 'csv'),
      await batchRead(batch, 'ndjson'),
      await message({ jobId: job, batchId: null }),
    ])
      expect(content?.includes(record.name)).toBe(!gone)
    expect(await message({ jobId: null, batchId: batch })).not.toContain(record.name)
    // The sweep also deletes results whose retention has ended.
    const { pool } = app.database
    await sweepJobs({ pool, finishJobs: async () => [], storage: { fold: async () => 0 }, resultHours: 24 })
    const texts = await selectRows('select result from jobs where id = $1 or batch_id = $2', [job, batch])
    const stored = gone ? null : JSON.stringify(record)
    expect(texts).toEqual([{ result: stored }, { result: stored }])
    expect(await jobRead(job)).toMatchObject(expected)
  },
)

test.each(retentions)(
  'a response of $name is replayed for its idempotency key for $handed seconds',
  async ({ name, handed }) => {
    const init = { headers: { 'idempotency-key': `key-${name}` } }
    const before = await remaining()
    await lookUp(name, 'once', '', init)
    expect((await lookUp(name, 'once', '', init)).headers.get('idempotent-replay')).toBe('true')
    const bounds = `select extract(epoch from body_until - at)::float8 as seconds from idempotency_keys where key = $1`
    const [bound] = await selectRows<{ seconds: number | null }>(bounds, [`key-${name}`])
    if (handed === null) expect(bound?.seconds).toBeNull()
    else expect(Math.abs((bound?.seconds ?? 0) - handed)).toBeLessThan(30)
    const past = `update idempotency_keys set body_until = body_until - interval '2 hours' where key = $1`
    await app.database.pool.query(past, [`key-${name}`])
    const { pool } = app.database
    const bodies = () =>
      selectRows<{ body: string }>('select body from idempotency_keys where key = $1', [`key-${name}`])
    for (const isSwept of [false, true]) {
      if (isSwept)
        await createIdempotency({ pool, bound: { added: () => {}, close: async () => {} } }).sweep()
      const replay = await lookUp(name, 'once', '', init)
      if (handed === null) expect(replay.status).toBe(200)
      else {
        expect([replay.status, replay.headers.get('x-error-reason')]).toEqual([
          409,
          'idempotency_result_gone',
        ])
        expect(replay.headers.get('x-credits-original')).toBe('3')
        expect(await replay.text()).toContain('is no longer stored')
      }
    }
    expect(await bodies()).toEqual([{ body: handed === null ? JSON.stringify(record) : '' }])
    // Charged once, whether or not the response was stored.
    expect(await remaining()).toBe(before - 3)
    expect(replica.requestUrls).toHaveLength(1)
  },
)

const filesIn = async (folder: string) => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return Promise.all(
    files
      .filter((file) => file.isFile() && file.name.endsWith('.page'))
      .map((file) => readFile(`${file.parentPath}/${file.name}`, 'utf8')),
  )
}

test.each(retentions)(
  'a response of $name is stored for diagnosis only when its licence allows it',
  async ({ name, isStored }) => {
    const home = `${app.dataDir}/diagnosis/shop_item/${name}`
    replica.respondWith(sends({ owner: person, price: 'unread' }))
    expect((await lookUp(name, 'changed')).headers.get('x-error-reason')).toBe('page_changed')
    // Pages are written one after the other: once a second file exists, the first is complete.
    const isWritten = async () => {
      await lookUp(name, 'changed')
      return (await readdir(home).catch(() => [])).filter((file) => file.endsWith('.json')).length > 1
    }
    await expect.poll(isWritten).toBe(true)
    const [first] = await filesIn(home)
    expect(first).toBe(isStored ? '{"price":"unread"}' : undefined)
    const rows = await selectRows('select 1 from final_responses where provider = $1', [name])
    expect(rows.length > 0).toBe(isStored)
  },
)

test('a redacted field is in no table and in no file', async () => {
  replica.respondWith(sends(`{"owner":"${person}","na`))
  await lookUp('open', 'cut-off')
  const tables = await selectRows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables) {
    const rows = await selectRows(`select row_to_json(t)::text as row from ${name} t`)
    expect(JSON.stringify(rows), name).not.toContain('Fernsby')
  }
  for (const file of await readdir(app.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(await readFile(`${file.parentPath}/${file.name}`, 'utf8'), file.name).not.toContain('Fernsby')
})

test('a job uses the provider that its caller named', async () => {
  const rows = await selectRows<{ provider: string }>('select distinct provider from jobs order by provider')
  expect(rows.map(({ provider: named }) => named)).toEqual(['hourly', 'open', 'unkept'])
})
