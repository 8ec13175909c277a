// The `require` parameter over HTTP: a record without a required field costs nothing, the next provider is called
// first, and jobs, batches, cache and idempotency keys follow the same rule. The last test applies it to the record of
// every endpoint.
import { sources } from '@quarry/sources'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getRecordFields } from '../../src/lookups/reading/record-fields.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

type CallOutcome = { status: number; credits: string | null; provider: string | null; reason: string | null }

const pickOutcome = ({ status, headers }: Response): CallOutcome => ({
  status,
  credits: headers.get('x-credits-used'),
  provider: headers.get('x-provider'),
  reason: headers.get('x-error-reason'),
})

describe('with several providers', () => {
  let site: Replica
  let goods: Replica
  let app: TestApp
  let secret: string

  beforeAll(async () => {
    ;[site, goods] = await Promise.all([startReplica(), startReplica()])
    app = await startApp({
      sources: [shop],
      file: {
        sources: {
          shop: { site: site.origin, allow_private: true, robots: false, providers: ['site', 'goods'] },
        },
        providers: {
          goods: {
            sites: { 'api.goods.test': goods.origin, 'www.goods.test': goods.origin },
            allow_private: true,
            price: 2,
          },
        },
      },
    })
  })
  beforeEach(async () => {
    ;({ secret } = await app.account({ statistics_enabled: true }))
    site.requestUrls.length = 0
    goods.requestUrls.length = 0
    site.respondWith(sends({ name: 'lamp' }))
    goods.respondWith(sends({ name: 'lamp', colour: 'amber' }))
  })
  afterAll(async () => {
    await app.close()
    for (const replica of [site, goods]) await replica.close()
  })

  const get = (more: string, init: RequestInit = {}, query = 'lamp') =>
    app.call(secret, `/v2/shop/item?query=${query}${more}`, init)
  const remaining = async () =>
    ((await (await app.call(secret, '/v2/usage')).json()) as { remaining: number }).remaining
  const ended = async (id: string) =>
    (await (await app.call(secret, `/jobs/${id}?wait=20`)).json()) as Record<string, unknown>

  test('a record without a required field is not billed, and the response names the field', async () => {
    const response = await get('&require=colour&provider=site')
    expect(pickOutcome(response)).toEqual({
      status: 422,
      credits: '0',
      provider: 'site',
      reason: 'fields_missing',
    })
    expect(await response.json()).toEqual({ error: 'Unprocessable: colour is missing' })
    expect(pickOutcome(await get('&require_any=colour&provider=site')).status).toBe(422)
    expect(pickOutcome(await get('&require=name&require_any=colour,name&provider=site'))).toMatchObject({
      status: 200,
      credits: '3',
    })
    expect(await remaining()).toBe(997)
    const { calls } = (await (await app.call(secret, '/v2/calls?limit=3')).json()) as {
      calls: Record<string, unknown>[]
    }
    expect(calls[2]).toMatchObject({
      recorded_status: 422,
      reason: 'fields_missing',
      credits: 0,
      provider: 'site',
      record_fields: '1/2',
      record_form: 'json',
    })
  })

  test('the next provider is called before 422, and charged at its own price', async () => {
    expect(pickOutcome(await get('&require=colour'))).toMatchObject({
      status: 200,
      credits: '2',
      provider: 'goods',
    })
    expect([site.requestUrls.length, goods.requestUrls.length]).toEqual([1, 1])
    goods.respondWith(sends({ name: 'lamp' }))
    expect(pickOutcome(await get('&require=colour'))).toMatchObject({ status: 422, provider: 'goods' })
  })

  test('an incomplete record takes precedence over a not-found or a failure of a later provider', async () => {
    for (const status of [404, 500]) {
      goods.respondWith(sends('', status))
      expect(pickOutcome(await get('&require=colour'))).toMatchObject({
        status: 422,
        credits: '0',
        provider: 'site',
      })
    }
    site.respondWith(sends('', 404))
    expect(pickOutcome(await get('&require=colour'))).toMatchObject({
      status: 404,
      credits: '3',
      provider: 'site',
    })
    expect(pickOutcome(await get('&require=colour&soft_fail=true'))).toMatchObject({
      status: 200,
      credits: '3',
    })
    site.respondWith(sends({ name: 'lamp' }))
    expect(pickOutcome(await get('&require=colour&soft_fail=true')).status).toBe(422)
    expect(await remaining()).toBe(994)
  })

  test('an unknown name is 400 before any provider is called', async () => {
    const response = await get('&require=color')
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'Bad Request: require names color, which is not a field of the record: the nearest is colour',
    })
    expect(site.requestUrls).toEqual([])
    expect(await remaining()).toBe(1000)
  })

  test("a cached record without a required field is a miss; another provider's record may have it", async () => {
    const cached = (more: string) => get(`&max_age=60${more}`, {}, 'shade')
    await cached('')
    expect(site.requestUrls).toHaveLength(1)
    expect((await cached('&require=name')).headers.get('age')).not.toBeNull()
    expect(site.requestUrls).toHaveLength(1)
    expect(pickOutcome(await cached('&require=colour')).provider).toBe('goods')
    expect([site.requestUrls.length, goods.requestUrls.length]).toEqual([2, 1])
    const hit = await cached('&require=colour')
    expect([pickOutcome(hit).provider, hit.headers.get('age') === null]).toEqual(['goods', false])
    expect([site.requestUrls.length, goods.requestUrls.length]).toEqual([2, 1])
  })

  test('equal lookups share a fetch, even if their requirements differ', async () => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    site.respondWith(async (request, response) => {
      await released
      sends({ name: 'lamp' })(request, response)
    })
    const calls = ['', '&require=name', '&require=colour'].map((more) => get(`${more}&provider=site`))
    await expect.poll(() => site.requestUrls.length).toBe(1)
    // The other two calls have arrived once their holds exist.
    await expect.poll(remaining).toBe(991)
    release()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 422])
    expect(site.requestUrls).toHaveLength(1)
    expect(await remaining()).toBe(994)
  })

  test('an Idempotency-Key can be used again', async () => {
    const headers = { 'idempotency-key': 'a' }
    expect((await get('&require=colour&provider=site', { headers })).status).toBe(422)
    site.respondWith(sends({ name: 'lamp', colour: 'red' }))
    const response = await get('&require=colour&provider=site', { headers })
    expect([response.status, response.headers.get('idempotent-replay')]).toEqual([200, null])
  })

  test('in a job it fails with 422 and releases its hold', async () => {
    const accept = async (more: string) =>
      ((await (await get(`&is_async=true${more}`)).json()) as { job_id: string }).job_id
    const [incomplete, other] = [
      await accept('&require=colour&provider=site'),
      await accept('&require=colour'),
    ]
    expect(await ended(incomplete)).toMatchObject({
      status: 'failed',
      status_code: 422,
      credits: 0,
      result: null,
      error: 'Unprocessable: colour is missing',
      provider: 'site',
      record_fields: '1/2',
    })
    expect(await ended(other)).toMatchObject({ status: 'completed', provider: 'goods', credits: 2 })
    expect(await remaining()).toBe(998)
  })

  test('in a batch each input has its own requirements', async () => {
    const post = (inputs: object[]) =>
      app.call(secret, '/v2/batches', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint: '/v2/shop/item', inputs }),
      })
    const refused = await post([{ query: 'lamp' }, { query: 'lamp', require: 'color' }])
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('inputs[1].require names color')
    const accepted = await post([
      { query: 'lamp', require: 'colour', provider: 'site' },
      { query: 'lamp', require_any: 'name,colour', provider: 'site' },
    ])
    const { batch_id: id } = (await accepted.json()) as { batch_id: string }
    await app.call(secret, `/v2/batches/${id}?wait=20`)
    const { items } = (await (await app.call(secret, `/v2/batches/${id}/results`)).json()) as {
      items: Record<string, unknown>[]
    }
    expect(items).toMatchObject([
      { status: 'failed', status_code: 422, credits: 0, reason: 'fields_missing', record_form: 'json' },
      { status: 'completed', credits: 3, record_fields: '1/2', record_form: 'json' },
    ])
    const csv = await (await app.call(secret, `/v2/batches/${id}/results?format=csv`)).text()
    expect(csv.split('\n')[0]).toContain('record_fields,record_form')
    expect(csv.split('\n')[2]).toContain('1/2,json')
    expect(await remaining()).toBe(997)
  })

  test('health counts it as a success', async () => {
    for (let call = 0; call < 12; call += 1) await get('&require=colour&provider=site')
    const { endpoints } = (await (await app.call(null, '/status.json')).json()) as {
      endpoints: { path: string; status: string }[]
    }
    expect(endpoints[0]).toMatchObject({ status: 'operational' })
    expect(pickOutcome(await get('&provider=site')).status).toBe(200)
  })

  test('statistics show how complete records were, by provider and form', async () => {
    await get('&provider=site')
    await get('&provider=site&require=colour')
    await get('&provider=goods')
    const series = async (groups: string) => {
      const response = await app.call(secret, `/v2/statistics?group_by=${groups}`)
      return ((await response.json()) as { series: Record<string, unknown>[] }).series
    }
    expect(await series('provider,form')).toMatchObject([
      { provider: 'goods', form: 'goods', calls: 1, fields_share: 1 },
      { provider: 'site', form: 'json', calls: 2, fields_share: 0.5 },
    ])
    expect(await series('endpoint')).toMatchObject([{ endpoint: '/v2/shop/item', fields_share: 0.6667 }])
    expect(await series('day')).toMatchObject([{ fields_share: 0.6667 }])
  })
})

