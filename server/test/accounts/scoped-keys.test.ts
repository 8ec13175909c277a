// What a key sees of its account: a key with scopes only what it did itself; a key without scopes, or with the manage
// permission, what any key did. Jobs of other keys are 404 for a scoped key.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath, readJobId, requestJob, waitForEnd, waitUntil } from '../support/jobs.ts'

type Json = Record<string, unknown>
/** The ids of everything that a key did. */
type Activity = { job: string; batch: string; item: string; call: string; deliveries: string[] }

let app: TestApp
/** Accepts jobs and runs none. */
let idle: TestApp
let receiver: Server
beforeAll(async () => {
  app = await startApp({ config: { webhooks: { allowPrivate: true } } })
  idle = await startApp({ config: { role: 'api' } })
  receiver = createServer((_request, response) => void response.end())
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await app.close()
  await idle.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const read = async (secret: string, path: string): Promise<Json> =>
  (await (await app.call(secret, path)).json()) as Json
const listed = async (secret: string, path: string, name: string, id: string): Promise<unknown[]> =>
  ((await read(secret, path))[name] as Json[]).map((row) => row[id])
const createKey = async (on: TestApp, slug: string, key: Json): Promise<string> => {
  const made = await on.admin(`/admin/accounts/${slug}/keys`, { method: 'POST', body: JSON.stringify(key) })
  expect(made.status).toBe(201)
  return ((await made.json()) as { secret: string }).secret
}
const post = async (on: TestApp, secret: string, body: Json): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const response = await on.call(secret, '/v2/batches', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { batch_id: string }).batch_id
}
const listDeliveries = (secret: string) =>
  listed(secret, '/v2/webhooks/deliveries', 'deliveries', 'delivery_id') as Promise<string[]>

async function work(secret: string, seen: number): Promise<Activity> {
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const call = await app.call(secret, `${eventPath}?query=1000000000017`)
  const job = await readJobId(await requestJob(app, secret, undefined, `&webhook=${webhook}`))
  await waitForEnd(app, secret, job)
  const batch = await post(app, secret, {
    endpoint: eventPath,
    inputs: [{ query: '1000000000017' }],
    webhook,
  })
  await waitUntil(async () => (await read(secret, `/v2/batches/${batch}?wait=30`)).status === 'completed')
  const results = (await read(secret, `/v2/batches/${batch}/results`)) as { items: { job_id: string }[] }
  await waitUntil(async () => (await listDeliveries(secret)).length === seen + 2)
  return {
    job,
    batch,
    item: results.items[0]?.job_id ?? '',
    call: call.headers.get('x-request-id') ?? '',
    deliveries: (await listDeliveries(secret)).slice(0, 2),
  }
}

const reads = ({ job, batch, item, call, deliveries }: Activity): string[] => [
  `/jobs/${job}`,
  `/jobs/${item}`,
  `/v2/batches/${batch}`,
  `/v2/batches/${batch}?wait=1`,
  `/v2/batches/${batch}/results`,
  `/v2/calls/${call}`,
  `/v2/calls/${job}`,
  ...deliveries.map((id) => `/v2/webhooks/deliveries/${id}`),
]

test('a key with scopes sees what it did; one without scopes or with manage sees the whole account', async () => {
  const { slug, secret: whole } = await app.account({ statistics_enabled: true })
  await app.admin(`/admin/accounts/${slug}/webhook_secret`, { method: 'POST' })
  const narrow = await createKey(app, slug, { alias: 'narrow', scopes: ['ticketing'] })
  const other = await createKey(app, slug, { alias: 'other', scopes: ['ticketing'] })
  const manager = await createKey(app, slug, {
    alias: 'manager',
    scopes: ['ticketing'],
    permissions: ['manage'],
  })
  const ofWhole = await work(whole, 0)
  const ofNarrow = await work(narrow, 0)

  for (const path of reads(ofWhole)) {
    expect([path, (await app.call(narrow, path)).status]).toEqual([path, 404])
    for (const secret of [whole, manager])
      expect([path, (await app.call(secret, path)).status]).toEqual([path, 200])
  }
  for (const path of reads(ofNarrow)) {
    expect([path, (await app.call(other, path)).status]).toEqual([path, 404])
    for (const secret of [narrow, whole, manager])
      expect([path, (await app.call(secret, path)).status]).toEqual([path, 200])
  }

  const lists: [string, string, string, (activity: Activity) => string[]][] = [
    ['/v2/jobs', 'jobs', 'job_id', ({ job }) => [job]],
    ['/v2/batches', 'batches', 'batch_id', ({ batch }) => [batch]],
    ['/v2/webhooks/deliveries', 'deliveries', 'delivery_id', ({ deliveries }) => deliveries],
  ]
  for (const [path, name, id, of] of lists) {
    expect(await listed(narrow, path, name, id)).toEqual(of(ofNarrow))
    expect(await listed(other, path, name, id)).toEqual([])
    for (const secret of [whole, manager])
      expect(await listed(secret, path, name, id)).toEqual([...of(ofNarrow), ...of(ofWhole)])
  }
  const keysIn = async (secret: string) => new Set(await listed(secret, '/v2/calls', 'calls', 'key_id'))
  expect((await keysIn(narrow)).size).toBe(1)
  expect((await keysIn(manager)).size).toBe(2)
  expect(await listed(narrow, '/v2/statistics?group_by=key', 'series', 'key')).toEqual(['narrow'])
  expect(await listed(manager, '/v2/statistics?group_by=key,hour', 'series', 'key')).toEqual([
    'main',
    'narrow',
  ])
})

test('a key with scopes cannot cancel or redeliver for another key', async () => {
  const { slug, secret: whole } = await idle.account()
  const narrow = await createKey(idle, slug, { alias: 'narrow', scopes: ['ticketing'] })
  const job = await readJobId(await requestJob(idle, whole))
  const batch = await post(idle, whole, { endpoint: eventPath, inputs: [{ query: '1000000000017' }] })
  const cancel = (secret: string, path: string) => idle.call(secret, path, { method: 'DELETE' })
  for (const path of [`/jobs/${job}`, `/v2/batches/${batch}`]) {
    expect((await cancel(narrow, path)).status).toBe(404)
    expect((await cancel(whole, path)).status).toBe(200)
  }
  const { secret, slug: worked } = await app.account()
  await app.admin(`/admin/accounts/${worked}/webhook_secret`, { method: 'POST' })
  const { deliveries } = await work(secret, 0)
  const scopedKey = await createKey(app, worked, { alias: 'narrow', scopes: ['ticketing'] })
  const again = (key: string) =>
    app.call(key, `/v2/webhooks/deliveries/${deliveries[0]}/redeliver`, { method: 'POST' })
  expect((await again(scopedKey)).status).toBe(404)
  expect((await again(secret)).status).toBe(202)
})
