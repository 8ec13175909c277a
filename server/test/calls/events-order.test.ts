// The events module without an HTTP server: the order of rows that commit late, a database outage, heartbeats of a
// quiet stream, and the cost of reading.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEventIds } from '../../src/calls/events/event-ids.ts'
import { createEvents, type Events, findStart } from '../../src/calls/events/events.ts'
import { readEvents } from '../../src/calls/events/read-events.ts'
import { countRows } from '../../src/calls/events/read-log.ts'
import { inTransaction } from '../../src/platform/db/connection.ts'
import type { Queryable } from '../../src/platform/db/statement.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { fillLog, measureCost } from '../support/filled-log.ts'
import { waitUntil } from '../support/jobs.ts'
import { addMember, type Member } from '../support/ledger.ts'

let fresh: FreshDatabase
let own: Member
let events: Events
let watermarkReads: number
let isDatabaseDown: boolean
let errors: unknown[]

beforeEach(async () => {
  fresh = await freshDatabase()
  own = await addMember(fresh.database)
  watermarkReads = 0
  isDatabaseDown = false
  errors = []
  const { pool } = fresh.database
  const query = async (...args: Parameters<Queryable['query']>) => {
    if (isDatabaseDown) throw new Error('away')
    if ((args[0] as { name?: string }).name === 'quarry-log-watermark') watermarkReads += 1
    return pool.query(...(args as unknown as [string]))
  }
  events = createEvents({
    reads: () => ({ query: query as typeof pool.query }),
    watchKeys: async (holders) => holders.map(() => true),
    maxStreams: 10,
    heartbeatMs: 20,
    onError: (error) => errors.push(error),
  })
})
afterEach(async () => {
  await events.close()
  await fresh.drop()
})

/** Collects a stream in an array of strings. */
async function follow(accountId: number | null, lastId = '') {
  const texts: string[] = []
  const stream = await events.open({ accountId, keyId: null, holder: null }, lastId)
  const { closed } = stream({
    write: (text) => texts.push(String(text)) > 0,
    end: () => texts.push('end'),
    cut: () => texts.push('cut'),
  })
  const sentIds = () => [...texts.join('').matchAll(/"request_id":"([^"]+)"/g)].map(([, id]) => id)
  return { texts, sentIds, closed }
}

/** Inserts only the log row, without its counters, whose lock would block other writers of the account. */
async function writeRow(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ request_id: string }>(
    `insert into calls (at, request_id, account_id, key_id, endpoint, recorded_status, sent_status,
      subscription_credits, bonus_credits, ms)
    values (quarry_now(), gen_random_uuid(), $1, $2, '/v2/test', 200, 200, 0, 0, 1) returning request_id`,
    [own.accountId, own.keyId],
  )
  return rows[0]?.request_id ?? ''
}

const waitForReads = async (times: number) => {
  const before = watermarkReads
  await waitUntil(async () => watermarkReads >= before + times)
}

test('a row that commits late is sent in its order, and no later row before it', async () => {
  const stream = await follow(own.accountId)
  const operator = await follow(null)
  const [early, late] = [await fresh.database.pool.connect(), await fresh.database.pool.connect()]
  try {
    await early.query('begin')
    const first = await writeRow(early)
    await late.query('begin')
    const second = await writeRow(late)
    await late.query('commit')
    await waitForReads(5)
    await early.query('commit')
    await waitUntil(async () => stream.sentIds().length === 2 && operator.sentIds().length === 2)
    expect([stream.sentIds(), operator.sentIds()]).toEqual([
      [first, second],
      [first, second],
    ])
    // A sequence number whose row is rolled back delays no other event.
    await early.query('begin')
    await writeRow(early)
    const third = await writeRow(fresh.database.pool)
    await waitForReads(2)
    await early.query('rollback')
    await waitUntil(async () => stream.sentIds().length === 3)
    expect(stream.sentIds()[2]).toBe(third)
  } finally {
    early.release()
    late.release()
  }
})

test('with many concurrent writers each event is sent once, in the order of the sequence numbers', async () => {
  const stream = await follow(own.accountId)
  const { pool } = fresh.database
  const writing = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 25; n += 1)
      await inTransaction(pool, async (client) => {
        await writeRow(client)
        await client.query('select pg_sleep(0.05 * random())')
      })
  })
  await Promise.all(writing)
  await waitUntil(async () => stream.sentIds().length >= 200)
  const { rows } = await pool.query<{ request_id: string }>('select request_id from calls order by id')
  expect(stream.sentIds()).toEqual(rows.map((row) => row.request_id))
})

test('during a database outage streams wait, and continue when it is back', async () => {
  const stream = await follow(own.accountId)
  const first = await writeRow(fresh.database.pool)
  await waitUntil(async () => stream.sentIds().length === 1)
  isDatabaseDown = true
  const second = await writeRow(fresh.database.pool)
  await waitUntil(async () => errors.length > 0)
  await expect(events.open({ accountId: 1, keyId: null, holder: null }, '')).rejects.toThrow('away')
  expect(events.count()).toBe(1)
  isDatabaseDown = false
  await waitUntil(async () => stream.sentIds().length === 2)
  expect(stream.sentIds()).toEqual([first, second])
})

