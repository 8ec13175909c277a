// How finished runs of a watch are compared: off the event loop, outside any transaction, and once.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CompareRuns, createCompareRuns, endRuns } from '../../src/calls/watches/end-runs.ts'
import type { ConfiguredEndpoint } from '../../src/lookups/sources/configure-endpoints.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { shop } from '../support/two-providers.ts'

const path = '/v2/shop/item'
const endpoint = shop.endpoints.find((candidate) => candidate.path === path)
const configured = { endpoint, providers: [{ name: 'site', retentionSeconds: null }] }
const endpoints = [configured as unknown as ConfiguredEndpoint]

type Event = {
  type: string
  reason: string | null
  patch: { op: string }[] | null
  before: unknown
  after: unknown
}

let app: TestApp
let account: Awaited<ReturnType<TestApp['account']>>
let compareRuns: CompareRuns
let errors: unknown[]
beforeAll(async () => {
  // Role `api`: this server runs no watches itself.
  app = await startApp({ sources: [shop], config: { role: 'api' } })
})
beforeEach(async () => {
  account = await app.account()
  errors = []
  compareRuns = createCompareRuns({ onError: (error) => errors.push(error) })
})
afterEach(() => compareRuns.close())
afterAll(() => app.close())

const ad = (id: number, price = id * 10) => ({
  id: `ad-${id}`,
  title: `Ad number ${id}`,
  price,
  seller: { name: `Seller ${id}`, town: 'Dock' },
  images: Array.from({ length: 5 }, (_, image) => ({ url: `https://images.example/${id}/${image}.jpg` })),
})
const pool = () => app.database.pool
const endRunsWith = (compare: CompareRuns['compare']) => endRuns({ pool: pool(), endpoints, compare })

/** Creates a watch that stored `before` and whose run has ended with `after`. */
async function watchWithEndedRun(before: unknown, after: unknown): Promise<string> {
  const response = await app.call(account.secret, '/v2/watches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: path, params: { query: 'lamp' }, every: 300 }),
  })
  const { watch_id: id } = (await response.json()) as { watch_id: string }
  await pool().query(`update watches set value = $2, value_mark = 'before' where id = $1`, [
    id,
    JSON.stringify(before),
  ])
  await addEndedRun(id, after)
  return id
}

