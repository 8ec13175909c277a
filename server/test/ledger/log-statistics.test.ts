// Statistics by hour, by provider and by two groups; those by one group are tested in credits-log.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credits } from '../../src/ledger/credits.ts'
import { percentile, toLatencyBound } from '../../src/ledger/log/counters.ts'
import {
  type GroupBy,
  maxSeries,
  readStatistics,
  type Statistics,
  type StatisticsQuery,
} from '../../src/ledger/log/statistics.ts'
import type { Queryable } from '../../src/platform/db/statement.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { measureCost } from '../support/filled-log.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  type Member,
  openLedger,
  setNow,
  type TestLedger,
} from '../support/ledger.ts'

let fresh: FreshDatabase
let ledger: TestLedger
let credits: Credits
let member: Member

beforeAll(async () => {
  fresh = await freshDatabase({ max: 1, maxReads: 1 })
  ledger = openLedger(fresh.database)
  credits = ledger.credits
  member = await addMember(fresh.database, { bonus_credits: 1000 })
  const other = await addMember(fresh.database, { bonus_credits: 1000 })
  const calls: [string, string | null, number, string][] = [
    ['2031-05-30T22:10:00Z', 'site', 200, '/v2/a'],
    ['2031-05-31T22:50:00Z', 'site', 200, '/v2/a'],
    ['2031-05-31T22:55:00Z', 'sandbox', 404, '/v2/b'],
    ['2031-05-31T23:05:00Z', 'sandbox', 200, '/v2/a'],
    ['2031-05-31T23:10:00Z', null, 400, '/v2/b'],
  ]
  for (const [at, provider, status, endpoint] of calls) {
    await setNow(fresh.database, new Date(at))
    for (const caller of [member, other])
      await credits.charge({ ...buildLog(buildRequest(caller), status, { provider, ms: 20 }), endpoint }, 1)
  }
})
afterAll(async () => {
  await ledger.close()
  await fresh.drop()
})

const readStatisticsBy = (groupBy: StatisticsQuery['groupBy'], more: { from?: string; to?: string } = {}) =>
  ledger.requestLog.statistics({ accountId: member.accountId, groupBy, ...more })

test('by hour: the last 24 including the current one, or the requested range including both ends', async () => {
  const counters = { credits: 2, calls: 2, errors: 1, p50_ms: 20, p95_ms: 20, fields_share: null }
  expect(await readStatisticsBy('hour')).toMatchObject({
    period: { from: '2031-05-31T00:00:00Z', to: '2031-05-31T23:00:00Z' },
    totals: { ...counters, calls: 4, credits: 4, errors: 2 },
    series: [
      { hour: '2031-05-31T22:00:00Z', ...counters },
      { hour: '2031-05-31T23:00:00Z', ...counters },
    ],
  })
  const days = await readStatisticsBy('hour', { from: '2031-05-30', to: '2031-05-31' })
  expect(days.period).toEqual({ from: '2031-05-30T00:00:00Z', to: '2031-05-31T23:00:00Z' })
  expect(days.totals.calls).toBe(5)
  const one = await readStatisticsBy('hour', {
    from: '2031-05-31T22:59:00Z',
    to: '2031-06-01T00:30:00+02:00',
  })
  expect(one.period).toEqual({ from: '2031-05-31T22:00:00Z', to: '2031-05-31T22:00:00Z' })
  expect(one.totals.calls).toBe(2)
})

test('two groups: each item has both names, in the requested order; no provider is null', async () => {
  const series = async (groupBy: readonly GroupBy[]) =>
    (await readStatisticsBy(groupBy)).series.map((item) => [
      ...groupBy.map((group) => item[group]),
      item.calls,
    ])
  expect(await series(['endpoint', 'status'])).toEqual([
    ['/v2/a', 200, 3],
    ['/v2/b', 400, 1],
    ['/v2/b', 404, 1],
  ])
  expect(await series(['day', 'provider'])).toEqual([
    ['2031-05-30', 'site', 1],
    ['2031-05-31', null, 1],
    ['2031-05-31', 'sandbox', 2],
    ['2031-05-31', 'site', 1],
  ])
  expect(await series(['provider', 'hour'])).toEqual([
    [null, '2031-05-31T23:00:00Z', 1],
    ['sandbox', '2031-05-31T22:00:00Z', 1],
    ['sandbox', '2031-05-31T23:00:00Z', 1],
    ['site', '2031-05-31T22:00:00Z', 1],
  ])
  expect(await series(['key', 'day'])).toEqual([
    ['main', '2031-05-30', 1],
    ['main', '2031-05-31', 4],
  ])
  expect(await series(['provider'])).toEqual([
    [null, 1],
    ['sandbox', 2],
    ['site', 2],
  ])
  expect((await readStatisticsBy('provider')).period).toEqual({ from: '2031-05-02', to: '2031-05-31' })
})

