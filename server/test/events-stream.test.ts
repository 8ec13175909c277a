// What streams of events tell: calls, jobs and batches as they happen, on whichever server, to those whose they are,
// and without loss or repetition for who comes again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'
import { isCall, isJob, openStream, type SeenEvent } from './support/event-stream.ts'
import { askAsync, eventPath, faultQuery, readJobId, until, waitForEnd } from './support/jobs.ts'

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
/** A lookup, and the id of its request. */
async function look(on: TestApp, secret: string, id = '1000000000017'): Promise<string> {
  const response = await on.call(secret, `${eventPath}?query=${id}`)
  await response.text()
  return response.headers.get('x-request-id') ?? ''
}
const lookups = (events: readonly SeenEvent[]) =>
  events
    .filter(({ kind, data }) => kind === 'call' && data.endpoint === eventPath)
    .map(({ data }) => data.request_id)

test('a call is told as the list of calls shows it, on every server', async () => {
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
  const id = await look(other, secret)
  const [one, two] = await Promise.all(streams.map((stream) => stream.find(isCall(id))))
  const { calls } = (await read(secret, `/v2/calls?request_id=${id}`)) as { calls: Json[] }
  expect(one?.data).toEqual(calls[0])
  expect(two).toEqual(one)
  for (const stream of streams) await stream.close()
})

