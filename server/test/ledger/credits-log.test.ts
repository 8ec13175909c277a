// The request log: one row per call, 429s counted per key and second, statistics from rollups, and monthly partitions
// created ahead and dropped.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import type { Credits } from '../../src/ledger/credits.ts'
import { listCalls } from '../../src/ledger/log/list-calls.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  countRows,
  type Member,
  openLedger,
  setNow,
  type TestLedger,
} from '../support/ledger.ts'

let fresh: FreshDatabase
let ledger: TestLedger
let credits: Credits
let member: Member
let time: number

beforeEach(async () => {
  fresh = await freshDatabase({ max: 1, maxReads: 1 })
  time = Date.parse('2031-05-31T23:59:00Z')
  await setNow(fresh.database, new Date(time))
  ledger = openLedger(fresh.database, { nowMs: () => time, logMonths: 2 })
  credits = ledger.credits
  member = await addMember(fresh.database, { bonus_credits: 1000 })
})

afterEach(async () => {
  await ledger.close()
  expect(await audit(fresh.database)).toEqual([])
  await fresh.drop()
})

const move = (ms: number) => {
  time += ms
  return setNow(fresh.database, new Date(time))
}

test('every field of a row is stored, whatever the text contains', async () => {
  const jobId = randomUUID()
  const params = JSON.stringify({ query: 'a"b\\c\u0000{},NULL', other: '\ud800', more: 'é漢🙂' })
  const log = buildLog(buildRequest(member), 404, {
    params,
    sentStatus: 200,
    reason: 'not_found',
    ms: 1234.6,
    clientClosed: true,
    jobId,
    cacheAgeSeconds: 7,
    provider: 'sandbox',
    recordFields: '31/43',
    recordForm: 'json',
  })
  await credits.charge(log, 3)
  expect((await listCalls(fresh.database, {})).calls).toEqual([
    {
      request_id: log.requestId,
      at: '2031-05-31T23:59:00.000Z',
      account: member.slug,
      key_id: member.keyId,
      endpoint: log.endpoint,
      params,
      recorded_status: 404,
      sent_status: 200,
      reason: 'not_found',
      credits: 3,
      subscription_credits: 0,
      bonus_credits: 3,
      ms: 1235,
      job_id: jobId,
      client_closed: true,
      cache_age_seconds: 7,
      provider: 'sandbox',
      record_fields: '31/43',
      record_form: 'json',
      count: 1,
      outcome: 'no_match',
    },
  ])
})

test('a NUL character or an oversized parameter does not lose the row', async () => {
  await ledger.requestLog.record(buildLog(buildRequest(member), 400, { params: `\0${'x'.repeat(100_000)}` }))
  const [call] = (await listCalls(fresh.database, {})).calls
  expect(call?.params).toBe(`\ufffd${'x'.repeat(4095)}`)
})

test('429s are one row per key and second with their count', async () => {
  const other = await addMember(fresh.database)
  for (const ms of [0, 400, 300, 600, 0]) {
    await move(ms)
    await ledger.requestLog.record(buildLog(buildRequest(member), 429))
    await ledger.requestLog.record(buildLog(buildRequest(other), 429))
  }
  await ledger.requestLog.flushRefusals()
  // The second that is still running is not written yet.
  expect(await countRows(fresh.database, 'calls')).toBe(2)
  await move(1000)
  await ledger.requestLog.flushRefusals()
  const { calls } = await listCalls(fresh.database, { accountId: member.accountId })
  expect(calls.map(({ count, recorded_status, params }) => ({ count, recorded_status, params }))).toEqual([
    { count: 2, recorded_status: 429, params: null },
    { count: 3, recorded_status: 429, params: null },
  ])
})

test('closing writes pending counts', async () => {
  await ledger.requestLog.record(buildLog(buildRequest(member), 429))
  await ledger.close()
  expect(await countRows(fresh.database, 'calls')).toBe(1)
})

