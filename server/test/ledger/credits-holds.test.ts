// The life of a hold: it ends once, is released soon after a crash when its lease ends, and leaves one log row and a
// balanced ledger.
import { Failure } from '@quarry/kit/errors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import type { Credits } from '../../src/ledger/credits.ts'
import type { Refusal } from '../../src/platform/errors.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  countRows,
  endpointPath,
  type Member,
  openLedger,
  readFunds,
  setNow,
  type TestLedger,
} from '../support/ledger.ts'

const start = Date.parse('2031-05-01T12:00:00Z')
let fresh: FreshDatabase
let ledger: TestLedger
let credits: Credits
let member: Member

beforeEach(async () => {
  fresh = await freshDatabase({ max: 1 })
  await at(0)
  ledger = openLedger(fresh.database)
  credits = ledger.credits
  member = await addMember(fresh.database, { subscription_total: 3, bonus_credits: 10 })
})

afterEach(async () => {
  expect(await audit(fresh.database)).toEqual([])
  await ledger.close()
  await fresh.drop()
})

const at = (seconds: number) => setNow(fresh.database, new Date(start + seconds * 1000))
const rows = async <T>(text: string) => (await fresh.database.pool.query(text)).rows as T[]

test('a charge takes the subscription first and the rest from the bonus', async () => {
  const request = buildRequest(member, 5)
  const hold = await credits.hold(request)
  expect(hold).toMatchObject({ id: request.requestId, credits: 5, remaining: 8 })
  expect(await readFunds(fresh.database, member.accountId)).toMatchObject({
    subscription_held: 3,
    bonus_held: 2,
  })
  expect(await credits.settle(hold, { credits: 5, log: buildLog(request) })).toEqual({ remaining: 8 })
  expect(
    await rows(`select fund, entry, credits, period, request_id from ledger where entry = 'charge'`),
  ).toEqual([
    { fund: 'subscription', entry: 'charge', credits: 3, period: 1, request_id: request.requestId },
    { fund: 'bonus', entry: 'charge', credits: 2, period: 1, request_id: request.requestId },
  ])
  expect(await rows('select subscription_credits, bonus_credits, recorded_status from calls')).toEqual([
    { subscription_credits: 3, bonus_credits: 2, recorded_status: 200 },
  ])
})

test('a release returns everything and writes a log row without credits', async () => {
  const request = buildRequest(member, 5)
  const hold = await credits.hold(request)
  expect(await credits.settle(hold, { credits: 0, log: buildLog(request, 500) })).toEqual({ remaining: 13 })
  expect(await countRows(fresh.database, `ledger where entry <> 'grant'`)).toBe(0)
  expect(
    await rows('select subscription_credits + bonus_credits as credits, recorded_status from calls'),
  ).toEqual([{ credits: 0, recorded_status: 500 }])
})

test('a hold ends once: the second settlement fails, charges nothing and logs nothing', async () => {
  const request = buildRequest(member, 2)
  const hold = await credits.hold(request)
  await credits.settle(hold, { credits: 2, log: buildLog(request) })
  await expect(credits.settle(hold, { credits: 2, log: buildLog(request) })).rejects.toBeInstanceOf(Failure)
  await expect(credits.settle(hold, { credits: 0, log: buildLog(request) })).rejects.toBeInstanceOf(Failure)
  expect((await readFunds(fresh.database, member.accountId)).subscription_charged).toBe(2)
  expect(await countRows(fresh.database, 'calls')).toBe(1)
})

test('both settlements of one hold in one batch: one succeeds', async () => {
  const request = buildRequest(member, 2)
  const hold = await credits.hold(request)
  const ends = await Promise.allSettled(
    [2, 0].map((price) => credits.settle(hold, { credits: price, log: buildLog(request) })),
  )
  expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await countRows(fresh.database, 'calls')).toBe(1)
})

test('a price above the hold is refused, and the sweeper releases the hold', async () => {
  const request = buildRequest(member, 2)
  const hold = await credits.hold(request)
  await expect(credits.settle(hold, { credits: 3, log: buildLog(request) })).rejects.toBeInstanceOf(Failure)
  await at(10)
  await credits.renewLeases()
  await at(16)
  expect(await credits.sweepOrphans()).toBe(1)
})

test('a call that fails during its hold releases everything and writes its log row', async () => {
  const request = buildRequest(member, 2)
  await credits.hold(request)
  await ledger.requestLog.record(buildLog(request, 500))
  expect(await countRows(fresh.database, 'holds')).toBe(0)
  expect(await countRows(fresh.database, 'calls')).toBe(1)
  expect((await readFunds(fresh.database, member.accountId)).subscription_available).toBe(3)
})

test('a call whose hold was swept has one log row, even when its server records the failure too', async () => {
  const request = buildRequest(member, 2)
  const hold = await credits.hold(request)
  await at(16)
  await credits.sweepOrphans()
  await expect(credits.settle(hold, { credits: 2, log: buildLog(request) })).rejects.toBeInstanceOf(Failure)
  await ledger.requestLog.record(buildLog(request, 500))
  expect(await countRows(fresh.database, 'calls')).toBe(1)
})