test('a job is told when it is queued, runs and has ended, as the list of jobs shows it', async () => {
  const { secret } = await app.account()
  const stream = await openStream(app, { secret })
  const slow = await readJobId(await askAsync(app, secret, faultQuery('slow')))
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

test('a batch is told as the list of batches shows it, and its items as calls alone', async () => {
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
  // The calls are told on their own, and may come a moment after the end of their batch.
  const items = () =>
    stream.events.filter(
      ({ kind, data: told }) => kind === 'call' && told.job_id !== null && told.endpoint === eventPath,
    )
  await until(async () => items().length >= 3)
  expect(items()).toHaveLength(3)
  expect(stream.events.filter(({ kind }) => kind === 'job')).toEqual([])
  await stream.close()
})

test('nobody is told of another account, a key with scopes of its own doings alone, the operator of all', async () => {
  const one = await app.account()
  const two = await app.account()
  const made = await app.admin(`/admin/accounts/${one.slug}/keys`, {
    method: 'POST',
    body: JSON.stringify({ alias: 'narrow', scopes: [eventPath] }),
  })
  const { secret: narrow } = (await made.json()) as { secret: string }
  const [own, scoped, stranger, operator] = await Promise.all([
    openStream(app, { secret: one.secret }),
    openStream(app, { secret: narrow }),
    openStream(app, { secret: two.secret, path: '/api/v2/events' }),
    openStream(app),
  ])
  const ids = [await look(app, one.secret), await look(app, narrow, '999'), await look(other, two.secret)]
  const job = await readJobId(await askAsync(app, one.secret, faultQuery('slow')))
  await own.find(isJob(job, 'running'))
  await waitForEnd(app, one.secret, job)
  // Each has seen the last that he may see, and so everything before it.
  const last = [await look(app, narrow), await look(app, one.secret), await look(app, two.secret)]
  await own.find(isCall(last[1] ?? ''))
  await scoped.find(isCall(last[0] ?? ''))
  await stranger.find(isCall(last[2] ?? ''))
  await operator.find(isCall(last[2] ?? ''))
  const jobs = [job, job]
  expect(lookups(own.events)).toEqual([ids[0], ids[1], ...jobs, last[0], last[1]])
  expect(lookups(scoped.events)).toEqual([ids[1], last[0]])
  for (const { events } of [scoped, stranger]) expect(events.filter(({ kind }) => kind === 'job')).toEqual([])
  expect(lookups(stranger.events)).toEqual([ids[2], last[2]])
  expect(lookups(operator.events)).toEqual([...ids, ...jobs, ...last])
  const slugs = new Set(stranger.events.map(({ data }) => data.account))
  expect(slugs).toEqual(new Set([two.slug]))
  const { data } = await operator.find(isJob(job, 'completed'))
  const listed = (await (await app.admin(`/admin/jobs?account=${one.slug}`)).json()) as { jobs: Json[] }
  expect(data).toEqual(listed.jobs[0])
  for (const stream of [own, scoped, stranger, operator]) await stream.close()
})

test('who comes again with his last id misses nothing and sees nothing twice, on another server too', async () => {
  const { secret } = await app.account()
  const whole = await openStream(app, { secret })
  const operators = await openStream(app)
  const sent: string[] = []
  const seen: SeenEvent[] = []
  const seenByOperator: SeenEvent[] = []
  // Before the first event there is an id, too.
  let lastId: string
  let operatorsLastId: string
  const begin = await openStream(app, { secret })
  await until(async () => begin.lastId() !== '')
  lastId = begin.lastId()
  await begin.close()
  await until(async () => operators.lastId() !== '')
  operatorsLastId = operators.lastId()
  for (const on of [app, other, app]) {
    sent.push(await look(app, secret), await look(other, secret, '999'))
    const job = await readJobId(await askAsync(app, secret))
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
  const last = await look(app, secret)
  for (const [on, id, into] of [
    [other, lastId, seen],
    [app, operatorsLastId, seenByOperator],
  ] as const) {
    const stream = await openStream(on, into === seen ? { secret, lastId: id } : { lastId: id })
    await stream.find(isCall(last))
    await stream.close()
    into.push(...stream.events)
  }
  await whole.find(isCall(last))
  await operators.find(isCall(last))
  const direct = (events: readonly SeenEvent[]) => lookups(events).filter((id) => sent.includes(String(id)))
  expect(direct(seen)).toEqual(sent)
  // A start event is sent only while the job runs; all other events are equal for a client that was connected throughout.
  const lasting = (events: readonly SeenEvent[]) =>
    events.filter(({ data }) => data.endpoint === eventPath && data.status !== 'running').map(({ id }) => id)
  const upToLast = (events: readonly SeenEvent[]) => events.slice(0, events.findIndex(isCall(last)) + 1)
  expect(lasting(upToLast(seen))).toEqual(lasting(upToLast(whole.events)))
  expect(lasting(upToLast(seenByOperator))).toEqual(lasting(upToLast(operators.events)))
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  await whole.close()
  await operators.close()
})

test('streams outlive the connections of their server to the database', async () => {
  const { secret } = await app.account()
  const streams = await Promise.all([openStream(app, { secret }), openStream(app)])
  const first = await look(app, secret)
  for (const stream of streams) await stream.find(isCall(first))
  await fresh.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  let last = ''
  await until(async () => {
    last = await look(app, secret)
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

test('each event of a row has an id of its own to go on behind', async () => {
  const { secret } = await app.account()
  const stream = await openStream(app, { secret })
  const job = await readJobId(await askAsync(app, secret))
  await stream.find(isJob(job, 'queued'))
  await stream.close()
  const accepted = stream.events.find(isCall(job))
  const again = await openStream(app, { secret, lastId: accepted?.id ?? '' })
  await again.find(isJob(job, 'completed'))
  expect(again.events[0]).toEqual(stream.events.find(isJob(job, 'queued')))
  await again.close()
})

test('an id that is too old, or none, begins with a gap and then goes back ten minutes', async () => {
  const { secret, slug } = await app.account()
  const stream = await openStream(app, { secret })
  const old = await look(app, secret)
  const { id } = await stream.find(isCall(old))
  await stream.close()
  const young = await look(app, secret)
  // As if all of it had been an hour ago, but the second call.
  await fresh.database.pool.query(
    `update calls set at = at - interval '1 hour'
    where account_id = (select id from accounts where slug = $1) and request_id <> $2`,
    [slug, young],
  )
  const alien = await openStream(app, { secret, lastId: 'none of ours' })
  await alien.find(isCall(young))
  expect(alien.events[0]).toMatchObject({
    kind: 'gap',
    data: { from: null, to: expect.stringMatching(/Z$/) },
  })
  expect(lookups(alien.events)).toEqual([young])
  // The id of the gap goes on from there.
  const next = await openStream(app, { secret, lastId: alien.events[0]?.id ?? '' })
  await next.find(isCall(young))
  expect(lookups(next.events)).toEqual([young])
  expect(next.events[0]?.kind).not.toBe('gap')
  await next.close()
  await alien.close()
  // Another account's id is none either.
  const stranger = await app.account()
  const theirs = await openStream(app, { secret: stranger.secret, lastId: id })
  const [gap] = [await theirs.find(({ kind }) => kind === 'gap')]
  expect(gap.data.from).toBeNull()
  await theirs.close()
})
