// The call counters: calls appear in statistics at once, are added up once by any server, and are neither lost nor
// counted twice when a server dies or several add up at the same time.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import type { Credits } from '../../src/ledger/credits.ts'
import { addUpCounters } from '../../src/ledger/log/counters.ts'
import { readCoverage, readOverview } from '../../src/ledger/log/overview.ts'
import type { GroupBy } from '../../src/ledger/log/statistics.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  type Member,
  openLedger,
  type TestLedger,
} from '../support/ledger.ts'

let fresh: FreshDatabase
let ledger: TestLedger
let credits: Credits
let member: Member

beforeEach(async () => {
  fresh = await freshDatabase()
  ledger = openLedger(fresh.database)
  credits = ledger.credits
  member = await addMember(fresh.database, { bonus_credits: 100_000 })
})
afterEach(async () => {
  await ledger.close()
  expect(await audit(fresh.database)).toEqual([])
  await fresh.drop()
})

const logLookup = (status: number, ms: number, form: string | null = 'json') =>
  credits.charge(
    buildLog(buildRequest(member), status, {
      ms,
      provider: form && 'sandbox',
      recordForm: form,
      recordFields: form && '3/4',
    }),
    2,
  )

const sumColumn = async (table: string, column = 'calls'): Promise<number> => {
  const { rows } = await fresh.database.pool.query(
    `select coalesce(sum(${column}), 0)::integer as sum from ${table}`,
  )
  return rows[0].sum
}

const everyGroup: (GroupBy | GroupBy[])[] = ['day', 'hour', 'endpoint', 'key', ['status', 'form'], 'provider']

/** Everything that is read from the counters. */
const read = async () => ({
  statistics: await Promise.all(
    everyGroup.map((groupBy) => ledger.requestLog.statistics({ accountId: member.accountId, groupBy })),
  ),
  coverage: await readCoverage(fresh.database.pool),
  overview: await readOverview(fresh.database.pool),
})

test('statistics are the same before, during and after pending calls are added up', async () => {
  for (const [status, ms] of [
    [200, 5],
    [200, 5],
    [200, 900],
    [404, 5],
  ] as const)
    await logLookup(status, ms)
  await ledger.requestLog.record(buildLog(buildRequest(member), 400))
  const before = await read()
  expect(before.statistics.map(({ totals }) => [totals.calls, totals.credits, totals.errors])).toEqual(
    everyGroup.map(() => [5, 8, 2]),
  )
  expect(before.coverage).toMatchObject([{ form: 'json', records: 4, fields_share: 0.75 }])
  expect(before.overview.last_24_hours).toEqual({
    calls: 5,
    credits: 8,
    answered: 3,
    no_match: 1,
    refused: 1,
    failed: 0,
    errors: 2,
  })
  expect([await sumColumn('rollups'), await sumColumn('rollups_hourly')]).toEqual([0, 0])
  await ledger.requestLog.addUp()
  expect(await sumColumn('rollups_pending')).toBe(0)
  for (const table of ['rollups', 'rollups_hourly'])
    expect([
      await sumColumn(table),
      await sumColumn(table, 'credits'),
      await sumColumn(table, 'fields_total'),
    ]).toEqual([5, 8, 16])
  expect(await read()).toEqual(before)
  // The same counters again, and one more.
  for (const ms of [5, 5, 40]) await logLookup(200, ms)
  const between = await read()
  expect(between.statistics.map(({ totals }) => totals.calls)).toEqual(everyGroup.map(() => 8))
  await ledger.requestLog.addUp()
  expect(await read()).toEqual(between)
  expect(await sumColumn('rollups')).toBe(8)
})

test('a server that dies while it adds up leaves the counters unchanged', async () => {
  await logLookup(200, 5)
  const before = await read()
  const client = await fresh.database.pool.connect()
  await client.query('begin')
  await addUpCounters(client)
  // The row is locked, so a second server skips it instead of waiting.
  await ledger.requestLog.addUp()
  expect(await read()).toEqual(before)
  await client.query('rollback')
  client.release()
  expect([await sumColumn('rollups_pending'), await sumColumn('rollups')]).toEqual([1, 0])
  await ledger.requestLog.addUp()
  expect([await sumColumn('rollups_pending'), await sumColumn('rollups')]).toEqual([0, 1])
  expect(await read()).toEqual(before)
})

test('several servers that log calls and add up at once count each call once', async () => {
  const second = connect(fresh.target)
  const other = openLedger(second, { owner: 'two' })
  const rounds = 30
  const callers = [ledger, other].flatMap((server) =>
    [1, 2, 3].map(async (price) => {
      for (let round = 0; round < rounds; round += 1) {
        const log = buildLog(buildRequest(member), 200, { ms: round, provider: 'sandbox' })
        await server.credits.charge(log, price)
        await server.requestLog.addUp()
      }
    }),
  )
  await Promise.all(callers)
  await other.close()
  await second.close()
  await ledger.requestLog.addUp()
  const [calls, spent] = [2 * 3 * rounds, 2 * (1 + 2 + 3) * rounds]
  for (const table of ['rollups', 'rollups_hourly'])
    expect([await sumColumn(table), await sumColumn(table, 'credits')]).toEqual([calls, spent])
  expect(await sumColumn('rollups_pending')).toBe(0)
})

test('more pending rows than one statement takes are added up, too', async () => {
  await logLookup(200, 5)
  await fresh.database.pool.query(`
    insert into rollups_pending select p.* from rollups_pending p, generate_series(1, 45000)`)
  await ledger.requestLog.addUp()
  expect([await sumColumn('rollups_pending'), await sumColumn('rollups')]).toEqual([0, 45_001])
  // The ledger does not have these calls; only the real call is left.
  for (const table of ['rollups', 'rollups_hourly'])
    await fresh.database.pool.query(
      `update ${table} set calls = 1, credits = 2, fields_filled = 3, fields_total = 4`,
    )
})