test('the list is filtered and paged to the end without repeats or gaps', async () => {
  const other = await addMember(fresh.database, { bonus_credits: 10 })
  const requestIds: string[] = []
  for (let n = 0; n < 25; n += 1) {
    const log = buildLog(buildRequest(n % 5 === 0 ? other : member), n % 2 === 0 ? 200 : 400)
    await ledger.requestLog.record({ ...log, endpoint: n % 3 === 0 ? '/v2/usage' : log.endpoint })
    requestIds.push(log.requestId)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listCalls(fresh.database, { limit: 4, ...(cursor ? { cursor } : {}) })
    seen.push(...page.calls.map((call) => call.request_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(requestIds.toReversed())
  const picked = await listCalls(fresh.database, {
    accountId: member.accountId,
    status: 400,
    endpoint: '/v2/usage',
  })
  expect(picked.calls.map((call) => call.request_id)).toEqual(
    requestIds.filter((_, n) => n % 5 !== 0 && n % 2 !== 0 && n % 3 === 0).toReversed(),
  )
  expect(picked.next_cursor).toBeNull()
  for (const query of [{ cursor: 'x' }, { limit: 0 }, { limit: 1001 }, { status: 70_000 }]) {
    await expect(listCalls(fresh.database, query)).rejects.toMatchObject({ reason: 'invalid_parameter' })
  }
})

test('statistics count calls, credits, errors and latency by day, endpoint, key and status', async () => {
  const logCall = async (status: number, ms: number, price: number) => {
    const request = buildRequest(member, Math.max(price, 1))
    const log = buildLog(request, status, { ms })
    await (price > 0 ? credits.charge(log, price) : ledger.requestLog.record(log))
  }
  for (let n = 0; n < 18; n += 1) await logCall(200, 20, 2)
  await logCall(500, 900, 0)
  await move(60_000)
  await logCall(404, 31, 1)
  const query = { accountId: member.accountId, groupBy: 'day' as const }
  expect(await ledger.requestLog.statistics(query)).toEqual({
    period: { from: '2031-05-03', to: '2031-06-01' },
    totals: {
      ...{ calls: 20, credits: 37, errors: 2, p50_ms: 20, p95_ms: 40, fields_share: null },
      ...{ answered: 18, no_match: 1, refused: 0, failed: 1 },
    },
    series: [
      {
        ...{
          day: '2031-05-31',
          calls: 19,
          credits: 36,
          errors: 1,
          p50_ms: 20,
          p95_ms: 1000,
          fields_share: null,
        },
        ...{ answered: 18, no_match: 0, refused: 0, failed: 1 },
      },
      {
        ...{ day: '2031-06-01', calls: 1, credits: 1, errors: 1, p50_ms: 40, p95_ms: 40, fields_share: null },
        ...{ answered: 0, no_match: 1, refused: 0, failed: 0 },
      },
    ],
  })
  const by = async (groupBy: 'endpoint' | 'key' | 'status') =>
    (await ledger.requestLog.statistics({ ...query, groupBy })).series.map((row) => [row[groupBy], row.calls])
  expect(await by('endpoint')).toEqual([['/v2/ticketing/event', 20]])
  expect(await by('key')).toEqual([['main', 20]])
  expect(await by('status')).toEqual([
    [200, 18],
    [404, 1],
    [500, 1],
  ])
  const empty = await ledger.requestLog.statistics({ ...query, from: '2031-01-01', to: '2031-01-31' })
  expect(empty).toMatchObject({ totals: { calls: 0, credits: 0, errors: 0, p50_ms: null }, series: [] })
  for (const range of [
    { from: '2031-02-30' },
    { to: 'now' },
    { from: '2031-06-02' },
    { from: '2029-01-01' },
  ]) {
    await expect(ledger.requestLog.statistics({ ...query, ...range })).rejects.toMatchObject({
      reason: 'invalid_parameter',
    })
  }
})

test('partitions are created ahead, rows go to their month, and old months are dropped', async () => {
  await ledger.maintain()
  await ledger.requestLog.record(buildLog(buildRequest(member)))
  await move(60_000)
  await ledger.requestLog.record(buildLog(buildRequest(member)))
  expect(await countRows(fresh.database, 'calls_2031_05')).toBe(1)
  expect(await countRows(fresh.database, 'calls_2031_06')).toBe(1)
  expect(await countRows(fresh.database, 'calls_2031_07')).toBe(0)
  expect(await countRows(fresh.database, 'calls_default')).toBe(0)
  await move(75 * 86_400_000)
  await ledger.maintain()
  expect((await listCalls(fresh.database, {})).calls).toHaveLength(1)
  expect(await countRows(fresh.database, `pg_class where relname = 'calls_2031_05'`)).toBe(0)
  // Rows of a month without a partition go to the default partition.
  await move(400 * 86_400_000)
  await ledger.requestLog.record(buildLog(buildRequest(member)))
  expect(await countRows(fresh.database, 'calls_default')).toBe(1)
  await ledger.maintain()
  expect(await countRows(fresh.database, 'calls')).toBe(1)
})
