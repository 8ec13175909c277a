// The content of event streams: calls, jobs, batches and watches as they happen on any server, sent only to callers who
// may see them, without loss or repetition after a reconnect.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordEvent } from '../../src/calls/watches/watch-events.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { isCall, isJob, openStream, type SeenEvent } from '../support/event-stream.ts'
import { eventPath, faultQuery, readJobId, requestJob, waitForEnd, waitUntil } from '../support/jobs.ts'

type Json = Record<string, unknown>

let fresh: FreshDatabase
let app: TestApp
/** Another server on the same database. */
let other: TestApp
beforeAll(async () => {
  fresh = await freshDatabase()
  app = await startApp({ database: fresh.database })
  other = await startApp({ database: fresh.database })
})
afterAll(async () => {
  await app.close()
  await other.close()
  await fresh.drop()
})

const read = async (secret: string, path: string) => (await (await app.call(secret, path)).json()) as Json
/** Makes a lookup and returns its request id. */
async function lookUp(on: TestApp, secret: string, id = '1000000000017'): Promise<string> {
  const response = await on.call(secret, `${eventPath}?query=${id}`)
  await response.text()
  return response.headers.get('x-request-id') ?? ''
}
const lookups = (events: readonly SeenEvent[]) =>
  events
    .filter(({ kind, data }) => kind === 'call' && data.endpoint === eventPath)
    .map(({ data }) => data.request_id)

test('a call is sent as the call list shows it, by every server', async () => {
  const { secret } = await app.account()
  const streams = await Promise.all([openStream(app, { secret }), openStream(other, { secret })])
  const { headers } = streams[0].response
  expect(
    Object.fromEntries(
      ['content-type', 'cache-control', 'x-accel-buffering'].map((name) => [name, headers.get(name)]),
    ),
  ).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect([headers.get('x-request-id'), headers.get('x-credits-used')]).toEqual([expect.any(String), '0'])
  const id = await lookUp(other, secret)
  const [one, two] = await Promise.all(streams.map((stream) => stream.find(isCall(id))))
  const { calls } = (await read(secret, `/v2/calls?request_id=${id}`)) as { calls: Json[] }
  expect(one?.data).toEqual(calls[0])
  expect(two).toEqual(one)
  for (const stream of streams) await stream.close()
})

test('a job is sent when it is queued, running and finished, as the job list shows it', async () => {
  const { secret } = await app.account()
  const stream = await openStream(app, { secret })
  const slow = await readJobId(await requestJob(app, secret, faultQuery('slow')))
  expect((await stream.find(isJob(slow, 'queued'))).data).toMatchObject({ started_at: null, credits: 0 })
  expect((await stream.find(isJob(slow, 'running'))).data).toMatchObject({ finished_at: null, credits: 0 })
  await waitForEnd(app, secret, slow)
  const { data } = await stream.find(isJob(slow, 'completed'))
  const { jobs } = (await read(secret, '/v2/jobs')) as { jobs: Json[] }
  expect(data).toEqual(jobs[0])
  const states = stream.events.filter(({ kind }) => kind === 'job').map((event) => event.data.status)
  expect(states).toEqual(['queued', 'running', 'completed'])
  await stream.close()
})

test('a batch is sent as the batch list shows it, and its items only as calls', async () => {
  const { secret } = await app.account()
  const stream = await openStream(app, { secret })
  const body = JSON.stringify({
    endpoint: eventPath,
    inputs: [{ query: '1000000000017' }, { query: '999' }, { query: '1000000007936' }],
  })
  const headers = { 'content-type': 'application/json' }
  const posted = await app.call(secret, '/v2/batches', { method: 'POST', body, headers })
  const { batch_id: id } = (await posted.json()) as Json
  const isBatch =
    (status: string) =>
    ({ kind, data }: SeenEvent) =>
      kind === 'batch' && data.batch_id === id && data.status === status
  const { data } = await stream.find(isBatch('completed'))
  const { batches } = (await read(secret, '/v2/batches')) as { batches: Json[] }
  expect(data).toEqual(batches[0])
  // Calls are sent separately and may arrive shortly after the end of their batch.
  const items = () =>
    stream.events.filter(
      ({ kind, data: call }) => kind === 'call' && call.job_id !== null && call.endpoint === eventPath,
    )
  await waitUntil(async () => items().length >= 3)
  expect(items()).toHaveLength(3)
  expect(stream.events.filter(({ kind }) => kind === 'job')).toEqual([])
  await stream.close()
})

