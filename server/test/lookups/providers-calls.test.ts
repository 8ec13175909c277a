// Which provider a call uses: the configured ones in order, the next after a failure and never after a not-found,
// each at its own price; and what callers, operators and the log see of it.
import { readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

const key = 'secret-key-of-keyed-4711'
let site: Replica
let goods: Replica
let keyed: Replica
let app: TestApp
let secret: string

const start = async (file: object = {}, limits = {}) => {
  app = await startApp({
    sources: [shop],
    env: { KEYED_API_KEY: key },
    file: {
      sources: {
        shop: {
          site: site.origin,
          allow_private: true,
          robots: false,
          providers: ['site', 'goods', 'keyed'],
        },
      },
      providers: {
        goods: {
          sites: { 'api.goods.test': goods.origin, 'www.goods.test': goods.origin },
          allow_private: true,
          price: 2,
        },
        keyed: {
          sites: { 'api.keyed.test': keyed.origin },
          allow_private: true,
          price: { '/v2/shop/item': 5 },
        },
      },
      ...file,
    },
    limits,
  })
  secret = (await app.account()).secret
}

beforeEach(async () => {
  ;[site, goods, keyed] = await Promise.all([startReplica(), startReplica(), startReplica()])
})
afterEach(async () => {
  await app.close()
  for (const replica of [site, goods, keyed]) await replica.close()
})

const get = (query: string, more = '') => app.call(secret, `/v2/shop/item?query=${query}${more}`)
const pickOutcome = (response: Response) => ({
  status: response.status,
  provider: response.headers.get('x-provider'),
  credits: response.headers.get('x-credits-used'),
})
const usage = async () => {
  const response = await app.call(secret, '/v2/usage')
  return (await response.json()) as { remaining: number }
}
const lastCall = async () => {
  const { calls } = (await (await app.admin('/admin/calls?limit=1')).json()) as {
    calls: Record<string, unknown>[]
  }
  return calls[0]
}

test('the first provider is called, and the response names it', async () => {
  await start()
  site.respondWith(sends({ name: 'lamp' }))
  const response = await get('lamp')
  expect(pickOutcome(response)).toEqual({ status: 200, provider: 'site', credits: '3' })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-provider-source': `${site.origin}/items/lamp`,
    'x-record-form': 'json',
    'x-record-fields': '1/2',
  })
  expect(response.headers.get('x-provider-licence')).toBeNull()
  expect(await lastCall()).toMatchObject({ provider: 'site', credits: 3 })
  expect([goods.requestUrls, keyed.requestUrls]).toEqual([[], []])
})

test('after a failure the next provider is called, and charged at its own price', async () => {
  await start()
  site.respondWith(sends('', 500))
  goods.respondWith(sends({ name: 'lamp', colour: 'amber' }))
  const response = await get('lamp')
  expect(pickOutcome(response)).toEqual({ status: 200, provider: 'goods', credits: '2' })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-provider-licence': 'ODbL-1.0',
    'x-provider-source': 'https://www.goods.test/item/lamp',
    'x-record-form': 'goods',
    'x-record-fields': '2/2',
    'x-credits-remaining': '998',
  })
  expect(goods.requestUrls).toEqual(['/v1/lamp'])
  expect(await lastCall()).toMatchObject({ provider: 'goods', credits: 2 })
  goods.respondWith(sends('<html>', 200))
  keyed.respondWith(sends({ name: 'lamp' }))
  expect(pickOutcome(await get('lamp'))).toEqual({ status: 200, provider: 'keyed', credits: '5' })
})

test("a not-found is a result: no other provider is called, and it costs that provider's price", async () => {
  await start()
  site.respondWith(sends('', 404))
  goods.respondWith(sends({ name: 'lamp' }))
  expect(pickOutcome(await get('lamp'))).toEqual({ status: 404, provider: 'site', credits: '3' })
  site.respondWith(sends('', 500))
  goods.respondWith(sends('', 404))
  expect(pickOutcome(await get('lamp'))).toEqual({ status: 404, provider: 'goods', credits: '2' })
  expect(keyed.requestUrls).toEqual([])
})

test('when all providers fail, the call costs nothing and has the reason of the last', async () => {
  await start()
  site.respondWith(sends('', 500))
  goods.respondWith(sends('{', 200))
  keyed.respondWith(sends('', 429, { 'retry-after': '77' }))
  const response = await get('lamp')
  expect(pickOutcome(response)).toEqual({ status: 500, provider: 'keyed', credits: '0' })
  expect(response.headers.get('x-error-reason')).toBe('upstream_paced')
  expect(response.headers.get('retry-after')).toBe('77')
  expect((await usage()).remaining).toBe(1000)
})

