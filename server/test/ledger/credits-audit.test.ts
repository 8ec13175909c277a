// The audit reports nothing on an intact ledger and finds every change made outside of the server.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, createBackgroundAudit } from '../../src/ledger/audit.ts'
import { fillAuditedDatabase } from '../support/audited-database.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { auditInTransaction } from '../support/ledger.ts'

let fresh: FreshDatabase

beforeAll(async () => {
  fresh = await freshDatabase({ max: 1 })
  await fillAuditedDatabase(fresh.database)
})

afterAll(() => fresh.drop())

test('an intact ledger has no differences', async () => {
  expect(await audit(fresh.database)).toEqual([])
})

const balance = 'the ledger and the balance differ'
const period = 'the current period and the ledger differ'
const log = 'the ledger and the log differ'
const dailyCounts = 'the rollups and the log differ'
const jobHolds = 'the open jobs and the holds differ'
const jobEnds = 'the end of a job and the log differ'
const buckets = 'the meter of a key and its quota buckets differ'

const tampering: [what: string, statement: string, check: string][] = [
  [
    'a changed balance',
    'update accounts set bonus_granted = bonus_granted + 1, bonus_available = bonus_available + 1',
    balance,
  ],
  [
    'a charge moved between the funds',
    'update accounts set bonus_charged = bonus_charged - 1, bonus_available = bonus_available + 1',
    balance,
  ],
  [
    'a ledger entry that no column counts',
    `alter table ledger drop constraint entry_of_fund;
    insert into ledger (at, account_id, fund, entry, credits, period) select now(), id, 'bonus', 'expire', 1, 0 from accounts`,
    balance,
  ],
  [
    'a ledger entry of a missing account',
    `insert into ledger (at, account_id, fund, entry, credits, period) values (now(), 999999, 'bonus', 'grant', 1, 0)`,
    balance,
  ],
  ['a period that was granted more', 'update accounts set period_granted = period_granted + 90', period],
  ['changed charges of the current period', 'update accounts set period_bonus_charged = 0', period],
  ['a missing hold', 'delete from holds', 'the holds and the balance differ'],
  ['a hold with more credits', 'update holds set bonus = bonus + 1', 'the holds and the balance differ'],
  [
    'a hold of another period',
    'update holds set period = period - 1',
    'the current period and the holds differ',
  ],
  ['a missing log row', 'delete from calls where bonus_credits = 3', log],
  ['missing log rows', 'delete from calls', log],
  [
    'a log row with other credits',
    'update calls set bonus_credits = bonus_credits + 1 where bonus_credits = 3',
    log,
  ],
  ['a missing log row without credits', 'delete from calls where recorded_status = 400', dailyCounts],
  [
    'a call logged twice',
    "insert into calls overriding system value select nextval(pg_get_serial_sequence('calls', 'id')), at, request_id, account_id, key_id, endpoint, params, recorded_status, sent_status, reason, subscription_credits, bonus_credits, ms, client_closed, job_id, cache_age_seconds, count from calls where bonus_credits = 3",
    log,
  ],
  [
    'a charge booked twice',
    `insert into ledger (at, account_id, fund, entry, credits, period, request_id)
    select at, account_id, fund, entry, credits, period, request_id from ledger where entry = 'charge' limit 1`,
    'a call is charged more than once',
  ],
  [
    'a changed rollup of credits',
    'update rollups set credits = credits + 1 where status = 200',
    'the rollups and the ledger differ',
  ],
  ['a changed rollup of calls', 'update rollups set calls = calls + 1 where status = 400', dailyCounts],
  ['a changed pending count', 'update rollups_pending set calls = calls + 1', dailyCounts],
  ['a missing pending count', 'delete from rollups_pending', dailyCounts],
  [
    'hourly counters set to 0',
    'update rollups_hourly set credits = 0',
    'the hourly and the daily counters differ',
  ],
  ['missing hourly counters', 'delete from rollups_hourly', 'the hourly and the daily counters differ'],
  [
    'a changed meter of a key',
    'update key_meters set credits = credits - 1',
    'the meter of a key and its calls differ',
  ],
  ['quota buckets set to 0', 'update quota_buckets set credits = 0', buckets],
  [
    'usage moved to another hour',
    `update quota_buckets set credits = credits + case grain_seconds when 0 then 1 else -1 end where grain_seconds <> 60`,
    'the quota buckets of an hour and its minutes differ',
  ],
  ['a job without its hold', 'delete from jobs', jobHolds],
  ['a job with another price', 'update jobs set price = price + 1', jobHolds],
  [
    'a finished job without a log row',
    "update jobs set state = 'completed', finished = now(), price = 0",
    jobEnds,
  ],
  [
    'a finished batch with open items',
    'update batches set open = 1, finished = null where open = 0',
    'a batch and its jobs differ',
  ],
  [
    'a batch that skips a line of its file',
    'update batch_uploads set next_item = next_item + 1',
    'a batch and its jobs differ',
  ],
]

test.each(tampering)('it finds %s', async (_what, statement, check) => {
  const { pool } = fresh.database
  await pool.query('begin')
  await pool.query(statement)
  const found = await auditInTransaction(pool)
  await pool.query('rollback')
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(`^${check}: `)]))
})

test('a change of the subscription after the period was set to 0 in SQL is impossible', async () => {
  const { pool } = fresh.database
  await expect(pool.query('update accounts set period_granted = 0')).rejects.toMatchObject({
    constraint: 'period_granted_covers',
  })
})

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
    differences: [expect.stringMatching(/metered/), expect.stringMatching(/metered/)],
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
