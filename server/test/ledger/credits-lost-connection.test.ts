// The connection is lost just before or after a commit: no call is charged twice, no charged call gets a 500, and
// remaining holds are released.
import { Failure, isFailure } from '@quarry/kit/errors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import type { Credits } from '../../src/ledger/credits.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  countRows,
  type Member,
  openLedger,
  readFunds,
  type TestLedger,
} from '../support/ledger.ts'

let fresh: FreshDatabase
let ledger: TestLedger
let credits: Credits
let member: Member
/** The statement whose connection is lost next, and whether before or after it runs. */
let lose: { name: string; when: 'before' | 'after' } | null

beforeEach(async () => {
  fresh = await freshDatabase()
  lose = null
  member = await addMember(fresh.database, { bonus_credits: 50 })
  const { pool } = fresh.database
  const flakyQuery =
    (on: { query: unknown }) =>
    async (options: { name?: string }, ...rest: unknown[]) => {
      const due = lose !== null && options.name === lose.name ? lose.when : null
      if (due) lose = null
      if (due === 'before') throw new Error('Connection terminated unexpectedly')
      const result = await (on.query as (...args: unknown[]) => Promise<unknown>).call(on, options, ...rest)
      if (due === 'after') throw new Error('Connection terminated unexpectedly')
      return result
    }
  const connect = async () => {
    const client = await pool.connect()
    const query = flakyQuery(client)
    return { query, release: client.release.bind(client) }
  }
  const flaky = { query: flakyQuery(pool), connect } as unknown as typeof pool
  ledger = openLedger({ ...fresh.database, pool: flaky })
  credits = ledger.credits
})

afterEach(async () => {
  await ledger.close()
  expect(await audit(fresh.database)).toEqual([])
  await fresh.drop()
})

const charge = () => {
  const request = buildRequest(member)
  return credits.charge(buildLog(request), request.credits)
}

test('a charge whose reply is lost after the commit is charged once and answered', async () => {
  lose = { name: 'quarry-charge', when: 'after' }
  expect(await Promise.all([charge(), charge(), charge()])).toEqual(Array(3).fill({ remaining: 47 }))
  expect((await readFunds(fresh.database, member.accountId)).bonus_charged).toBe(3)
})

test('a charge that never reached the database fails and costs nothing', async () => {
  lose = { name: 'quarry-charge', when: 'before' }
  const results = await Promise.allSettled([charge(), charge()])
  expect(results.map((result) => (result as PromiseRejectedResult).reason)).toEqual([
    expect.any(Failure),
    expect.any(Failure),
  ])
  expect((await readFunds(fresh.database, member.accountId)).bonus_available).toBe(50)
  expect(await charge()).toEqual({ remaining: 49 })
})

for (const when of ['before', 'after'] as const) {
  test(`a settlement whose connection is lost ${when} the commit is charged once`, async () => {
    const requests = [buildRequest(member, 2), buildRequest(member, 2), buildRequest(member, 2)]
    const holds = await Promise.all(requests.map(credits.hold))
    lose = { name: 'quarry-settle', when }
    const ends = await Promise.all(
      holds.map((hold, n) =>
        credits.settle(hold, {
          credits: n === 1 ? 0 : 2,
          log: buildLog(requests[n] as never, n === 1 ? 500 : 200),
        }),
      ),
    )
    expect(ends).toEqual(Array(3).fill({ remaining: 46 }))
    expect(await readFunds(fresh.database, member.accountId)).toMatchObject({
      bonus_charged: 4,
      bonus_held: 0,
    })
    expect(await countRows(fresh.database, 'calls')).toBe(3)
  })
}

test('a hold whose reply is lost is released when its lease ends', async () => {
  lose = { name: 'quarry-hold', when: 'after' }
  await expect(credits.hold(buildRequest(member, 5))).rejects.toBeInstanceOf(Failure)
  expect((await readFunds(fresh.database, member.accountId)).bonus_held).toBe(5)
  await credits.renewLeases()
  await fresh.database.pool.query(`update holds set lease_until = lease_until - interval '16 seconds'`)
  expect(await credits.sweepOrphans()).toBe(1)
  expect((await readFunds(fresh.database, member.accountId)).bonus_available).toBe(50)
})

for (const when of ['before', 'after'] as const) {
  test(`a call whose hold loses its reply ${when} the commit is logged once`, async () => {
    const request = buildRequest(member, 5)
    lose = { name: 'quarry-hold', when }
    await expect(credits.hold(request)).rejects.toBeInstanceOf(Failure)
    await ledger.requestLog.record(buildLog(request, 500))
    await fresh.database.pool.query(`update holds set lease_until = lease_until - interval '16 seconds'`)
    await credits.sweepOrphans()
    expect(await countRows(fresh.database, 'calls')).toBe(1)
    expect(await readFunds(fresh.database, member.accountId)).toMatchObject({
      bonus_available: 50,
      bonus_held: 0,
    })
  })
}

test('a settlement lost before the commit, of a hold that was swept meanwhile, fails and costs nothing', async () => {
  const request = buildRequest(member, 2)
  const hold = await credits.hold(request)
  await fresh.database.pool.query(`update holds set lease_until = '-infinity'`)
  await credits.sweepOrphans()
  lose = { name: 'quarry-settle', when: 'before' }
  await expect(credits.settle(hold, { credits: 2, log: buildLog(request) })).rejects.toBeInstanceOf(Failure)
  expect((await readFunds(fresh.database, member.accountId)).bonus_available).toBe(50)
})

test('database sessions terminated under load: every call gets a response, and each answered call is charged once', async () => {
  const rich = await addMember(fresh.database, { bonus_credits: 10_000 })
  const count = { answered: 0, failed: 0 }
  const callers = Array.from({ length: 20 }, async () => {
    for (let n = 0; n < 30; n += 1) {
      const request = buildRequest(rich)
      await credits.charge(buildLog(request), request.credits).then(
        () => {
          count.answered += 1
        },
        (error) => {
          if (!isFailure(error)) throw error
          count.failed += 1
        },
      )
    }
  })
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  for (let n = 0; n < 8; n += 1) {
    await fresh.database.pool.query(`select pg_terminate_backend(pid) ${others}`).catch(() => {})
  }
  await Promise.all(callers)
  const { bonus_charged: charged } = await readFunds(fresh.database, rich.accountId)
  expect(charged).toBe(count.answered)
  expect(count.answered + count.failed).toBe(600)
})