test('a caller can choose one provider, but only a configured one', async () => {
  await start()
  goods.respondWith(sends({ name: 'lamp' }))
  expect(pickOutcome(await get('lamp', '&provider=goods'))).toEqual({
    status: 200,
    provider: 'goods',
    credits: '2',
  })
  expect(site.requestUrls).toEqual([])
  const refused = await get('lamp', '&provider=sandbox')
  expect([refused.status, await refused.text()]).toEqual([
    400,
    '{"error":"Bad Request: provider must be one of site, goods, keyed"}',
  ])
  const unserved = await get('unserved', '&provider=keyed')
  expect(await unserved.text()).toBe('{"error":"Bad Request: query is not known to keyed by this name"}')
  expect((await usage()).remaining).toBe(998)
})

test('URLs of every configured provider are accepted, and no others', async () => {
  await start()
  goods.respondWith(sends({ name: 'lamp' }))
  site.respondWith(sends({ name: 'lamp' }))
  expect((await get(encodeURIComponent('https://fr.goods.test/item/lamp'))).status).toBe(200)
  expect(site.requestUrls).toEqual(['/items/lamp'])
  for (const [address, message] of [
    ['https://fr.goods.test/shelf/lamp', 'query must be the URL of an item (/item/<name>)'],
    ['https://evilgoods.test/item/lamp', 'query must be an address on *.goods.test'],
  ])
    expect(await (await get(encodeURIComponent(address ?? ''))).text()).toBe(
      `{"error":"Bad Request: ${message}"}`,
    )
})

test('a slow provider leaves half of the time to the next', async () => {
  await start({}, { upstreamTotalMs: 10_000 })
  site.respondWith(() => {})
  goods.respondWith(sends({ name: 'lamp' }))
  expect(pickOutcome(await get('lamp'))).toMatchObject({ status: 200, provider: 'goods' })
})

test('records are cached per provider, as long as its licence allows', async () => {
  await start()
  site.respondWith(sends('', 500))
  goods.respondWith(sends({ name: 'lamp' }))
  await get('lamp', '&max_age=60')
  goods.respondWith(sends('', 500))
  const again = await get('lamp', '&max_age=60')
  expect(pickOutcome(again)).toEqual({ status: 200, provider: 'goods', credits: '2' })
  expect(again.headers.get('age')).toBe('0')
  expect(again.headers.get('x-provider-source')).toBe('https://www.goods.test/item/lamp')
  keyed.respondWith(sends({ name: 'lamp' }))
  for (let times = 0; times < 2; times += 1)
    expect((await get('lamp', '&max_age=60&provider=keyed')).headers.get('age')).toBeNull()
  expect(keyed.requestUrls).toHaveLength(2)
})

test('a cached record of a free provider is free and logged, also if another provider has a price', async () => {
  await start({
    providers: {
      goods: {
        sites: { 'api.goods.test': goods.origin, 'www.goods.test': goods.origin },
        allow_private: true,
        price: 0,
      },
      keyed: { sites: { 'api.keyed.test': keyed.origin }, allow_private: true, price: 5 },
    },
  })
  site.respondWith(sends('', 500))
  goods.respondWith(sends({ name: 'lamp' }))
  const fetched = await get('lamp', '&max_age=60')
  expect(pickOutcome(fetched)).toEqual({ status: 200, provider: 'goods', credits: '0' })
  const cached = await get('lamp', '&max_age=60')
  expect(pickOutcome(cached)).toEqual({ status: 200, provider: 'goods', credits: '0' })
  expect(cached.headers.get('age')).toBe('0')
  expect(await lastCall()).toMatchObject({ recorded_status: 200, provider: 'goods', credits: 0 })
  const headers = { 'idempotency-key': 'free' }
  const idempotent = await app.call(secret, '/v2/shop/item?query=lamp&max_age=60', { headers })
  expect(pickOutcome(idempotent)).toEqual({ status: 200, provider: 'goods', credits: '0' })
  expect((await usage()).remaining).toBe(1000)
  const { secret: poor } = await app.account({ bonus_credits: 0 })
  expect(pickOutcome(await app.call(poor, '/v2/shop/item?query=lamp&max_age=60'))).toMatchObject({
    status: 200,
  })
})