async function addEndedRun(id: string, after: unknown): Promise<void> {
  const job = randomUUID()
  await pool().query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, state, result,
      provenance, created, finished)
    select $1, account_id, id, $2, 'null', false, 0, 3, 'completed', $3, '{"provider": "site"}', now(), now()
    from keys where id = $4`,
    [job, path, JSON.stringify(after), account.key.id],
  )
  await pool().query('update watches set job_id = $2 where id = $1', [id, job])
}
async function endNextRun(id: string, after: unknown): Promise<void> {
  await addEndedRun(id, after)
  await endRunsWith(compareRuns.compare)
}
const readHistory = async (id: string): Promise<Event[]> =>
  ((await (await app.call(account.secret, `/v2/watches/${id}/history`)).json()) as { events: Event[] }).events
const countOpen = async (id: string) =>
  (await pool().query('select 1 from watches where id = $1 and job_id is not null', [id])).rowCount

test('new, removed, changed and moved ads are distinguished', async () => {
  const before = [1, 2, 3, 4, 5].map((id) => ad(id))
  const id = await watchWithEndedRun({ ads: before }, { ads: [ad(9), ad(5), ad(1), ad(2), ad(3, 1)] })
  await endRunsWith(compareRuns.compare)
  const [event] = await readHistory(id)
  expect(event).toMatchObject({
    type: 'changed',
    reason: null,
    patch: [
      { op: 'replace', path: '/ads/2/price', value: 1 },
      { op: 'remove', path: '/ads/3' },
      { op: 'add', path: '/ads/0', value: ad(9) },
      { op: 'move', from: '/ads/4', path: '/ads/1' },
    ],
  })
})

test('the event loop is not blocked while lists of moved ads are compared', async () => {
  const before = Array.from({ length: 100 }, (_, index) => ad(index))
  const after = before.map((_, index) => ad((index * 37) % 100))
  const ids = [await watchWithEndedRun(before, after), await watchWithEndedRun(before, after)]
  const rounds: number[] = []
  await endRunsWith(async (task) => {
    let [isDone, count] = [false, 0]
    const comparison = compareRuns.compare(task).finally(() => {
      isDone = true
    })
    for (; !isDone; count += 1) await new Promise((resolve) => setImmediate(resolve))
    rounds.push(count)
    return comparison
  })
  // On the event loop itself each comparison would only allow one or two rounds.
  expect(Math.min(...rounds)).toBeGreaterThan(10)
  expect(rounds.length).toBe(2)
  for (const id of ids) {
    const [event] = await readHistory(id)
    expect(new Set(event?.patch?.map(({ op }) => op))).toEqual(new Set(['move']))
  }
})

test('no transaction is open and no row is locked while values are compared', async () => {
  const id = await watchWithEndedRun({ name: 'lamp' }, { name: 'lantern' })
  let lockProblem: unknown = 'not compared'
  await endRunsWith(async (task) => {
    lockProblem = await pool()
      .query('select 1 from watches where id = $1 for update nowait', [id])
      .then(
        () => null,
        (error: unknown) => error,
      )
    return compareRuns.compare(task)
  })
  expect(lockProblem).toBe(null)
  expect(await readHistory(id)).toMatchObject([{ type: 'changed', reason: null }])
})

test('a change that is too large to compare is recorded once, with both values', async () => {
  const large = (letter: string) => ({ name: letter.repeat(4_500_000) })
  const id = await watchWithEndedRun(large('a'), large('b'))
  expect(await endRunsWith(compareRuns.compare)).toBe(1)
  expect(await endRunsWith(compareRuns.compare)).toBe(0)
  const { rows } = await pool().query(
    'select type, reason, patch, length(before) as before, length(after) as after from watch_events where watch_id = $1',
    [id],
  )
  expect(rows).toEqual([
    { type: 'changed', reason: 'too_large', patch: null, before: 4_500_011, after: 4_500_011 },
  ])
})

test('a run whose comparison fails ends once and reports it; the next run is compared with the previous value', async () => {
  const id = await watchWithEndedRun({ name: 'lamp' }, { name: 'lantern' })
  // No thread can start within that time.
  const timingOut = createCompareRuns({ timeoutMs: 1, onError: (error) => errors.push(error) })
  expect(await endRunsWith(timingOut.compare)).toBe(1)
  await timingOut.close()
  expect(errors.length).toBe(1)
  expect(await readHistory(id)).toMatchObject([
    { type: 'not_compared', reason: 'comparison_failed', patch: null, before: null, after: null },
  ])
  // A server that starts now has nothing left to do.
  expect([await countOpen(id), await endRunsWith(compareRuns.compare)]).toEqual([0, 0])
  const { rows } = await pool().query('select value, value_mark from watches where id = $1', [id])
  expect(rows).toEqual([{ value: '{"name":"lamp"}', value_mark: 'before' }])
})

test('a server that stops in the middle leaves the run to another', async () => {
  const id = await watchWithEndedRun({ name: 'lamp' }, { name: 'lantern' })
  const stopped = createCompareRuns({ onError: (error) => errors.push(error) })
  await stopped.close()
  await expect(endRunsWith(stopped.compare)).rejects.toThrow()
  expect([await countOpen(id), errors]).toEqual([1, []])
  await endRunsWith(compareRuns.compare)
  expect(await readHistory(id)).toMatchObject([
    { type: 'changed', patch: [{ op: 'replace', path: '/name' }] },
  ])
})

test('a field that is new in this version triggers no watch; it is compared from the next run on', async () => {
  const id = await watchWithEndedRun({ name: 'lamp' }, { name: 'lamp', colour: 'amber' })
  await endRunsWith(compareRuns.compare)
  expect(await readHistory(id)).toEqual([])
  const { rows } = await pool().query('select value, value_mark from watches where id = $1', [id])
  expect(JSON.parse(rows[0].value)).toEqual({ name: 'lamp', colour: 'amber' })
  await endNextRun(id, { name: 'lamp', colour: 'red' })
  expect(await readHistory(id)).toMatchObject([
    { type: 'changed', patch: [{ op: 'replace', path: '/colour', value: 'red' }] },
  ])
})

test('a watch that stores only a hash starts over after a version change', async () => {
  const id = await watchWithEndedRun(null, { name: 'lamp', colour: 'amber' })
  await pool().query('update watches set value = null where id = $1', [id])
  await endRunsWith(compareRuns.compare)
  expect(await readHistory(id)).toEqual([])
  await pool().query('update watches set value = null where id = $1', [id])
  await endNextRun(id, { name: 'lamp', colour: 'red' })
  expect(await readHistory(id)).toMatchObject([{ type: 'changed', patch: null }])
})