// A second implementation, written from the documentation alone.
const hasValue = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  !(typeof value === 'object' && Object.keys(value).length === 0)
const valuesAt = (value: unknown, steps: readonly string[]): unknown[] => {
  if (Array.isArray(value) && steps.length > 0) return value.flatMap((item) => valuesAt(item, steps))
  const [step, ...rest] = steps
  if (step === undefined) return [value]
  return value === null || value === undefined ? [] : valuesAt((value as Record<string, unknown>)[step], rest)
}
const has = (item: unknown, name: string): boolean => valuesAt(item, name.split('.')).some(hasValue)
const findItems = (record: unknown): unknown[] | null => {
  if (Array.isArray(record)) return record
  const { results, ads, organic_results: organic } = record as Record<string, unknown>
  const list = results ?? ads ?? organic
  return Array.isArray(list) ? list : null
}

describe('over every endpoint', () => {
  let app: TestApp
  let secret: string
  beforeAll(async () => {
    app = await startApp({ limits: { fieldsMissingPerMinute: null } })
    ;({ secret } = await app.account({ bonus_credits: 1_000_000, rate_limit: null }))
  })
  afterAll(() => app.close())

  test.each(sources.flatMap((source) => source.endpoints))('$path', async (endpoint) => {
    const lookUp = async (options: Record<string, string>) => {
      const params = Object.entries({ ...endpoint.example, ...options, max_age: 3600 })
      const query = new URLSearchParams(
        params.map(([name, value]): [string, string] => [name, String(value)]),
      )
      return endpoint.method === 'GET'
        ? app.call(secret, `${endpoint.path}?${query}`)
        : app.call(secret, endpoint.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ...endpoint.example, ...options, max_age: 3600 }),
          })
    }
    const record: unknown = await (await lookUp({})).json()
    const items = findItems(record)
    const names = [...getRecordFields(endpoint.record).names]
    const meets = (all: string[], any: string[]) =>
      (items ?? [record]).every((item) => all.every((name) => has(item, name))) &&
      (any.length === 0 || (items ?? [record]).some((item) => any.some((name) => has(item, name))))
    const there = names.filter((name) => meets([name], []))
    const missing = names.filter((name) => !meets([name], []))
    const some = fc.subarray(names, { maxLength: Math.min(3, names.length) })
    const requirements = fc.tuple(
      fc.oneof(fc.subarray(there, { maxLength: Math.min(4, there.length) }), some),
      some,
    )
    const check = async (all: string[], any: string[]) => {
      const response = await lookUp({
        ...(all.length > 0 ? { require: all.join(',') } : {}),
        ...(any.length > 0 ? { require_any: any.join(',') } : {}),
      })
      const isMet = meets(all, any)
      expect(pickOutcome(response)).toMatchObject(
        isMet
          ? { status: 200, credits: String(endpoint.credits) }
          : { status: 422, credits: '0', reason: 'fields_missing' },
      )
      const { error } = (isMet ? {} : await response.json()) as { error?: string }
      const named = all.filter((name) => !meets([name], []))
      for (const name of named) expect(error).toContain(name)
    }
    // As many names as are allowed at once.
    const most = there.slice(0, 100)
    while (most.join(',').length > 1000) most.pop()
    await check(most, [])
    for (const name of missing.slice(0, 1)) await check([name], [])
    await fc.assert(
      fc.asyncProperty(requirements, ([all, any]) => check(all, any)),
      { numRuns: 5, seed: 14 },
    )
  })

  test('a raw page cannot have required fields', async () => {
    const raw = sources
      .flatMap((source) => source.endpoints)
      .find(({ params }) => Object.hasOwn(params.properties, 'return_page_source'))
    const params = {
      ...(raw?.example as Record<string, string>),
      return_page_source: 'true',
      require_any: '',
    }
    for (const option of ['require', 'require_any']) {
      const [name = ''] = getRecordFields(raw?.record ?? {}).names
      const query = new URLSearchParams({ ...params, [option]: name })
      const response = await app.call(secret, `${raw?.path}?${query}`)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(
        `Bad Request: ${option} cannot be combined with return_page_source`,
      )
    }
  })
})
