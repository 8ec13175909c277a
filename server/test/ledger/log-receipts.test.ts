// The receipt of one request: its log rows, holds, charges and ledger rows, for its own account and key only.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeys } from '../../src/accounts/keys.ts'
import type { Credits } from '../../src/ledger/credits.ts'
import { readReceipt } from '../../src/ledger/log/receipt.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { fillLog, logDays, logStart, measureCost } from '../support/filled-log.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  endpointPath,
  type Member,
  openLedger,
  setNow,
  type TestLedger,
} from '../support/ledger.ts'

let fresh: FreshDatabase
let ledger: TestLedger
let credits: Credits
let member: Member
let other: Member
let time: number

beforeAll(async () => {
  fresh = await freshDatabase({ max: 1, maxReads: 1 })
  ledger = openLedger(fresh.database)
  credits = ledger.credits
  member = await addMember(fresh.database, { bonus_credits: 1000, subscription_total: 3, period_days: 3000 })
  other = await addMember(fresh.database, { bonus_credits: 1000 })
  time = logStart + (logDays + 1) * 86_400_000
  await fillLog(fresh.database, [member, other], 4000)
  await setNow(fresh.database, new Date(time))
})
afterAll(async () => {
  await ledger.close()
  await fresh.drop()
})
// One hour apart, so that no request is found by the time of another.
beforeEach(() => move(3_600_000))

const move = (ms: number) => {
  time += ms
  return setNow(fresh.database, new Date(time))
}