test('the sweeper releases the holds of a dead server when their lease ends, not before', async () => {
  const dead = openLedger(fresh.database, { owner: 'dead' }).credits
  const request = buildRequest(member, 4)
  const hold = await dead.hold(request)
  await at(15)
  expect(await credits.sweepOrphans()).toBe(0)
  await at(15.001)
  expect(await credits.sweepOrphans()).toBe(1)
  expect(await readFunds(fresh.database, member.accountId)).toMatchObject({
    subscription_available: 3,
    subscription_held: 0,
    bonus_available: 10,
    bonus_held: 0,
  })
  expect(
    await rows(
      'select request_id, endpoint, recorded_status, sent_status, client_closed, ms, reason from calls',
    ),
  ).toEqual([
    {
      request_id: request.requestId,
      endpoint: endpointPath,
      recorded_status: 500,
      sent_status: null,
      client_closed: null,
      ms: 15_001,
      reason: 'internal',
    },
  ])
  await expect(dead.settle(hold, { credits: 4, log: buildLog(request) })).rejects.toBeInstanceOf(Failure)
  expect((await readFunds(fresh.database, member.accountId)).bonus_charged).toBe(0)
})

test('renewed leases stay valid; the hold of an ended call is not renewed', async () => {
  const request = buildRequest(member)
  const hold = await credits.hold(request)
  for (const seconds of [10, 20, 30]) {
    await at(seconds)
    await credits.renewLeases()
    expect(await credits.sweepOrphans()).toBe(0)
  }
  await credits.settle(hold, { credits: 1, log: buildLog(request) })
  expect(await countRows(fresh.database, 'holds')).toBe(0)
})

test('at start on an embedded database all other holds are released at once, except those of jobs', async () => {
  const dead = openLedger(fresh.database, { owner: 'dead' }).credits
  await dead.hold(buildRequest(member, 2))
  const ofJob = await dead.hold(buildRequest(member, 2, 'job'))
  const own = await credits.hold(buildRequest(member, 1))
  expect(await credits.sweepOrphans({ everyone: true })).toBe(1)
  expect(await rows('select kind, owner from holds order by kind')).toEqual([
    { kind: 'call', owner: 'one' },
    { kind: 'job', owner: 'dead' },
  ])
  await at(86_400)
  await credits.renewLeases()
  expect(await credits.sweepOrphans()).toBe(0)
  await credits.settle(own, { credits: 0, log: buildLog(buildRequest(member)) })
  // This hold has no job, which the audit would report.
  await credits.settle(ofJob, { credits: 0, log: buildLog(buildRequest(member)) })
})

test('more orphaned holds than one sweep takes are all released', async () => {
  const rich = await addMember(fresh.database, { bonus_credits: 2000 })
  const dead = openLedger(fresh.database, { owner: 'dead' }).credits
  await Promise.all(Array.from({ length: 1201 }, () => dead.hold(buildRequest(rich))))
  await at(16)
  expect(await credits.sweepOrphans()).toBe(1201)
  expect(await countRows(fresh.database, 'holds')).toBe(0)
})

test('a hold is settled for a part of it, and the rest is released', async () => {
  const request = buildRequest(member, 5)
  const hold = await credits.hold(request)
  const { remaining } = await credits.settle(hold, { credits: 2, log: buildLog(request, 404) })
  expect(remaining).toBe(hold.remaining + 3)
  expect(await rows('select credits from key_meters')).toEqual([{ credits: 2 }])
  const [call] = await rows('select subscription_credits + bonus_credits as credits from calls')
  expect(call).toEqual({ credits: 2 })
})

test.each([-1, 6])('a hold of 5 cannot be settled with %i', async (amount) => {
  const request = buildRequest(member, 5)
  const hold = await credits.hold(request)
  await expect(credits.settle(hold, { credits: amount, log: buildLog(request) })).rejects.toMatchObject({
    reason: 'internal',
  })
  expect(await countRows(fresh.database, 'holds')).toBe(1)
  expect(await countRows(fresh.database, "ledger where entry = 'charge'")).toBe(0)
  await at(16)
  expect(await credits.sweepOrphans()).toBe(1)
})

test('ledger rows cannot be updated, deleted or truncated', async () => {
  const request = buildRequest(member)
  await credits.charge(buildLog(request), request.credits)
  for (const text of ['update ledger set credits = 1', 'delete from ledger', 'truncate ledger']) {
    await expect(fresh.database.pool.query(text)).rejects.toThrow('append-only')
  }
})

test('open invoices are checked before credits, and a quota before both', async () => {
  const poor = await addMember(fresh.database, { open_invoices: true }, { quotas: { daily: 5, total: 9 } })
  const reason = (price: number) =>
    credits.hold(buildRequest(poor, price)).catch((error: Refusal) => error.message + error.reason)
  expect(await reason(1)).toBe('Payment requiredopen_invoices')
  expect(await reason(6)).toContain('quota daily')
  expect(await reason(10)).toContain('quota total')
})

test('a batch with one impossible item fails only that item', async () => {
  const impossible = { ...buildRequest(member), accountId: 999_999 }
  const results = await Promise.allSettled([
    credits.hold(buildRequest(member)),
    credits.hold(impossible),
    credits.hold(buildRequest(member)),
  ])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ name: 'Failure', reason: 'internal' })
})
