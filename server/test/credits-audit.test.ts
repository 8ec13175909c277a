// The audit reports nothing on an intact ledger and finds every change made outside of the server.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../src/credits/audit.ts'
import { createBackgroundAudit } from '../src/credits/background-audit.ts'
import { createCredits } from '../src/credits/credits.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { addMember, buildLog, buildRequest, endpointPath } from './support/ledger.ts'

let fresh: FreshDatabase

beforeAll(async () => {
  fresh = await freshDatabase({ max: 1 })
  const credits = createCredits({ database: fresh.database, owner: 'one' })
  const member = await addMember(fresh.database, { subscription_total: 3, bonus_credits: 20 })
  for (const price of [2, 2, 3]) {
    const request = buildRequest(member, price)
    await credits.charge(buildLog(request), request.credits)
  }
  await credits.hold(buildRequest(member, 2))
  const job = await credits.hold(buildRequest(member, 1, 'job'))
  await fresh.database.pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    values ($1, $2, $3, $4, '{}', false, 0, 1, quarry_now())`,
    [job.id, member.accountId, member.keyId, endpointPath],
  )
  await credits.record(buildLog(buildRequest(member), 400))
  await credits.addUp()
  await credits.record(buildLog(buildRequest(member), 404))
  await credits.close()
})

afterAll(() => fresh.drop())

test('an intact ledger has no differences', async () => {
  expect(await audit(fresh.database)).toEqual([])
})

const tampering: Record<string, string> = {
  'a changed balance':
    'update accounts set bonus_granted = bonus_granted + 1, bonus_available = bonus_available + 1',
  'a charge moved between the funds':
    'update accounts set bonus_charged = bonus_charged - 1, bonus_available = bonus_available + 1',
  'a missing hold': 'delete from holds',
  'a hold with more credits': 'update holds set bonus = bonus + 1',
  'changed charges of the current period': 'update accounts set period_bonus_charged = 0',
  'a missing log row': 'delete from calls where bonus_credits = 3',
  'missing log rows': 'delete from calls',
  'a log row with other credits':
    'update calls set bonus_credits = bonus_credits + 1 where bonus_credits = 3',
  'a missing log row without credits': 'delete from calls where recorded_status = 400',
  'a call logged twice':
    "insert into calls overriding system value select nextval(pg_get_serial_sequence('calls', 'id')), at, request_id, account_id, key_id, endpoint, params, recorded_status, sent_status, reason, subscription_credits, bonus_credits, ms, client_closed, job_id, cache_age_seconds, count from calls where bonus_credits = 3",
  'a charge booked twice': `insert into ledger (at, account_id, fund, entry, credits, period, request_id)
    select at, account_id, fund, entry, credits, period, request_id from ledger where entry = 'charge' limit 1`,
  'a changed rollup of credits': 'update rollups set credits = credits + 1 where status = 200',
  'a changed rollup of calls': 'update rollups set calls = calls + 1 where status = 400',
  'a changed pending count': 'update rollups_pending set calls = calls + 1',
  'a missing pending count': 'delete from rollups_pending',
  'a job without its hold': 'delete from jobs',
  'a job with another price': 'update jobs set price = price + 1',
  'a finished job without a log row': "update jobs set state = 'completed', finished = now(), price = 0",
  'a changed meter of a key': 'update key_meters set credits = credits - 1',
}

for (const [what, statement] of Object.entries(tampering)) {
  test(`it finds ${what}`, async () => {
    const { pool } = fresh.database
    await pool.query('begin')
    await pool.query(statement)
    // The audit opens its own transaction, which is skipped here so that it reads inside this one.
    const inside = { connect: async () => ({ query: skipTransaction(pool), release: () => {} }) }
    const found = await audit({ pool: inside as never })
    await pool.query('rollback')
    expect(found.length).toBeGreaterThan(0)
  })
}

const skipTransaction = (pool: FreshDatabase['database']['pool']) => async (text: string) =>
  /^(begin|commit|rollback)/.test(text) ? undefined : pool.query(text)

test('the operator sees the result of the last audit; a new one starts only when the last is too old', async () => {
  const { pool, readPool } = fresh.database
  const errors: unknown[] = []
  let nowMs = Date.parse('2031-05-10T10:00:00Z')
  let opened = 0
  const counting = {
    async connect() {
      opened += 1
      return readPool.connect()
    },
  }
  const createAudit = (maxMs: number) =>
    createBackgroundAudit({
      pool: counting as never,
      clock: () => new Date(nowMs),
      nowMs: () => nowMs,
      onError: (error) => errors.push(error),
      maxMs,
    })
  const backgroundAudit = createAudit(60_000)
  const ended = () => expect.poll(() => backgroundAudit.look().running).toBe(false)
  expect(backgroundAudit.look()).toEqual({
    at: null,
    ms: null,
    balanced: null,
    differences: [],
    running: true,
  })
  await ended()
  const clean = { at: '2031-05-10T10:00:00.000Z', ms: expect.any(Number), balanced: true, differences: [] }
  expect(backgroundAudit.look()).toEqual({ ...clean, running: false })

  await pool.query('update key_meters set credits = credits - 1')
  nowMs += 59_999
  expect(backgroundAudit.look()).toMatchObject({ balanced: true, running: false })
  nowMs += 3_600_000
  expect(backgroundAudit.look()).toMatchObject({ balanced: true, running: true })
  await ended()
  expect(backgroundAudit.look()).toMatchObject({
    balanced: false,
    differences: [expect.stringMatching(/metered/)],
  })
  await pool.query('update key_meters set credits = credits + 1')
  expect(opened).toBe(2)

  // An audit that takes too long is stopped without a result.
  await pool.query('begin')
  await pool.query('lock table ledger in access exclusive mode')
  const shortAudit = createAudit(500)
  shortAudit.look()
  await expect.poll(() => shortAudit.look().running).toBe(false)
  expect(shortAudit.look()).toMatchObject({ balanced: null, differences: [], running: false })
  expect(String(errors)).toMatch(/statement timeout/)

  // An audit that runs when the server stops is cancelled, while it waits for a lock or just after its start.
  nowMs += 3_600_000
  expect(backgroundAudit.look().running).toBe(true)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()`
  await eventually(async () => expect((await pool.query(waiting)).rowCount).toBe(1))
  const begunMs = performance.now()
  await backgroundAudit.close()
  const justBegun = createAudit(60_000)
  justBegun.look()
  await justBegun.close()
  expect([backgroundAudit.look().running, justBegun.look().running, opened, errors.length]).toEqual([
    false,
    false,
    5,
    1,
  ])
  // The lock is still held: without the cancellation each audit would have waited until its statement timeout.
  expect(performance.now() - begunMs).toBeLessThan(9_000)
  await pool.query('rollback')
})