test("a provider's key is sent to that provider only", async () => {
  await start()
  keyed.respondWith(sends('no item'))
  await get('lamp', '&provider=keyed')
  keyed.respondWith(sends('', 302, { location: '/elsewhere?q=1' }))
  await get('lamp', '&provider=keyed')
  expect(keyed.requestUrls[0]).toBe(`/find?q=lamp&apikey=${key}`)
  const job = await (await get('lamp', '&provider=keyed&is_async=true')).json()
  await app.call(secret, `/jobs/${(job as { job_id: string }).job_id}?wait=5`)
  const metrics = await (await app.admin('/metrics')).text()
  const state = await (await app.admin('/admin/providers')).text()
  const openApi = await (await app.call(null, '/openapi.json')).text()
  for (const text of [app.logged.join('\n'), metrics, state, openApi]) expect(text).not.toContain(key)
  for (const file of await readdir(app.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(await readFile(`${file.parentPath}/${file.name}`, 'utf8'), file.name).not.toContain(key)
  const { rows } = await app.database.pool.query('select row_to_json(j)::text as job from jobs j')
  expect(JSON.stringify(rows)).not.toContain(key)
})

test('jobs, batches and replays name the provider of their record', async () => {
  await start()
  // An unreadable page and not an error status: all three share one host here, whose breaker must stay closed.
  site.respondWith(sends('<html>'))
  goods.respondWith(sends({ name: 'lamp' }))
  const from = {
    provider: 'goods',
    provider_licence: 'ODbL-1.0',
    provider_source: 'https://www.goods.test/item/lamp',
    record_fields: '1/2',
    record_form: 'goods',
  }
  const { job_id } = (await (await get('lamp', '&is_async=true')).json()) as { job_id: string }
  const job = await (await app.call(secret, `/jobs/${job_id}?wait=10`)).json()
  expect(job).toMatchObject({ status: 'completed', credits: 2, ...from })
  const body = JSON.stringify({
    endpoint: '/v2/shop/item',
    inputs: [{ query: 'lamp' }, { query: 'lamp', provider: 'goods' }],
  })
  const created = await app.call(secret, '/v2/batches', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { batch_id } = (await created.json()) as { batch_id: string }
  await app.call(secret, `/v2/batches/${batch_id}?wait=10`)
  const results = await (await app.call(secret, `/v2/batches/${batch_id}/results`)).json()
  expect(results).toMatchObject({ items: [from, from] })
  // The second input called goods only.
  expect(site.requestUrls).toHaveLength(2)
  const csv = await (await app.call(secret, `/v2/batches/${batch_id}/results?format=csv`)).text()
  expect(csv.split('\n')[0]).toContain('provider,provider_licence,provider_source,record_fields,record_form')
  const twice = { headers: { 'idempotency-key': 'once' } }
  await app.call(secret, '/v2/shop/item?query=lamp', twice)
  const replay = await app.call(secret, '/v2/shop/item?query=lamp', twice)
  expect(Object.fromEntries(replay.headers)).toMatchObject({
    'idempotent-replay': 'true',
    'x-credits-used': '0',
    'x-credits-original': '2',
    'x-provider': 'goods',
    'x-record-form': 'goods',
  })
})

test('redirects of an upstream API are followed on its own hosts only', async () => {
  await start()
  goods.respondWith((request, response) =>
    request.url === '/v1/lamp'
      ? sends('', 302, { location: 'https://www.goods.test/moved' })(request, response)
      : sends({ name: 'lamp' })(request, response),
  )
  expect((await get('lamp', '&provider=goods')).status).toBe(200)
  expect(goods.requestUrls).toEqual(['/v1/lamp', '/moved'])
  goods.respondWith(sends('', 302, { location: 'https://elsewhere.test/lamp' }))
  expect((await get('lamp', '&provider=goods')).headers.get('x-error-reason')).toBe('upstream_failed')
})

test('the old name `pace` of a rate limit still works and logs a warning', async () => {
  await start({
    providers: {
      goods: { sites: { 'api.goods.test': goods.origin }, allow_private: true, pace: { per_minute: 1 } },
    },
  })
  expect(app.logged.join()).toContain('providers.goods.pace is the old name of a setting')
  goods.respondWith(sends({ name: 'lamp' }))
  expect((await get('lamp', '&provider=goods')).status).toBe(200)
  const refused = await get('lamp', '&provider=goods')
  expect(refused.headers.get('x-error-reason')).toBe('upstream_paced')
})

test('the operator sees which providers are called, how they do, and what is left of their rate limits', async () => {
  await start({
    providers: {
      goods: {
        sites: { 'api.goods.test': goods.origin, 'www.goods.test': goods.origin },
        allow_private: true,
        rate_limit: { per_minute: 2, per_month: 1000 },
      },
      keyed: { sites: { 'api.keyed.test': keyed.origin }, allow_private: true },
    },
  })
  goods.respondWith(sends({ name: 'lamp' }))
  expect(pickOutcome(await get('lamp', '&provider=goods'))).toMatchObject({ status: 200, credits: '3' })
  await get('lamp', '&provider=goods')
  const refused = await get('lamp', '&provider=goods')
  expect(refused.headers.get('x-error-reason')).toBe('upstream_paced')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
  expect(goods.requestUrls).toHaveLength(2)
  const { providers } = (await (await app.admin('/admin/providers')).json()) as {
    providers: Record<string, unknown>[]
  }
  expect(providers.map(({ name }) => name)).toEqual(['site', 'goods', 'keyed'])
  expect(providers[1]).toMatchObject({
    licence: 'ODbL-1.0',
    pace_left: { second: null, minute: 0, day: null, month: 998 },
    endpoints: [{ path: '/v2/shop/item', place: 2, price: 3, recent_calls: 3, failure_share: 0.333 }],
  })
})

test('without configuration records come from the sandbox, and the response says so', async () => {
  await start({ sources: {}, providers: {} })
  const response = await get('lamp')
  expect(pickOutcome(response)).toEqual({ status: 200, provider: 'sandbox', credits: '3' })
  expect(await response.json()).toEqual({ name: 'pretend', colour: null })
  expect([site.requestUrls, goods.requestUrls, keyed.requestUrls]).toEqual([[], [], []])
})