test('an event of a watch is sent once, without its records, and only to those who may see the watch', async () => {
  const [one, two] = [await app.account(), await app.account()]
  const made = await app.admin(`/admin/accounts/${one.slug}/keys`, {
    method: 'POST',
    body: JSON.stringify({ alias: 'narrow', scopes: [eventPath] }),
  })
  const { secret: narrow } = (await made.json()) as { secret: string }
  const [own, scoped, otherAccount, operator] = await Promise.all([
    openStream(other, { secret: one.secret }),
    openStream(app, { secret: narrow }),
    openStream(app, { secret: two.secret }),
    openStream(app),
  ])
  const body = JSON.stringify({ endpoint: eventPath, params: { query: '1000000000017' }, every: 86_400 })
  const headers = { 'content-type': 'application/json' }
  const posted = await app.call(one.secret, '/v2/watches', { method: 'POST', body, headers })
  const { watch_id: watchId } = (await posted.json()) as { watch_id: string }
  const change = { patch: '[]', before: '{"name":"before"}', after: '{"name":"after"}', provider: 'site' }
  await recordEvent(app.database.pool, { watchId, type: 'changed', ...change })
  const isEvent = (type: string) => (event: SeenEvent) => event.kind === 'watch' && event.data.type === type
  const { data, id } = await own.find(isEvent('changed'))
  expect(data).toEqual({
    watch_id: watchId,
    account: one.slug,
    number: 1,
    type: 'changed',
    at: expect.any(String),
    job_id: null,
    provider: 'site',
    reason: null,
    missed: null,
    history_url: `/v2/watches/${watchId}/history?from=1`,
  })
  const history = (await read(one.secret, String(data.history_url))) as { events: Json[] }
  expect(history.events[0]).toMatchObject({ number: 1, at: data.at, after: { name: 'after' } })
  expect((await operator.find(isEvent('changed'))).data).toEqual(data)
  await own.close()
  await recordEvent(app.database.pool, { watchId, type: 'paused', reason: 'paused' })
  const resumed = await openStream(app, { secret: one.secret, lastId: id })
  await resumed.find(isEvent('paused'))
  expect(resumed.events.filter(({ kind }) => kind === 'watch')).toHaveLength(1)
  // Calls that come later, so that an earlier event would have arrived.
  for (const [stream, secret] of [
    [scoped, narrow],
    [otherAccount, two.secret],
  ] as const) {
    await stream.find(isCall(await lookUp(app, secret)))
    expect(stream.events.filter(({ kind }) => kind === 'watch')).toEqual([])
  }
  for (const stream of [resumed, scoped, otherAccount, operator]) await stream.close()
})

test('a stream sends no events of other accounts; a scoped key gets its own events only, the operator gets all', async () => {
  const one = await app.account()
  const two = await app.account()
  const made = await app.admin(`/admin/accounts/${one.slug}/keys`, {
    method: 'POST',
    body: JSON.stringify({ alias: 'narrow', scopes: [eventPath] }),
  })
  const { secret: narrow } = (await made.json()) as { secret: string }
  const [own, scoped, otherAccount, operator] = await Promise.all([
    openStream(app, { secret: one.secret }),
    openStream(app, { secret: narrow }),
    openStream(app, { secret: two.secret, path: '/api/v2/events' }),
    openStream(app),
  ])
  const ids = [
    await lookUp(app, one.secret),
    await lookUp(app, narrow, '999'),
    await lookUp(other, two.secret),
  ]
  const job = await readJobId(await requestJob(app, one.secret, faultQuery('slow')))
  await own.find(isJob(job, 'running'))
  await waitForEnd(app, one.secret, job)
  // Once a stream has sent its last visible event, it has sent all before it.
  const last = [await lookUp(app, narrow), await lookUp(app, one.secret), await lookUp(app, two.secret)]
  await own.find(isCall(last[1] ?? ''))
  await scoped.find(isCall(last[0] ?? ''))
  await otherAccount.find(isCall(last[2] ?? ''))
  await operator.find(isCall(last[2] ?? ''))
  const jobs = [job, job]
  expect(lookups(own.events)).toEqual([ids[0], ids[1], ...jobs, last[0], last[1]])
  expect(lookups(scoped.events)).toEqual([ids[1], last[0]])
  for (const { events } of [scoped, otherAccount])
    expect(events.filter(({ kind }) => kind === 'job')).toEqual([])
  expect(lookups(otherAccount.events)).toEqual([ids[2], last[2]])
  expect(lookups(operator.events)).toEqual([...ids, ...jobs, ...last])
  const slugs = new Set(otherAccount.events.map(({ data }) => data.account))
  expect(slugs).toEqual(new Set([two.slug]))
  const { data } = await operator.find(isJob(job, 'completed'))
  const listed = (await (await app.admin(`/admin/jobs?account=${one.slug}`)).json()) as { jobs: Json[] }
  expect(data).toEqual(listed.jobs[0])
  for (const stream of [own, scoped, otherAccount, operator]) await stream.close()
})

