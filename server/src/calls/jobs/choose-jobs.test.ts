import { expect, test } from 'vitest'
import { createChooseJobs, jobSlots, type Occupant } from './choose-jobs.ts'
import type { JobGroup } from './queue.ts'

const group = (accountId: number, change: Partial<JobGroup> = {}): JobGroup => ({
  accountId,
  isAccountActive: true,
  limits: { perSecond: null, perMinute: null },
  endpoint: `/v2/site-${accountId}/lookup`,
  provider: null,
  requiresFields: false,
  waiting: 16,
  ...change,
})
const occupy = (count: number, change: Partial<Occupant> = {}): Occupant[] =>
  Array.from({ length: count }, () => ({ accountId: 1, site: 'elsewhere', isWaiting: false, ...change }))
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

function create(countStart: (group: JobGroup) => Promise<number> = async () => 0) {
  const choose = createChooseJobs({ findSite: (endpoint) => endpoint, countStart })
  return async (groups: JobGroup[], occupants: Occupant[] = []) => {
    const { chosen, retrySeconds } = await choose(groups, occupants)
    const counts = chosen.map(({ group: { accountId }, count }) => [accountId, count] as const)
    return { counts: Object.fromEntries(counts), retrySeconds }
  }
}

test('one account, and one site, get at most a quarter of the slots', async () => {
  const choose = create()
  const manySites = range(8).map((n) => group(1, { endpoint: `/v2/site-${n}/lookup` }))
  const { chosen } = await createChooseJobs({ findSite: (endpoint) => endpoint, countStart: async () => 0 })(
    manySites,
    [],
  )
  expect(chosen.reduce((sum, { count }) => sum + count, 0)).toBe(jobSlots / 4)
  const oneSite = range(8).map((accountId) => group(accountId, { endpoint: '/v2/site/lookup' }))
  const { counts } = await choose(oneSite)
  // A quarter of the site's slots is kept for small accounts.
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe((jobSlots / 4) * 0.75)
  expect(Math.max(...Object.values(counts)) - Math.min(...Object.values(counts))).toBe(0)
})

test('a small account is served when large ones have taken all that they may', async () => {
  const choose = create()
  const full = range(3).flatMap((n) => occupy(64, { accountId: 100 + n, site: `site ${n}` }))
  const { counts } = await choose([group(7), group(8, { waiting: 1 })], full)
  expect(counts).toEqual({ 8: 1 })
})

test('accounts are served in turn, over all rounds', async () => {
  const choose = create()
  const nearlyFull = range(3).flatMap((n) =>
    occupy(n === 3 ? 63 : 64, { accountId: 100 + n, site: `site ${n}` }),
  )
  const served = []
  for (let round = 0; round < 3; round += 1)
    served.push(...Object.keys((await choose([group(1), group(2), group(3)], nearlyFull)).counts))
  expect(served.toSorted()).toEqual(['1', '2', '3'])
})

test('waiting jobs hold no slot, and are bounded for an account at a site', async () => {
  const choose = create()
  const waiting = occupy(20, { accountId: 1, site: '/v2/site-1/lookup', isWaiting: true })
  const { counts } = await choose([group(1, { waiting: 16 }), group(2)], waiting)
  expect(counts).toMatchObject({ 1: 12 })
  expect((await choose([group(1)], [...waiting, ...waiting])).counts).toEqual({})
})

test('a start that the rate limit refuses takes no slot, and none is counted that is not made', async () => {
  const counted = new Map<number, number>()
  const choose = create(async ({ accountId }) => {
    const count = (counted.get(accountId) ?? 0) + 1
    if (accountId === 1 && count > 3) return 0.5
    counted.set(accountId, count)
    return 0
  })
  const limits = { perSecond: 5, perMinute: null }
  const full = range(3).flatMap((n) => occupy(n === 3 ? 60 : 64, { accountId: 100 + n, site: `site ${n}` }))
  const { counts } = await choose([group(1, { limits }), group(2, { limits })], full)
  expect(counts).toEqual({ 1: 2, 2: 2 })
  expect([...counted.values()]).toEqual([2, 2])
  expect(await choose([group(1, { limits })])).toEqual({
    counts: { 1: 1 },
    retrySeconds: Number.POSITIVE_INFINITY,
  })
  expect(await choose([group(1, { limits })])).toEqual({ counts: {}, retrySeconds: 0.5 })
})
