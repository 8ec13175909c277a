// Period boundaries: periods are half-open and renewed by the database clock, quotas free a bucket once it is entirely
// past, and credits held in one period never become credits of the next.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import { audit } from '../../src/ledger/audit.ts'
import type { Credits } from '../../src/ledger/credits.ts'
import type { Refusal } from '../../src/platform/errors.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  type Member,
  openLedger,
  readFunds,
  setNow,
  type TestLedger,
} from '../support/ledger.ts'

const start = Date.parse('2031-01-31T10:00:00.000Z')
const day = 86_400
let fresh: FreshDatabase
let ledger: TestLedger
let credits: Credits

beforeEach(async () => {
  fresh = await freshDatabase({ max: 1 })
  await at(0)
  ledger = openLedger(fresh.database)
  credits = ledger.credits
})

afterEach(async () => {
  expect(await audit(fresh.database)).toEqual([])
  await ledger.close()
  await fresh.drop()
})

const at = (seconds: number) => setNow(fresh.database, new Date(start + seconds * 1000))
const funds = (member: Member) => readFunds(fresh.database, member.accountId)
async function charge(member: Member, price = 1): Promise<unknown> {
  const request = buildRequest(member, price)
  return credits.charge(buildLog(request), request.credits).then(
    () => 'charged',
    (error: Refusal) => [error.message.split(' ').at(-1), error.retryAfterSeconds],
  )
}

test('the last millisecond belongs to the old period, the end itself to the new one', async () => {
  const member = await addMember(fresh.database, { subscription_total: 5, period_days: 30 })
  await charge(member, 2)
  await at(30 * day - 0.001)
  await charge(member, 1)
  expect(await funds(member)).toMatchObject({ period: 1, subscription_available: 2, subscription_expired: 0 })
  await at(30 * day)
  await charge(member, 1)
  expect(await funds(member)).toMatchObject({
    period: 2,
    subscription_granted: 10,
    subscription_available: 4,
    subscription_charged: 4,
    subscription_expired: 2,
  })
  const report = await ledger.readUsage(member)
  expect(report).toMatchObject({
    renewal_date: '2031-04-01',
    period: { start: '2031-03-02', end: '2031-04-01' },
    total_used: 1,
    remaining: 4,
    subscription: { used: 1, total: 5, remaining: 4, percent_used: 20 },
  })
})

test('idle periods are skipped: one expiry, one grant, and the period that contains the current time', async () => {
  const member = await addMember(fresh.database, { subscription_total: 5, period_days: 7 })
  await at(7 * day * 10 + 1)
  expect(await ledger.readUsage(member)).toMatchObject({
    remaining: 5,
    period: { start: '2031-04-11', end: '2031-04-18' },
  })
  expect(await funds(member)).toMatchObject({ period: 2, subscription_granted: 10, subscription_expired: 5 })
})

test('a call belongs to the period of its hold: it is charged there, and expires when released later', async () => {
  const member = await addMember(fresh.database, { subscription_total: 5, bonus_credits: 3, period_days: 1 })
  const [charged, released] = [buildRequest(member, 2), buildRequest(member, 4)]
  const holds = [await credits.hold(charged), await credits.hold(released)]
  await at(day)
  await credits.settle(holds[0] as never, { credits: 2, log: buildLog(charged) })
  expect(await ledger.readUsage(member)).toMatchObject({
    total_used: 0,
    subscription: { used: 0, remaining: 5 },
  })
  await credits.settle(holds[1] as never, { credits: 0, log: buildLog(released, 500) })
  // Three of the released credits came from the ended subscription and expire; the bonus credit is returned.
  expect(await funds(member)).toMatchObject({
    subscription_available: 5,
    subscription_charged: 2,
    subscription_expired: 3,
    bonus_available: 3,
  })
})