test('a client that reconnects with its last id misses nothing and gets nothing twice, on another server too', async () => {
  const { secret } = await app.account()
  const fullStream = await openStream(app, { secret })
  const operators = await openStream(app)
  const sent: string[] = []
  const seen: SeenEvent[] = []
  const seenByOperator: SeenEvent[] = []
  // There is an id before the first event, too.
  let lastId: string
  let operatorsLastId: string
  const begin = await openStream(app, { secret })
  await waitUntil(async () => begin.lastId() !== '')
  lastId = begin.lastId()
  await begin.close()
  await waitUntil(async () => operators.lastId() !== '')
  operatorsLastId = operators.lastId()
  for (const on of [app, other, app]) {
    sent.push(await lookUp(app, secret), await lookUp(other, secret, '999'))
    const job = await readJobId(await requestJob(app, secret))
    await waitForEnd(app, secret, job)
    const stream = await openStream(on, { secret, lastId })
    await stream.find(isJob(job, 'completed'))
    await stream.close()
    seen.push(...stream.events)
    lastId = stream.lastId()
    const all = await openStream(on, { lastId: operatorsLastId })
    await all.find(isJob(job, 'completed'))
    await all.close()
    seenByOperator.push(...all.events)
    operatorsLastId = all.lastId()
  }
  const last = await lookUp(app, secret)
  for (const [on, id, into] of [
    [other, lastId, seen],
    [app, operatorsLastId, seenByOperator],
  ] as const) {
    const stream = await openStream(on, into === seen ? { secret, lastId: id } : { lastId: id })
    await stream.find(isCall(last))
    await stream.close()
    into.push(...stream.events)
  }
  await fullStream.find(isCall(last))
  await operators.find(isCall(last))
  const direct = (events: readonly SeenEvent[]) => lookups(events).filter((id) => sent.includes(String(id)))
  expect(direct(seen)).toEqual(sent)
  // A start event is sent only while the job runs; a client that was connected throughout gets all other events, too.
  const lasting = (events: readonly SeenEvent[]) =>
    events.filter(({ data }) => data.endpoint === eventPath && data.status !== 'running').map(({ id }) => id)
  const upToLast = (events: readonly SeenEvent[]) => events.slice(0, events.findIndex(isCall(last)) + 1)
  expect(lasting(upToLast(seen))).toEqual(lasting(upToLast(fullStream.events)))
  expect(lasting(upToLast(seenByOperator))).toEqual(lasting(upToLast(operators.events)))
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  await fullStream.close()
  await operators.close()
})

test('streams survive lost database connections of their server', async () => {
  const { secret } = await app.account()
  const streams = await Promise.all([openStream(app, { secret }), openStream(app)])
  const first = await lookUp(app, secret)
  for (const stream of streams) await stream.find(isCall(first))
  await fresh.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  let last = ''
  await waitUntil(async () => {
    last = await lookUp(app, secret)
    return (
      last !== '' &&
      JSON.stringify(await read(secret, `/v2/calls?request_id=${last}`)).includes('"recorded_status":200')
    )
  })
  for (const stream of streams) {
    await stream.find(isCall(last))
    await stream.close()
  }
})

test('each event of a row has its own id to resume from', async () => {
  const { secret } = await app.account()
  const stream = await openStream(app, { secret })
  const job = await readJobId(await requestJob(app, secret))
  await stream.find(isJob(job, 'queued'))
  await stream.close()
  const accepted = stream.events.find(isCall(job))
  const again = await openStream(app, { secret, lastId: accepted?.id ?? '' })
  await again.find(isJob(job, 'completed'))
  expect(again.events[0]).toEqual(stream.events.find(isJob(job, 'queued')))
  await again.close()
})

test('an id that is too old or invalid starts with a gap event and resumes ten minutes back', async () => {
  const { secret, slug } = await app.account()
  const stream = await openStream(app, { secret })
  const old = await lookUp(app, secret)
  const { id } = await stream.find(isCall(old))
  await stream.close()
  const young = await lookUp(app, secret)
  // Moves everything but the second call one hour into the past.
  await fresh.database.pool.query(
    `update calls set at = at - interval '1 hour'
    where account_id = (select id from accounts where slug = $1) and request_id <> $2`,
    [slug, young],
  )
  const unknownId = await openStream(app, { secret, lastId: 'none of ours' })
  await unknownId.find(isCall(young))
  expect(unknownId.events[0]).toMatchObject({
    kind: 'gap',
    data: { from: null, to: expect.stringMatching(/Z$/) },
  })
  expect(lookups(unknownId.events)).toEqual([young])
  // The id of the gap event resumes from there.
  const next = await openStream(app, { secret, lastId: unknownId.events[0]?.id ?? '' })
  await next.find(isCall(young))
  expect(lookups(next.events)).toEqual([young])
  expect(next.events[0]?.kind).not.toBe('gap')
  await next.close()
  await unknownId.close()
  // An id of another account is invalid, too.
  const otherAccount = await app.account()
  const theirs = await openStream(app, { secret: otherAccount.secret, lastId: id })
  const [gap] = [await theirs.find(({ kind }) => kind === 'gap')]
  expect(gap.data.from).toBeNull()
  await theirs.close()
})
