// Redelivery of a message whose first delivery is still running: one attempt at a time, and none is lost.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { requestJob, waitUntil } from '../support/jobs.ts'

type Delivery = {
  delivery_id: string
  url: string
  status: string
  attempts: number
  tries: { status: number | null }[]
}

let app: TestApp
let receiver: Server
let base: string
let secret: string
/** Open requests for /slow, and how many there were in total. */
let waiting: ServerResponse[]
let slowCount: number
beforeAll(async () => {
  app = await startApp({ config: { webhooks: { allowPrivate: true } } })
  receiver = createServer((request, response) => {
    request.resume()
    if (request.url !== '/slow') return void response.end()
    slowCount += 1
    waiting.push(response)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(async () => {
  waiting = []
  slowCount = 0
  const account = await app.account()
  secret = account.secret
  await app.call(secret, '/v2/webhooks/secret', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
})
afterAll(async () => {
  await app.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const readDeliveries = async () =>
  ((await (await app.call(secret, '/v2/webhooks/deliveries')).json()) as { deliveries: Delivery[] })
    .deliveries
const findDelivery = async (path: string) =>
  (await readDeliveries()).find(({ url }) => url === base + path) as Delivery
const send = (path: string) =>
  requestJob(app, secret, '1000000000017', `&webhook=${encodeURIComponent(base + path)}`)
const redeliver = (id: string) =>
  app.call(secret, `/v2/webhooks/deliveries/${id}/redeliver`, { method: 'POST' })
const answerNext = async (status: number) => {
  await waitUntil(async () => waiting.length > 0)
  waiting.shift()?.writeHead(status).end()
}

test.each([200, 503])(
  'a redelivery waits for the running attempt, which is answered with %i',
  async (status) => {
    await send('/slow')
    await waitUntil(async () => slowCount === 1)
    const { delivery_id: id } = await findDelivery('/slow')
    expect((await redeliver(id)).status).toBe(202)
    // Another message is taken and delivered; a second attempt of the first one would have started, too.
    await send('/quick')
    await waitUntil(async () => (await findDelivery('/quick'))?.status === 'delivered')
    expect(slowCount).toBe(1)
    await answerNext(status)
    await answerNext(200)
    await waitUntil(async () => (await findDelivery('/slow')).status === 'delivered')
    const delivery = await findDelivery('/slow')
    expect([delivery.attempts, delivery.tries.map((attempt) => attempt.status)]).toEqual([1, [status, 200]])
    expect(slowCount).toBe(2)
  },
)

test('an attempt whose lease has expired cannot end the redelivery', async () => {
  await send('/slow')
  await waitUntil(async () => slowCount === 1)
  const { delivery_id: id } = await findDelivery('/slow')
  // As on a server that was paused for longer than an attempt may take.
  await app.database.pool.query(
    `update webhook_deliveries set lease_until = now() - interval '1 second', next_at = now() + interval '1 hour'
    where id = $1`,
    [id],
  )
  expect((await redeliver(id)).status).toBe(202)
  await waitUntil(async () => slowCount === 2)
  await answerNext(503)
  await send('/quick')
  await waitUntil(async () => (await findDelivery('/quick'))?.status === 'delivered')
  expect(await findDelivery('/slow')).toMatchObject({ status: 'pending', attempts: 1, tries: [] })
  await answerNext(200)
  await waitUntil(async () => (await findDelivery('/slow')).status === 'delivered')
  expect((await findDelivery('/slow')).tries.map((attempt) => attempt.status)).toEqual([200])
})