test('invalid groups are refused, and periods are bounded', async () => {
  const refused: [StatisticsQuery['groupBy'], { from?: string; to?: string }][] = [
    [[], {}],
    [['day', 'day'], {}],
    [['day', 'key', 'status'], {}],
    ['minute' as GroupBy, {}],
    ['day', { from: '2031-05-01T00:00:00Z' }],
    ['provider', { to: '2031-05-01T00:00:00Z' }],
    ['hour', { from: '2031-04-30', to: '2031-05-31' }],
    ['hour', { from: '2031-05-31T23:00:00Z', to: '2031-05-31T22:59:00Z' }],
    [['provider', 'day'], { from: '2030-05-30' }],
  ]
  for (const [groupBy, period] of refused)
    await expect(readStatisticsBy(groupBy, period)).rejects.toMatchObject({ reason: 'invalid_parameter' })
  await readStatisticsBy('hour', { from: '2031-05-01', to: '2031-05-31' })
  await readStatisticsBy(['provider', 'day'], { from: '2030-05-31' })
})

test('the request log is not read', async () => {
  for (const groupBy of ['hour', 'day', ['provider', 'status']] as const) {
    const cost = await measureCost(fresh.database, 'calls', (pool) =>
      readStatistics(pool, { accountId: member.accountId, groupBy }),
    )
    expect(cost.rows).toBe(0)
  }
})

describe('with many counters', () => {
  const hours = 40
  const endpoints = 3
  const from = '2031-05-01'
  let busy: Member

  beforeAll(async () => {
    busy = await addMember(fresh.database, { bonus_credits: 1000 })
    const { accountId, keyId } = busy
    const bounds = [...new Set(Array.from({ length: 60_001 }, (_, ms) => toLatencyBound(ms)))]
    await fresh.database.pool.query(
      `insert into rollups_hourly (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most,
         calls, credits, fields_filled, fields_total)
       select $1, $3::timestamptz + h * interval '1 hour', '/v2/' || e, $2, '', '', s, b,
         (h * 7 + e * 5 + b) % 11, 1, 1, 2
       from generate_series(0, ${hours - 1}) h, generate_series(1, ${endpoints}) e, unnest(array[200, 404]) s,
         unnest($4::integer[]) b`,
      [accountId, keyId, `${from}T00:00:00Z`, bounds],
    )
  })

  /** Reads the statistics and the largest number of rows that a statement returned to this process. */
  async function readCounted(query: Omit<StatisticsQuery, 'accountId'>) {
    const counts: number[] = []
    const pool = {
      query: async (...args: Parameters<typeof fresh.database.pool.query>) => {
        const result = (await fresh.database.pool.query(...args)) as unknown as { rows: unknown[] }
        counts.push(result.rows.length)
        return result
      },
    } as unknown as Queryable
    const statistics = await readStatistics(pool, { accountId: busy.accountId, ...query }).catch(
      (error: unknown) => error,
    )
    return { statistics, mostRows: Math.max(...counts) }
  }

  test('the database returns one row per item and one for the totals, with the percentiles of all calls', async () => {
    const period = { from, to: '2031-05-02' }
    const { statistics, mostRows } = await readCounted({ groupBy: ['hour', 'endpoint'], ...period })
    const { totals, series } = statistics as Statistics
    expect(series).toHaveLength(hours * endpoints)
    expect(mostRows).toBe(series.length + 1)

    const { rows } = await fresh.database.pool.query<{ name: string; bound: number; calls: number }>(
      `select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || endpoint as name,
         ms_at_most as bound, sum(calls)::integer as calls
       from rollups_hourly where account_id = $1 group by 1, 2`,
      [busy.accountId],
    )
    const measure = (of: typeof rows) => {
      const counts = new Map<number, number>()
      for (const { bound, calls } of of) counts.set(bound, (counts.get(bound) ?? 0) + calls)
      const calls = of.reduce((sum, row) => sum + row.calls, 0)
      return { calls, p50_ms: percentile(counts, 0.5), p95_ms: percentile(counts, 0.95), fields_share: 0.5 }
    }
    expect(totals).toMatchObject(measure(rows))
    for (const item of series)
      expect(item).toMatchObject(measure(rows.filter(({ name }) => name === `${item.hour} ${item.endpoint}`)))
  })

  test('more items than the limit are refused with the name of the parameter, and no more than the limit are read', async () => {
    await fresh.database.pool.query(
      `insert into rollups_hourly (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most, calls, credits)
       select $1, $3::timestamptz, '/v2/many/' || e, $2, '', '', 200, b, 1, 1
       from generate_series(1, ${maxSeries + 50}) e, unnest(array[10, 20, 30]) b`,
      [busy.accountId, busy.keyId, `${from}T00:00:00Z`],
    )
    const { statistics, mostRows } = await readCounted({
      groupBy: ['hour', 'endpoint'],
      from,
      to: '2031-05-02',
    })
    expect(statistics).toMatchObject({
      reason: 'invalid_parameter',
      message: expect.stringContaining('group_by'),
    })
    expect(mostRows).toBeLessThanOrEqual(maxSeries + 2)
  })
})
