// A provider's budget per day or month is never exceeded, with any timing and concurrency; an exhausted budget affects
// only its own provider.
import type { RateLimit } from '@quarry/kit/upstream-api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProviderRateLimits } from '../../src/fetching/provider-rate-limits.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let fresh: FreshDatabase
let providers = 0

beforeAll(async () => {
  fresh = await freshDatabase({ max: 1 })
})
afterAll(() => fresh.drop())

type Slot = { booked: boolean; wait_ms: number }

/** A provider without requests so far. */
function newProvider(rateLimit: RateLimit) {
  providers += 1
  const provider = `provider-${providers}`
  const {
    perSecond = null,
    perMinute = null,
    perDay = null,
    perMonth = null,
    secondsApart = null,
  } = rateLimit
  return async (at: number, maxWaitMs: readonly number[]): Promise<Slot[]> => {
    await fresh.database.pool.query(`select set_config('quarry.now', $1, false)`, [
      new Date(at).toISOString(),
    ])
    const { rows } = await fresh.database.pool.query<Slot>(
      `select booked, wait_ms from quarry_book_slots($1, $2::integer[], $3, $4, $5, $6, $7) order by n`,
      [provider, maxWaitMs, perSecond, perMinute, perDay, perMonth, secondsApart],
    )
    return rows
  }
}

const none = (count: number) => new Array<number>(count).fill(0)
const countBooked = (slots: readonly Slot[]) => slots.filter(({ booked }) => booked).length
const toMonth = (at: number) => new Date(at).toISOString().slice(0, 7)

test('a month that is used up on its first day refuses with a wait, and grants what still fits', async () => {
  const book = newProvider({ perMonth: 3 })
  const slots = await book(Date.parse('2031-05-01T00:00:00Z'), none(5))
  expect(slots.map(({ booked }) => booked)).toEqual([true, true, true, false, false])
  // 31 days exceed a 32-bit integer of milliseconds.
  expect(slots.at(-1)?.wait_ms).toBe(2_147_483_647)
  expect(await book(Date.parse('2031-06-01T00:00:00Z'), none(1))).toEqual([{ booked: true, wait_ms: 0 }])
})

test('no more slots are booked ahead than will be free', async () => {
  const book = newProvider({ perDay: 5 })
  const zero = Date.parse('2031-05-10T10:30:00Z')
  await book(zero, none(1))
  await book(zero + 2 * hourMs, none(4))
  // The first leaves the window in five minutes, the other four two hours later.
  const at = zero + 24 * hourMs + 25 * 60_000
  const slots = await book(at, new Array<number>(50).fill(600_000))
  expect(countBooked(slots)).toBe(1)
  expect(slots.map(({ wait_ms }) => wait_ms)).toEqual([
    300_000,
    ...new Array<number>(49).fill(300_000 + 2 * hourMs),
  ])
})

test('a slot that is booked across the end of a month counts in the new month', async () => {
  const book = newProvider({ perMonth: 2, perMinute: 1 })
  const late = Date.parse('2031-05-31T23:59:30Z')
  const slots = await book(late, [0, 600_000, 600_000])
  expect(slots.map(({ booked, wait_ms }) => booked && toMonth(late + wait_ms))).toEqual([
    '2031-05',
    '2031-06',
    '2031-06',
  ])
  expect(countBooked(await book(Date.parse('2031-06-02T00:00:00Z'), none(2)))).toBe(0)
})

const sequences = fc.record({
  rateLimit: fc.record({
    perDay: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    perMonth: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
    perMinute: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  }),
  start: fc.constantFrom('2031-01-31T22:50:00Z', '2031-02-28T00:00:00Z', '2031-05-01T00:00:00Z'),
  steps: fc.array(
    fc.record({
      passedMs: fc.oneof(
        fc.constantFrom(0, 1, 59_999, hourMs, dayMs - 1, dayMs, dayMs + hourMs),
        fc.integer({ min: 0, max: 3 * hourMs }),
        fc.integer({ min: 0, max: 5 * dayMs }),
      ),
      maxWaitMs: fc.array(fc.constantFrom(0, 60_000, 600_000, 2 * dayMs, 2_147_483_647), {
        minLength: 1,
        maxLength: 12,
      }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
})

test('no sequence of bookings exceeds the budget of a day or a month', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async ({ rateLimit, start, steps }) => {
      const book = newProvider(rateLimit as RateLimit)
      const times: number[] = []
      let at = Date.parse(start)
      for (const { passedMs, maxWaitMs } of steps) {
        at += passedMs
        const slots = await book(at, maxWaitMs)
        for (const [index, { booked, wait_ms }] of slots.entries()) {
          if (booked) times.push(at + wait_ms)
          if (booked && wait_ms > (maxWaitMs[index] ?? 0)) throw new Error('booked beyond the wait')
        }
      }
      for (const from of times) {
        const inDay = times.filter((time) => time >= from && time < from + dayMs).length
        if (inDay > (rateLimit.perDay ?? inDay)) throw new Error(`${inDay} in a day`)
        const inMonth = times.filter((time) => toMonth(time) === toMonth(from)).length
        if (inMonth > (rateLimit.perMonth ?? inMonth)) throw new Error(`${inMonth} in ${toMonth(from)}`)
      }
    }),
    { numRuns: 60 },
  )
})

test('a slot is free after the wait that a refusal names, and not before', async () => {
  const book = newProvider({ perDay: 3, perMonth: 4 })
  let at = Date.parse('2031-05-29T07:15:00Z')
  for (const passedMs of [0, 90 * 60_000, 5 * hourMs, 0]) {
    at += passedMs
    const [slot] = await book(at, none(1))
    if (slot?.booked) continue
    const waitMs = slot?.wait_ms ?? 0
    expect(await book(at + waitMs - 1, none(1))).toEqual([{ booked: false, wait_ms: 1 }])
    expect(await book(at + waitMs, none(1))).toEqual([{ booked: true, wait_ms: 0 }])
    at += waitMs
  }
})

test('a failed booking of one provider does not fail the others of its batch', async () => {
  const { pool } = fresh.database
  const failing = {
    query: (request: { values?: unknown[] }) =>
      request.values?.[0] === 'broken'
        ? Promise.reject(new Error('could not serialize access'))
        : pool.query(request as never),
  }
  const rateLimits = createProviderRateLimits({ pool: failing as never })
  const { signal } = new AbortController()
  const lookUp = (provider: string) =>
    rateLimits.waitForRateLimit(provider, { perMinute: 15 }, 0, signal).then(
      () => 'booked',
      (error: Error) => error.message,
    )
  expect(await Promise.all([lookUp('broken'), lookUp('sound'), lookUp('broken'), lookUp('other')])).toEqual([
    'could not serialize access',
    'booked',
    'could not serialize access',
    'booked',
  ])
  await rateLimits.close()
})
