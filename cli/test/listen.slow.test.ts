// `quarry listen`: finished jobs and batches, and events of watches, arrive at a local receiver as webhooks that its
// printed secret verifies.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../sdk/src/index.ts'
import { recordEvent } from '../../server/src/calls/watches/watch-events.ts'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { readJobId, requestJob } from '../../server/test/support/jobs.ts'
import { type BuiltQuarry, buildQuarry, type Started } from './support/quarry.ts'

type Message = { headers: IncomingHttpHeaders; body: string }

let app: TestApp
let quarry: BuiltQuarry
let receiver: Server
let base: string
const messages: Message[] = []
beforeAll(async () => {
  app = await startApp()
  quarry = buildQuarry()
  receiver = createServer(async (request, response) => {
    messages.push({ headers: request.headers, body: await text(request) })
    response.writeHead(request.url === '/teapot' ? 418 : 204).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  base = `http://localhost:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  quarry.remove()
  receiver.closeAllConnections()
  receiver.close()
  await app.close()
})

const start = (secret: string, ...args: string[]): Started =>
  quarry.start(['listen', ...args], { env: { QUARRY_URL: app.url, QUARRY_KEY: secret } })

const waitFor = (read: () => string, pattern: RegExp) =>
  expect.poll(read, { timeout: 15_000, interval: 20 }).toMatch(pattern)

async function stop(started: Started): Promise<void> {
  started.process.kill('SIGINT')
  expect((await started.ended).code).toBe(130)
}

test('a finished job and a finished batch are posted with signatures of the printed secret', async () => {
  const { secret } = await app.account()
  const started = start(secret, '--forward', `${base}/hook`)
  await waitFor(started.stderr, /Connected/)
  const jobId = await readJobId(await requestJob(app, secret))
  await waitFor(started.stdout, new RegExp(`job\\.completed {2}${jobId} {2}204 in \\d+ ms`))
  const inputs = [{ query: '1000000000017' }, { query: '1000000000024' }]
  const batch = await app.call(secret, '/v2/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: '/v2/ticketing/event', inputs }),
  })
  const { batch_id: batchId } = (await batch.json()) as { batch_id: string }
  await waitFor(started.stdout, new RegExp(`batch\\.completed {2}${batchId} {2}204`))
  await stop(started)

  const signing = /Signing secret: (whsec_\S+)/.exec(started.stderr())?.[1] ?? ''
  const [job, second] = messages.splice(0) as [Message, Message]
  for (const { headers, body } of [job, second]) {
    expect(new Webhook(signing).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    expect(await verifyWebhook({ secret: signing, headers, body })).toEqual(JSON.parse(body))
  }
  expect(JSON.parse(job.body)).toMatchObject({
    type: 'job.completed',
    delivery_id: jobId,
    result_omitted: false,
    job: { job_id: jobId, status: 'completed', result: { name: expect.any(String) } },
  })
  const items = [{ item: 0, status: 'completed' }, { item: 1 }]
  expect(JSON.parse(second.body)).toMatchObject({
    type: 'batch.completed',
    batch: { batch_id: batchId },
    items,
  })
  expect(job.headers['x-api-key']).toBeUndefined()
})

test('the event of a watch is posted with its difference and both records, and missed runs are not', async () => {
  const { secret } = await app.account()
  const started = start(secret, '--forward', `${base}/hook`, '--events', 'watch.changed, watch.paused')
  await waitFor(started.stderr, /Connected/)
  const posted = await app.call(secret, '/v2/watches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      endpoint: '/v2/ticketing/event',
      params: { query: '1000000000017' },
      every: 86_400,
    }),
  })
  const { watch_id: watchId } = (await posted.json()) as { watch_id: string }
  const patch = [{ op: 'replace', path: '/name', value: 'after' }]
  const [before, after] = [{ name: 'before' }, { name: 'after' }]
  const values = {
    patch: JSON.stringify(patch),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }
  await recordEvent(app.database.pool, { watchId, type: 'missed', missed: 2 })
  await recordEvent(app.database.pool, { watchId, type: 'changed', provider: 'sandbox', ...values })
  await waitFor(started.stdout, /watch\.changed {2}[\da-f-]{36} {2}204 in/)
  await stop(started)
  expect(started.stdout().trim().split('\n')).toHaveLength(1)
  const signing = /Signing secret: (whsec_\S+)/.exec(started.stderr())?.[1] ?? ''
  const [message] = messages.splice(0) as [Message]
  expect(await verifyWebhook({ secret: signing, ...message })).toMatchObject({
    type: 'watch.changed',
    delivery_id: message.headers['webhook-id'],
    values_omitted: false,
    watch: { watch_id: watchId, changes: 1 },
    event: { number: 2, type: 'changed', patch, before, after },
  })
})

test('the status of the receiver, a receiver that is down, and a filter are shown', async () => {
  const { secret } = await app.account()
  const unused = createServer().listen(0, '127.0.0.1')
  await once(unused, 'listening')
  const { port } = unused.address() as AddressInfo
  unused.close()
  const closed = start(secret, '--forward', `http://127.0.0.1:${port}/hook`, '--events', 'job.completed')
  const refusing = start(secret, '--forward', `${base}/teapot`, '--events', 'job.failed, job.completed')
  const batches = start(secret, '--forward', `${base}/hook`, '--events', 'batch.completed')
  for (const one of [closed, refusing, batches]) await waitFor(one.stderr, /Connected/)
  const jobId = await readJobId(await requestJob(app, secret))
  await waitFor(refusing.stdout, new RegExp(`${jobId} {2}418`))
  await waitFor(closed.stdout, new RegExp(`${jobId} {2}failed: connection refused; is the receiver running`))
  expect(batches.stdout()).toBe('')
  for (const one of [closed, refusing, batches]) await stop(one)
  expect(messages.splice(0)).toHaveLength(1)
})

test.each([
  [['--forward', 'http://example.com/hook'], 2, 'is not this machine; add --allow-remote'],
  [['--forward', 'http://127.evil.example/hook'], 2, 'is not this machine'],
  [['--forward', 'ftp://localhost/'], 2, 'must be an http:// or https:// address'],
  [['--forward', 'localhost:3000'], 2, 'must be an http:// or https:// address'],
  [[], 2, '--forward'],
  [['--forward', 'http://localhost:1/', '--events', 'job.complete'], 2, 'did you mean job.completed?'],
  [['--forward', 'http://localhost:1/'], 4, 'Invalid API Key'],
])('quarry listen %j ends with %i: %s', async (args, code, message) => {
  const run = await quarry.run(['listen', ...args], { env: { QUARRY_URL: app.url, QUARRY_KEY: 'qry_wrong' } })
  expect([run.code, run.stdout, run.stderr]).toEqual([code, '', expect.stringContaining(message)])
})
