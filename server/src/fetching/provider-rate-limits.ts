// Keeps all servers together within the rate limits of upstream APIs: each request books a time in the database, many
// with one statement, and waits for it here. An API that says that it is called too often is paused: no server calls it
// before the end of that time.
import type { RateLimit } from '@quarry/kit/upstream-api'
import { prepared, type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { createBatcher } from '../platform/lib/batcher.ts'
import { createPacedFailure, type RateLimits, sleepUnlessOver } from './take-slot.ts'

type BookingRequest = { provider: string; rateLimit: RateLimit; waitMs: number }
type Booking = { booked: boolean; wait_ms: number }

const maxBatch = 200
const maxQueued = 10_000
const maxWaitMs = 600_000

const bookStatement = prepared(
  'quarry-book-slots',
  `select booked, wait_ms from quarry_book_slots($1, $2::integer[], $3::integer, $4::integer, $5::integer, $6::integer,
  $7::integer)
order by n`,
)

/** In the order of the statement's parameters. */
const limitNames = ['perSecond', 'perMinute', 'perDay', 'perMonth', 'secondsApart'] as const
const listLimits = (rateLimit: RateLimit) => limitNames.map((name) => rateLimit[name] ?? null)

export type RateLimitDeps = {
  pool: Queryable
  /** Clock and sleep, replaced by tests. */
  nowMs?: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createProviderRateLimits({
  pool,
  nowMs = () => performance.now(),
  sleep = sleepUnlessOver,
}: RateLimitDeps): RateLimits & { close: () => Promise<void> } {
  const pauses = createPauses(pool, nowMs)
  const batcher = createBatcher<BookingRequest, Booking | Error>({
    maxBatch,
    maxQueued,
    mayRetry: () => false,
    run: (requests) => bookAll(pool, requests),
  })
  async function book(provider: string, rateLimit: RateLimit, waitMs: number): Promise<number> {
    const booking = await batcher.add({ provider, rateLimit, waitMs })
    if (booking instanceof Error) throw booking
    if (!booking.booked) throw createRateLimitFailure(provider, booking.wait_ms)
    return booking.wait_ms
  }
  return {
    async waitForRateLimit(provider, rateLimit, waitMs, signal) {
      const isLimited = listLimits(rateLimit).some((limit) => limit !== null)
      const giveUpAt = nowMs() + waitMs
      for (;;) {
        const leftMs = giveUpAt - nowMs()
        const freeInMs = isLimited ? await book(provider, rateLimit, leftMs) : await pauses.findMs(provider)
        if (freeInMs > 0) {
          if (freeInMs > leftMs) throw createRateLimitFailure(provider, freeInMs)
          await sleep(freeInMs, signal)
          // A pause may have begun meanwhile.
          if ((await pauses.findMs(provider)) > 0) continue
        }
        return isLimited ? nowMs() : null
      }
    },
    startPause: pauses.start,
    close: () => batcher.close(),
  }
}

const createRateLimitFailure = (provider: string, waitMs: number) =>
  createPacedFailure(`${provider} may not be called for ${Math.ceil(waitMs)} ms`, waitMs)

const startPauseStatement = statement(`
insert into provider_bookings as b (provider, paused_until) values ($1, quarry_now() + make_interval(secs => $2))
on conflict (provider) do update set paused_until = greatest(b.paused_until, excluded.paused_until)`)

const findPausesStatement = statement(`
select provider, extract(epoch from paused_until - quarry_now()) * 1000 as left_ms from provider_bookings
where paused_until > quarry_now()`)

const pausesFreshMs = 500

/** The pauses of all providers, as the database had them at most half a second ago. */
function createPauses(pool: Queryable, nowMs: () => number) {
  let readAt = Number.NEGATIVE_INFINITY
  let ends: Promise<Map<string, number>> = Promise.resolve(new Map())
  async function read() {
    const { rows } = await pool.query<{ provider: string; left_ms: string }>(findPausesStatement)
    return new Map(rows.map((row) => [row.provider, nowMs() + Number(row.left_ms)]))
  }
  return {
    /** How long the provider's pause lasts from now; 0 without one. */
    async findMs(provider: string): Promise<number> {
      if (nowMs() - readAt > pausesFreshMs) {
        readAt = nowMs()
        ends = read()
      }
      return Math.max(0, ((await ends).get(provider) ?? 0) - nowMs())
    },
    async start(provider: string, seconds: number): Promise<void> {
      // Without a database no call can be answered, so a pause that is not stored changes nothing.
      await pool.query({ ...startPauseStatement, values: [provider, seconds] }).catch(() => {})
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** One statement for each provider and limit: some requests of a provider have a stricter limit than others. */
async function bookAll(pool: Queryable, requests: readonly BookingRequest[]): Promise<(Booking | Error)[]> {
  const groups = new Map<string, BookingRequest[]>()
  for (const request of requests) {
    const key = JSON.stringify([request.provider, ...listLimits(request.rateLimit)])
    groups.set(key, [...(groups.get(key) ?? []), request])
  }
  const bookings = new Map<BookingRequest, Booking | Error>()
  for (const group of groups.values()) {
    const { provider, rateLimit } = group[0] as BookingRequest
    const waits = group.map(({ waitMs }) => Math.max(0, Math.min(Math.floor(waitMs), maxWaitMs)))
    const values = [provider, waits, ...listLimits(rateLimit)]
    // A failed booking of one provider must not fail those of the others.
    const rows = await pool.query<Booking>({ ...bookStatement, values }).then(
      (result) => result.rows,
      (error: Error) => error,
    )
    for (const [index, request] of group.entries())
      bookings.set(request, rows instanceof Error ? rows : (rows[index] as Booking))
  }
  return requests.map((request) => bookings.get(request) as Booking | Error)
}

const usageStatement = statement(`
select b.provider,
  (select count(*)::integer from unnest(b.times) at where at > quarry_now() - interval '1 second' and at <= quarry_now())
    as second,
  (select count(*)::integer from unnest(b.times) at where at > quarry_now() - interval '1 minute' and at <= quarry_now())
    as minute,
  (select coalesce(sum(h.bookings), 0)::integer from provider_hours h
    where h.provider = b.provider and h.hour > quarry_now() - interval '25 hours') as day,
  (select coalesce(sum(h.bookings), 0)::integer from provider_hours h where h.provider = b.provider
    and h.hour >= date_trunc('month', quarry_now() at time zone 'UTC') at time zone 'UTC'
    and h.hour < (date_trunc('month', quarry_now() at time zone 'UTC') + interval '1 month') at time zone 'UTC') as month,
  case when b.paused_until > quarry_now() then b.paused_until end as paused_until
from provider_bookings b`)

export type ProviderUsage = {
  provider: string
  second: number
  minute: number
  day: number
  month: number
  /** Until when no server calls it, because it answered 429; null without a pause. */
  paused_until: Date | null
}

/** How often all servers have called each upstream API. */
export const readProviderUsage = (pool: Queryable) => readRows<ProviderUsage>(pool, usageStatement)

// Budgets of upstream APIs count the current month (UTC) and the last 25 hours, so a month of 31 days is the oldest.
const dropHoursStatement = statement(
  `delete from provider_hours where hour < quarry_now() - interval '32 days'`,
)

/** Deletes the hours that no budget counts any more. */
export const dropOldProviderHours = (pool: Queryable) => pool.query(dropHoursStatement)