test('a quiet stream gets comments with an id to resume from', async () => {
  const stream = await follow(own.accountId)
  await waitUntil(async () => stream.texts.filter((text) => /^:\nid: [\w-]{22}\n\n$/.test(text)).length >= 2)
  const id = /id: (.*)\n/.exec(stream.texts.at(-1) ?? '')?.[1] ?? ''
  const missed = await writeRow(fresh.database.pool)
  const again = await follow(own.accountId, id)
  await waitUntil(async () => again.sentIds().length === 1)
  expect(again.sentIds()).toEqual([missed])
  expect(again.texts.join('')).not.toContain('gap')
})

test('without a stream the database is not queried, and closing ends all streams', async () => {
  const stream = await follow(own.accountId)
  await waitForReads(2)
  stream.closed()
  await waitUntil(async () => events.count() === 0)
  const left = await follow(null)
  await events.close()
  expect(left.texts.at(-1)).toBe('end')
  const readsBefore = watermarkReads
  await expect(events.open({ accountId: null, keyId: null, holder: null }, '')).rejects.toMatchObject({
    reason: 'rate_limited',
  })
  expect(watermarkReads).toBe(readsBefore)
})

test('each read covers only new rows, by index, however long the log is', async () => {
  const one = await freshDatabase({ max: 1, maxReads: 1 })
  const { database } = one
  try {
    const members = [await addMember(database), await addMember(database), await addMember(database)]
    const count = 20_000
    await fillLog(database, members, count)
    const { rows } = await database.pool.query<{ first: number; last: number }>(
      'select min(id)::integer as first, max(id)::integer as last from calls',
    )
    const { last = 0 } = rows[0] ?? {}
    const ownAccount = members[1]?.accountId ?? 0
    const spans = [{ accountId: ownAccount, after: last - 90 }]
    const ofAll = [{ accountId: null, after: last - 90 }]
    const costs = {
      account: await measureCost(database, 'calls', (pool) => readEvents(pool, spans, last)),
      accounts: await measureCost(database, 'calls', (pool) =>
        readEvents(pool, [...spans, ...spans, ...spans], last),
      ),
      operator: await measureCost(database, 'calls', (pool) => readEvents(pool, ofAll, last)),
      // A page is bounded, wherever it begins.
      longAway: await measureCost(database, 'calls', (pool) =>
        readEvents(pool, [{ accountId: ownAccount, after: 0 }], last),
      ),
      operatorLongAway: await measureCost(database, 'calls', (pool) =>
        readEvents(pool, [{ accountId: null, after: 0 }], last),
      ),
      behind: await measureCost(database, 'calls', (pool) =>
        countRows(pool, [{ accountId: ownAccount, after: 0 }], last, 1_001),
      ),
      operatorBehind: await measureCost(database, 'calls', (pool) =>
        countRows(pool, [{ accountId: null, after: 0 }], last, 1_001),
      ),
      gap: await measureCost(database, 'calls', (pool) =>
        findStart(pool, createEventIds('00000000-0000-4000-8000-000000000000'), ownAccount, 'old'),
      ),
    }
    for (const [name, { scanned, wholeReads }] of Object.entries(costs)) {
      // A sequence has only one row.
      const tables = scanned.filter((table) => table !== 'calls_id_seq')
      expect({ name, tables, wholeReads }).toEqual({ name, tables: [], wholeReads: 0 })
    }
    // The planner reads some rows, too.
    const bounds = {
      account: 40,
      accounts: 110,
      operator: 150,
      longAway: 220,
      operatorLongAway: 260,
      behind: 1_020,
      operatorBehind: 1_060,
      gap: 60,
    }
    for (const [name, bound] of Object.entries(bounds))
      expect({ name, fits: costs[name as keyof typeof costs].rows <= bound }).toEqual({ name, fits: true })
    await fillJobs(database, members[0] as Member, count)
    const jobs = await measureCost(database, 'jobs', (pool) => readEvents(pool, ofAll, last))
    expect(jobs).toMatchObject({ scanned: [], wholeReads: 0 })
    expect(jobs.rows).toBeLessThan(10)
  } finally {
    await one.drop()
  }
})

/** Inserts finished jobs, except one in a thousand that is running. */
async function fillJobs({ pool }: FreshDatabase['database'], { accountId, keyId }: Member, count: number) {
  await pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, state, created,
      started, finished, start_number)
    select gen_random_uuid(), $1, $2, '/v2/test', '{}', false, 0, 1, s.state, now(), now(),
      case when s.state = 'completed' then now() end, n
    from generate_series(1, $3::integer) n
    cross join lateral (select case when n % 1000 = 0 then 'running' else 'completed' end::job_state as state) s`,
    [accountId, keyId, count],
  )
  await pool.query('analyze jobs')
}
