// The drift alarm of a whole server: a field that disappears from a site's pages raises an alarm that is public
// without caller data, is sent to the operator, is shared by all servers, survives a restart, and ends when the field
// is back.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signBody } from '../../src/fetching/deliver.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

const secret = 'an-alert-secret-of-ours'
const posted: { type: string; body: string; signature: string; message: Record<string, unknown> }[] = []
let [site, receiver]: Replica[] = []
let app: TestApp
let other: TestApp
let keys: string[]
let hasColour = true
/** A thousand calls, possibly on a busy machine. */
vi.setConfig({ testTimeout: 240_000 })

const options = () => ({
  sources: [shop],
  file: {
    sources: { shop: { site: site?.origin, allow_private: true, robots: false } },
    webhooks: { allow_private: true },
    alerts: { webhook: `${receiver?.origin}/alerts`, secret },
  },
})

beforeAll(async () => {
  ;[site, receiver] = [await startReplica(), await startReplica()]
  // Some subjects never had the field.
  site.respondWith((request, response) => {
    const name = request.url?.split('/').at(-1) ?? ''
    sends({ name, ...(hasColour && !name.endsWith('7') ? { colour: 'amber' } : {}) })(request, response)
  })
  receiver.respondWith((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const message = JSON.parse(body)
      posted.push({
        type: message.type,
        body,
        signature: String(request.headers['quarry-signature']),
        message,
      })
      response.end()
    })
  })
  app = await startApp(options())
  other = await startApp({ ...options(), database: app.database })
  keys = await Promise.all([1, 2, 3].map(async () => (await app.account({ bonus_credits: 100_000 })).secret))
})
afterAll(async () => {
  await other.close()
  await app.close()
  await site?.close()
  await receiver?.close()
})

/** Calls of three accounts for 20 subjects, half of them on each server; returns their request ids. */
async function calls(count: number): Promise<string[]> {
  const ids: string[] = []
  let next = 0
  const caller = async (key: string) => {
    for (let n = next++; n < count; n = next++) {
      const result = await (n % 2 === 0 ? app : other).call(key, `/v2/shop/item?query=thing${(n * 7) % 20}`)
      expect(result.status).toBe(200)
      ids.push(result.headers.get('x-request-id') ?? '')
    }
  }
  await Promise.all([...keys, ...keys].map(caller))
  return ids
}
type Shown = { endpoints: { path: string; status: string; alarms: Record<string, unknown>[] }[] }
const shown = async (of: TestApp, path: string) => {
  const { endpoints } = (await (await of.call(null, path)).json()) as Shown
  return endpoints[0]
}

test('a field that disappears from pages is detected within 100 calls, by all servers, and no other field is', async () => {
  await calls(500)
  for (const path of ['/status.json', '/v2/status'])
    expect(await shown(app, path)).toMatchObject({ status: 'operational', alarms: [] })
  hasColour = false
  const ids = await calls(100)
  for (const of of [app, other])
    for (const path of ['/status.json', '/v2/status'])
      await eventually(async () => {
        const endpoint = await shown(of, path)
        expect(endpoint).toMatchObject({ path: '/v2/shop/item', status: 'degraded' })
        expect(endpoint?.alarms).toEqual([
          {
            provider: 'site',
            form: 'json',
            field: 'colour',
            kind: 'presence',
            since: expect.stringMatching(/^\d{4}-.*Z$/),
            baseline: expect.closeTo(0.9, 1),
            now: expect.any(Number),
          },
        ])
      })
  const result = await app.call(keys[0] ?? '', '/v2/shop/item?query=thing1')
  expect(result.headers.get('x-source-status')).toBe('degraded')
  expect(await (await app.call(null, '/status')).text()).toMatch(
    /colour is missing more often than before[\s\S]*Ongoing/,
  )

  const { providers } = (await (await app.admin('/admin/providers')).json()) as {
    providers: { endpoints: { status: string; alarms: { field: string; examples: string[] }[] }[] }[]
  }
  const [seen] = providers[0]?.endpoints ?? []
  expect(seen).toMatchObject({ status: 'degraded', alarms: [{ field: 'colour' }] })
  const examples = seen?.alarms[0]?.examples ?? []
  expect(examples).toHaveLength(5)
  for (const example of examples) expect(ids).toContain(example)
  expect(await (await other.admin('/metrics')).text()).toContain(
    'quarry_drift_alarms{endpoint="/v2/shop/item",provider="site",form="json",field="colour",kind="presence"} 1',
  )
})

test('the operator gets one log line and one signed message', async () => {
  await eventually(() => expect(posted).toHaveLength(1))
  const [alert] = posted
  expect(alert?.message).toMatchObject({
    type: 'alarm.begun',
    endpoint: '/v2/shop/item',
    field: 'colour',
    kind: 'presence',
  })
  expect(alert?.message.examples).toHaveLength(5)
  const seconds = Number(/^t=(\d+)/.exec(alert?.signature ?? '')?.[1])
  expect(alert?.signature).toBe(signBody([secret], seconds, alert?.body ?? ''))
  const lines = [...app.logged, ...other.logged].filter((line) => line.includes('Drift alarm began'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"field":"colour"')
  expect([...app.logged, ...other.logged].join()).not.toContain(secret)
})

test('a server that starts later knows the alarm, and it ends when the field is back', async () => {
  const third = await startApp({ ...options(), database: app.database })
  expect(await shown(third, '/status.json')).toMatchObject({
    status: 'degraded',
    alarms: [{ field: 'colour' }],
  })
  await third.close()
  hasColour = true
  await calls(400)
  for (const of of [app, other])
    await eventually(async () =>
      expect(await shown(of, '/status.json')).toMatchObject({ status: 'operational', alarms: [] }),
    )
  await eventually(() => expect(posted.map(({ type }) => type)).toEqual(['alarm.begun', 'alarm.ended']))
  // It stays on the status page for a while.
  await eventually(async () => {
    const [ended] = ((await shown(app, '/v2/status')) as unknown as { incidents: object[] }).incidents
    expect(ended).toEqual({
      provider: 'site',
      form: 'json',
      field: 'colour',
      kind: 'presence',
      since: expect.any(String),
      until: expect.any(String),
    })
  })
  const page = await (await app.call(null, '/status')).text()
  expect(page).toContain('colour is missing more often than before')
  expect(page).not.toContain('Ongoing')
})