/** A new request id of version 7 with the time of a server's clock. */
function newId(serverTime = time): string {
  const ms = serverTime.toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`
}

const requestNow = (price: number, kind: 'call' | 'job' = 'call') => ({
  ...buildRequest(member, price, kind),
  requestId: newId(),
})
const receipt = (id: string, keyId?: string) =>
  readReceipt(fresh.database.pool, member.accountId, id, ...(keyId === undefined ? [] : [keyId]))

test('a charged call shows both funds, its ledger rows, its provider and its times', async () => {
  const request = requestNow(5)
  const received = new Date(time).toISOString()
  const hold = await credits.hold(request)
  expect(await receipt(request.requestId)).toMatchObject({
    price: 5,
    timings: { received, at: null, ms: null },
    hold: { credits: 5, subscription: 3, bonus: 2, created_at: received },
    settlement: { credits: 0, subscription: 0, bonus: 0 },
    ledger: [],
    calls: [],
  })
  await move(2_500)
  await credits.settle(hold, { credits: 4, log: buildLog(request, 200, { provider: 'site', ms: 2500 }) })
  const at = new Date(time).toISOString()
  expect(await receipt(request.requestId.toUpperCase())).toEqual({
    request_id: request.requestId,
    price: 4,
    provider: 'site',
    timings: { received, at, ms: 2500 },
    hold: null,
    settlement: { credits: 4, subscription: 3, bonus: 1 },
    ledger: [
      { at, fund: 'subscription', entry: 'charge', credits: 3 },
      { at, fund: 'bonus', entry: 'charge', credits: 1 },
    ],
    calls: [expect.objectContaining({ request_id: request.requestId, at, credits: 4, account: member.slug })],
  })
})

test('a job shows its 202 and its end, whether or not the job row still exists', async () => {
  for (const [wait, kept] of [
    [60_000, true],
    [5 * 3_600_000, true],
    [5 * 3_600_000, false],
  ] as const) {
    const request = requestNow(2, 'job')
    const id = request.requestId
    await ledger.requestLog.record(buildLog(request, 202, { jobId: id }))
    const hold = await credits.hold(request)
    await fresh.database.pool.query(
      `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
      values ($1, $2, $3, $4, '{}', false, 0, 2, quarry_now())`,
      [id, member.accountId, member.keyId, endpointPath],
    )
    expect(await receipt(id)).toMatchObject({ price: 2, hold: { credits: 2 }, calls: [{ sent_status: 202 }] })
    await move(wait)
    await credits.settle(hold, {
      credits: 2,
      log: buildLog(request, 201, { jobId: id, sentStatus: null, provider: 'site' }),
    })
    await fresh.database.pool.query(
      kept
        ? `update jobs set state = 'completed', finished = quarry_now() where id = $1`
        : 'delete from jobs where id = $1',
      [id],
    )
    await move(3_600_000)
    expect(await receipt(id)).toMatchObject({
      price: 2,
      hold: null,
      settlement: { credits: 2 },
      provider: 'site',
      ledger: [{ fund: 'bonus', entry: 'charge', credits: 2 }],
      calls: [
        { recorded_status: 202, sent_status: 202, credits: 0 },
        { recorded_status: 201, sent_status: null, credits: 2 },
      ],
    })
  }
})

test('a receipt is found however wrong the clock of the server was, and its times are the database clock', async () => {
  for (const id of [newId(time - 90_000), newId(time + 86_400_000), newId(0), randomUUID()]) {
    const request = { ...buildRequest(member, 1), requestId: id }
    await credits.charge(buildLog(request, 200, { ms: 40 }), 1)
    const at = new Date(time).toISOString()
    await move(5 * 86_400_000)
    expect(await receipt(id)).toMatchObject({
      timings: { received: new Date(Date.parse(at) - 40).toISOString(), at },
      settlement: { credits: 1 },
      ledger: [{ credits: 1, at }],
      calls: [{ request_id: id }],
    })
  }
})

test('a free call has no ledger rows, and an unknown id has no receipt', async () => {
  const request = requestNow(1)
  await ledger.requestLog.record(buildLog(request, 400))
  expect(await receipt(request.requestId)).toMatchObject({ settlement: { credits: 0 }, ledger: [] })
  for (const id of [newId(), randomUUID(), 'x', '', 'ffffffff-ffff-7fff-8fff-ffffffffffff'])
    expect(await receipt(id)).toBeNull()
})

test('other accounts and other restricted keys cannot see the receipt, held or ended', async () => {
  const second = await createKeys(fresh.database).create(member.slug, { alias: 'second' }, 'test')
  const open = requestNow(1)
  await credits.hold(open)
  const ended = requestNow(1)
  await credits.charge(buildLog(ended), 1)
  const job = requestNow(1).requestId
  await fresh.database.pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    values ($1, $2, $3, $4, '{}', false, 0, 0, quarry_now())`,
    [job, member.accountId, member.keyId, endpointPath],
  )
  for (const id of [open.requestId, ended.requestId, job]) {
    expect(await receipt(id)).not.toBeNull()
    expect(await receipt(id, member.keyId)).not.toBeNull()
    expect(await receipt(id, second.id)).toBeNull()
    expect(await readReceipt(fresh.database.pool, other.accountId, id)).toBeNull()
  }
})

test('an old receipt costs as much as a new one: neither log nor ledger is scanned as a whole', async () => {
  const { rows } = await fresh.database.pool.query<{ request_id: string }>(
    'select request_id from calls where account_id = $1 order by id limit 1 offset 500',
    [member.accountId],
  )
  const id = rows[0]?.request_id ?? ''
  // Long enough for the planner to use the ledger's index.
  await fresh.database.pool.query(
    `insert into ledger (at, account_id, fund, entry, credits, period, request_id)
    select quarry_now() + n * interval '1 minute', $1, 'bonus', 'charge', 1, 0, gen_random_uuid()
    from generate_series(1, 5000) n`,
    [other.accountId],
  )
  await fresh.database.pool.query('analyze ledger')
  // The months that have rows.
  for (const table of ['calls_2031', 'ledger']) {
    const cost = await measureCost(fresh.database, table, async (pool) =>
      expect(await readReceipt(pool, member.accountId, id)).toMatchObject({ calls: [{ request_id: id }] }),
    )
    expect(cost).toMatchObject({ scanned: [], wholeReads: 0 })
    expect(cost.rows).toBeLessThan(300)
  }
})