test('without a subscription the period is the calendar month (UTC), and only its calls count', async () => {
  const member = await addMember(fresh.database, { bonus_credits: 8, rate_limit: { per_second: 3 } })
  await charge(member, 3)
  // One millisecond before February.
  await at(14 * 3600 - 0.001)
  await charge(member, 1)
  expect(await ledger.readUsage(member)).toMatchObject({
    total_used: 4,
    renewal_date: '2031-02-01',
    period: { start: '2031-01-01', end: '2031-02-01' },
  })
  const request = buildRequest(member, 1)
  const hold = await credits.hold(request)
  await at(14 * 3600)
  expect(await ledger.readUsage(member)).toMatchObject({ total_used: 0, period: { start: '2031-02-01' } })
  await credits.settle(hold, { credits: 1, log: buildLog(request) })
  expect(await ledger.readUsage(member)).toMatchObject({ total_used: 0, remaining: 3 })
  await at(400 * day)
  await charge(member, 1)
  expect(await ledger.readUsage(member)).toEqual({
    remaining: 2,
    total_used: 1,
    renewal_date: '2032-04-01',
    period: { start: '2032-03-01', end: '2032-04-01' },
    subscription: { used: 0, total: 0, remaining: 0, percent_used: 0 },
    credits: { given: 8, consumed: 6, remaining: 2, percent_used: 75 },
    rate_limit: { per_minute: null, per_second: 3 },
    account: { name: 'Test', slug: member.slug },
    api_key: {
      alias: 'main',
      active: true,
      category: 'production',
      expires: null,
      quotas: { total: null, daily: null, weekly: null, monthly: null },
    },
  })
})

test('the usage report has the time at which the key expires, not only the day', async () => {
  const member = await addMember(fresh.database, {}, { expires: '2031-01-31T15:08:00+01:00' })
  expect(await ledger.readUsage(member)).toMatchObject({ api_key: { expires: '2031-01-31T14:08:00Z' } })
})

test('a subscription is raised, lowered and ended within its period', async () => {
  const accounts = createAccountStore(fresh.database)
  const member = await addMember(fresh.database, { subscription_total: 10 })
  const change = (total: number) => accounts.change(member.slug, { subscription_total: total }, 'test')
  await charge(member, 4)
  const holdRequest = buildRequest(member, 2)
  const hold = await credits.hold(holdRequest)
  expect((await change(15)).subscription).toMatchObject({ granted: 15, available: 9 })
  expect((await change(8)).subscription).toMatchObject({ available: 2, expired: 7 })
  expect(await ledger.readUsage(member)).toMatchObject({ subscription: { used: 6, total: 8, remaining: 2 } })
  const ended = await change(0)
  const month = { start: '2031-01-01', end: '2031-02-01' }
  expect(ended).toMatchObject({ period: month, subscription: { available: 0, held: 2, expired: 9 } })
  await credits.settle(hold, { credits: 0, log: buildLog(holdRequest, 500) })
  expect(await funds(member)).toMatchObject({ subscription_available: 0, subscription_expired: 11 })
  expect(await ledger.readUsage(member)).toMatchObject({
    period: month,
    total_used: 0,
    remaining: 0,
    subscription: { used: 0, total: 0, remaining: 0, percent_used: 0 },
  })
})

test('a subscription is granted once per period, however often it is lowered and raised', async () => {
  const accounts = createAccountStore(fresh.database)
  const member = await addMember(fresh.database, { subscription_total: 1000 })
  const change = (total: number) => accounts.change(member.slug, { subscription_total: total }, 'test')
  await charge(member, 600)
  const holdRequest = buildRequest(member, 400)
  const hold = await credits.hold(holdRequest)
  await change(100)
  await change(1000)
  expect(await funds(member)).toMatchObject({ subscription_granted: 1000, subscription_available: 0 })
  await change(700)
  // Of 700, 600 are charged: 100 of the released 400 are returned, 300 expire.
  await credits.settle(hold, { credits: 0, log: buildLog(holdRequest, 500) })
  expect(await funds(member)).toMatchObject({ subscription_available: 100, subscription_expired: 300 })
  expect(await ledger.readUsage(member)).toMatchObject({
    subscription: { used: 600, total: 700, remaining: 100 },
  })
  await change(1000)
  expect(await funds(member)).toMatchObject({ subscription_available: 400, subscription_charged: 600 })
})

