// The history of endpoints for the public status page: counted in memory, written in batches, read rarely, and deleted
// after its time.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStatusHistory, dropOldEndpointHours } from '../../src/lookups/health/status-history.ts'
import type { Queryable } from '../../src/platform/db/statement.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { countRows, setNow } from '../support/ledger.ts'

const dayMs = 86_400_000
let fresh: FreshDatabase
let time: number

beforeEach(async () => {
  fresh = await freshDatabase({ max: 1, maxReads: 1 })
  time = Date.parse('2031-05-31T23:30:00Z')
})
afterEach(() => fresh.drop())

const createHistory = (pool: Queryable) =>
  createStatusHistory({ pool, clock: () => new Date(time), nowMs: () => time })

test('days have the failures and latencies of all providers and servers together', async () => {
  const servers = [createHistory(fresh.database.pool), createHistory(fresh.database.pool)]
  for (const server of servers) {
    for (let n = 0; n < 9; n += 1) server.observe('/v2/a', n % 2 ? 'site' : null, true, 20)
    server.observe('/v2/a', 'site', false, 900)
    await server.flush()
  }
  time += 3_600_000
  for (const server of servers) {
    server.observe('/v2/b', 'site', true, 5)
    server.observe('/v2/a', 'site', true, -1)
    await server.close()
  }
  expect(await servers[0]?.read()).toEqual([
    {
      endpoint: '/v2/a',
      days: [
        { day: '2031-05-31', calls: 20, failed_share: 0.1, p50_ms: 20, p95_ms: 1000 },
        { day: '2031-06-01', calls: 2, failed_share: 0, p50_ms: 0, p95_ms: 0 },
      ],
    },
    {
      endpoint: '/v2/b',
      days: [{ day: '2031-06-01', calls: 2, failed_share: 0, p50_ms: 5, p95_ms: 5 }],
    },
  ])
})

test('many calls are written in one statement, and none without calls', async () => {
  let statements = 0
  const counting = {
    query: ((...args: Parameters<Queryable['query']>) => {
      statements += 1
      return fresh.database.pool.query(...(args as unknown as [string]))
    }) as Queryable['query'],
  }
  const history = createHistory(counting)
  for (let n = 0; n < 500; n += 1) history.observe(`/v2/${n % 7}`, 'site', n % 3 > 0, n)
  await history.flush()
  await history.flush()
  expect(statements).toBe(1)
  // Concurrent readers share one read; a later reader reads again.
  await Promise.all([history.read(), history.read()])
  await history.read()
  expect(statements).toBe(2)
  time += 10_000
  const calls = (await history.read()).flatMap(({ days }) => days.map((day) => day.calls))
  expect(statements).toBe(3)
  expect(calls.reduce((sum, count) => sum + count, 0)).toBe(500)
})

test('counts that could not be written are written the next time', async () => {
  let isDatabaseDown = true
  const failing = {
    query: ((...args: Parameters<Queryable['query']>) =>
      isDatabaseDown
        ? Promise.reject(new Error('away'))
        : fresh.database.pool.query(...(args as unknown as [string]))) as Queryable['query'],
  }
  const history = createHistory(failing)
  history.observe('/v2/a', 'site', true, 10)
  await expect(history.flush()).rejects.toThrow('away')
  history.observe('/v2/a', 'site', true, 10)
  isDatabaseDown = false
  await history.close()
  expect((await history.read())[0]?.days[0]?.calls).toBe(2)
})

test('while the database is unavailable the last result is returned, without a query per reader', async () => {
  let queries = 0
  let isDatabaseDown = false
  const failing = {
    query: ((...args: Parameters<Queryable['query']>) => {
      queries += 1
      return isDatabaseDown
        ? Promise.reject(new Error('away'))
        : fresh.database.pool.query(...(args as unknown as [string]))
    }) as Queryable['query'],
  }
  const history = createHistory(failing)
  history.observe('/v2/a', 'site', true, 10)
  await history.flush()
  const earlier = await history.read()
  isDatabaseDown = true
  time += 10_000
  expect(await Promise.all([history.read(), history.read()])).toEqual([earlier, earlier])
  expect(await history.read()).toEqual(earlier)
  expect(queries).toBe(3)
})

test('memory is bounded for any observations', async () => {
  const history = createHistory(fresh.database.pool)
  for (let n = 0; n < 30_000; n += 1) history.observe(`/v2/${n}`, 'site', true, 10)
  await history.close()
  expect(await countRows(fresh.database, 'endpoint_hours')).toBe(20_000)
})

test('thirty days are shown, and older ones are deleted a day later', async () => {
  const history = createHistory(fresh.database.pool)
  const end = time
  for (const days of [40, 32, 30, 29, 0]) {
    time = end - days * dayMs
    history.observe('/v2/a', 'site', true, 10)
    await history.flush()
  }
  time = end
  const days = (await history.read())[0]?.days.map(({ day }) => day)
  expect(days).toEqual(['2031-05-02', '2031-05-31'])
  await setNow(fresh.database, new Date(end))
  await dropOldEndpointHours(fresh.database.pool)
  expect(await countRows(fresh.database, 'endpoint_hours')).toBe(3)
})

test('servers that write the same rows at once do not deadlock', async () => {
  const wide = await freshDatabase({ max: 4 })
  try {
    const servers = Array.from({ length: 4 }, () => createHistory(wide.database.pool))
    for (let round = 0; round < 10; round += 1) {
      for (const [n, server] of servers.entries())
        for (let item = 0; item < 100; item += 1)
          server.observe(`/v2/${n % 2 ? item : 99 - item}`, 'site', true, 10)
      await Promise.all(servers.map((server) => server.flush()))
    }
    const calls = (await servers[0]?.read())?.map(({ days }) => days[0]?.calls)
    expect(new Set(calls)).toEqual(new Set([40]))
  } finally {
    await wide.drop()
  }
})
