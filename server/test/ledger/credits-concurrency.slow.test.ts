// Many callers, few credits: exactly as many calls succeed as are paid for, on one server and on two.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { type Credits, createCredits } from '../../src/ledger/credits.ts'
import { chargeMany, type Hold, holdMany } from '../../src/ledger/reserve.ts'
import { settleMany } from '../../src/ledger/settle.ts'
import { isRefusal } from '../../src/platform/errors.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { addMember, buildLog, buildRequest, countRows, type Member, readFunds } from '../support/ledger.ts'

let fresh: FreshDatabase
let servers: Credits[]

beforeEach(async () => {
  fresh = await freshDatabase()
  servers = ['one', 'two'].map((owner) => createCredits({ database: fresh.database, owner }))
})

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await fresh.drop()
})

/** Makes one call the way the server does; returns the reason when it is refused. */
async function call(
  credits: Credits,
  member: Member,
  price: number,
  way: 'steps' | 'charge',
): Promise<string> {
  const request = buildRequest(member, price)
  try {
    if (way === 'charge') await credits.charge(buildLog(request), request.credits)
    else await credits.settle(await credits.hold(request), { credits: price, log: buildLog(request) })
    return 'charged'
  } catch (error) {
    if (isRefusal(error)) return error.message === 'Payment required' ? error.reason : error.message
    throw error
  }
}

const tally = (results: string[]) =>
  Object.fromEntries(
    [...new Set(results)].sort().map((name) => [name, results.filter((r) => r === name).length]),
  )

for (const way of ['steps', 'charge'] as const) {
  test(`500 parallel calls against credits for 7, by ${way}: 7 charged, 493 refused`, async () => {
    const member = await addMember(fresh.database, { bonus_credits: 7 })
    const results = await Promise.all(
      Array.from({ length: 500 }, (_, n) => call(servers[n % 2] as Credits, member, 1, way)),
    )
    expect(tally(results)).toEqual({ charged: 7, credits_exhausted: 493 })
    expect(await readFunds(fresh.database, member.accountId)).toMatchObject({
      bonus_available: 0,
      bonus_held: 0,
      bonus_charged: 7,
    })
    expect(await countRows(fresh.database, 'holds')).toBe(0)
    expect(await countRows(fresh.database, `ledger where entry = 'charge'`)).toBe(7)
    expect(await countRows(fresh.database, 'calls where recorded_status = 200')).toBe(7)
    expect(await audit(fresh.database)).toEqual([])
  })

  for (const window of ['daily', 'weekly', 'monthly', 'total'] as const) {
    test(`500 parallel calls against a ${window} quota of 7, by ${way}: 7 charged`, async () => {
      const member = await addMember(fresh.database, { bonus_credits: 1000 }, { quotas: { [window]: 7 } })
      const results = await Promise.all(
        Array.from({ length: 500 }, (_, n) => call(servers[n % 2] as Credits, member, 1, way)),
      )
      expect(tally(results)).toEqual({
        charged: 7,
        [`Rate limit exceeded for the API key: quota ${window}`]: 493,
      })
      expect(await audit(fresh.database)).toEqual([])
    })
  }
}

test('a refused expensive call leaves its credits to a cheaper call queued behind it', async () => {
  const member = await addMember(fresh.database, { bonus_credits: 4 })
  const [server] = servers as [Credits]
  const results = await Promise.all([3, 3, 1, 1].map((price) => call(server, member, price, 'steps')))
  expect(results).toEqual(['charged', 'credits_exhausted', 'charged', 'credits_exhausted'])
})

test('two servers with many accounts in any order do not deadlock', async () => {
  const members = await Promise.all(
    Array.from({ length: 12 }, () =>
      addMember(fresh.database, { subscription_total: 40, bonus_credits: 30 }),
    ),
  )
  const calls = Array.from({ length: 1200 }, (_, n) => {
    const member = members[(n * 7) % members.length] as Member
    return call(servers[n % 2] as Credits, member, 1 + (n % 3), n % 5 === 0 ? 'charge' : 'steps')
  })
  const results = await Promise.all(calls)
  expect(Object.keys(tally(results))).toEqual(['charged', 'credits_exhausted'])
  for (const { accountId } of members) {
    const funds = await readFunds(fresh.database, accountId)
    expect(funds.subscription_charged + funds.bonus_charged).toBeGreaterThanOrEqual(68)
    expect(funds.subscription_held + funds.bonus_held).toBe(0)
  }
  expect(await audit(fresh.database)).toEqual([])
})

test('batches over the same accounts in any order run in parallel without a deadlock', async () => {
  const members = await Promise.all(
    Array.from({ length: 10 }, () => addMember(fresh.database, { bonus_credits: 1000 })),
  )
  // Calls the database directly: the batcher would retry and hide a deadlock.
  const rounds = Array.from({ length: 60 }, async (_, round) => {
    const requests = Array.from({ length: 30 }, (_, n) =>
      buildRequest(members[(n * (round + 3)) % 10] as Member),
    )
    if (round % 3 === 0) {
      const charges = requests.map((request) => ({ log: buildLog(request), credits: request.credits }))
      return chargeMany(fresh.database.pool, charges)
    }
    const holds = await holdMany(fresh.database.pool, 'one', requests)
    const ends = requests.map((request, n) => ({
      hold: holds[n] as Hold,
      credits: n % 2,
      log: buildLog(request, n % 2 === 1 ? 200 : 500),
    }))
    return settleMany(fresh.database.pool, ends.toReversed())
  })
  await Promise.all(rounds)
  expect(await audit(fresh.database)).toEqual([])
})