const windows = [
  { name: 'daily', seconds: day, grain: 60 },
  { name: 'weekly', seconds: 7 * day, grain: 3600 },
  { name: 'monthly', seconds: 30 * day, grain: 3600 },
] as const

for (const { name, seconds, grain } of windows) {
  test(`a ${name} quota frees a bucket once it is entirely past, and Retry-After says when`, async () => {
    const member = await addMember(fresh.database, { bonus_credits: 100 }, { quotas: { [name]: 3 } })
    // `start` is the beginning of a bucket: credits taken at 30 s are free once the whole bucket has left the window.
    await at(30)
    expect(await charge(member, 2)).toBe('charged')
    await at(2 * grain)
    expect(await charge(member, 1)).toBe('charged')
    expect(await charge(member, 1)).toEqual([name, seconds - grain])
    // The bucket leaves the window one grain later, but Retry-After never exceeds the window.
    expect(await charge(member, 3)).toEqual([name, seconds])
    expect(await charge(member, 4)).toEqual([name, seconds])
    await at(seconds + grain - 0.001)
    expect(await charge(member, 1)).toEqual([name, 1])
    await at(seconds + grain)
    expect(await charge(member, 3)).toEqual([name, 2 * grain])
    expect(await charge(member, 2)).toBe('charged')
    expect(await charge(member, 1)).toEqual([name, 2 * grain])
    await ledger.maintain()
    expect(await charge(member, 1)).toEqual([name, 2 * grain])
  })

  test(`Retry-After of a ${name} quota is at most the window, whenever in its bucket a call was made`, async () => {
    const member = await addMember(fresh.database, { bonus_credits: 100 }, { quotas: { [name]: 1 } })
    for (const [n, second] of [0, 1, grain / 2, grain - 1].entries()) {
      const charged = 3 * seconds * n + second
      await at(charged)
      expect(await charge(member)).toBe('charged')
      expect(await charge(member)).toEqual([name, seconds])
      // A caller that retries then waits at most for the rest of the bucket.
      await at(charged + seconds)
      const rest = grain - (charged % grain)
      expect(await charge(member)).toEqual([name, rest])
      await at(charged + seconds + rest)
      expect(await charge(member)).toBe('charged')
    }
  })
}

test('a total quota never resets, has no Retry-After, and a release returns its credits', async () => {
  const member = await addMember(fresh.database, { bonus_credits: 100 }, { quotas: { total: 3, daily: 3 } })
  expect(await charge(member, 2)).toBe('charged')
  const request = buildRequest(member)
  const hold = await credits.hold(request)
  expect(await charge(member)).toEqual(['total', undefined])
  await credits.settle(hold, { credits: 0, log: buildLog(request, 500) })
  expect(await charge(member)).toBe('charged')
  await at(100 * day)
  expect(await charge(member)).toEqual(['total', undefined])
})

test('maintenance adds up the buckets that are outside of every window, and a late release counts there', async () => {
  const member = await addMember(fresh.database, { bonus_credits: 100 })
  const request = buildRequest(member, 3, 'job')
  const hold = await credits.hold(request)
  for (const days of [0, 29, 30]) {
    await at(days * day)
    await charge(member)
  }
  await at(30.9 * day)
  await ledger.maintain()
  const buckets = async () =>
    (
      await fresh.database.pool.query(
        `select grain_seconds as seconds, count(*)::integer, sum(credits)::integer as credits
        from quota_buckets group by 1 order by 1`,
      )
    ).rows
  const recent = [
    { seconds: 60, count: 1, credits: 1 },
    { seconds: 3600, count: 2, credits: 2 },
  ]
  expect(await buckets()).toEqual([{ seconds: 0, count: 1, credits: 4 }, ...recent])
  await credits.settle(hold, { credits: 1, log: buildLog(request) })
  expect(await buckets()).toEqual([{ seconds: 0, count: 1, credits: 2 }, ...recent])
  await at(62 * day)
  await ledger.maintain()
  expect(await buckets()).toEqual([{ seconds: 0, count: 1, credits: 4 }])
})
