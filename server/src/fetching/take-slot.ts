// Before a request is sent: the rate limit of its provider or host, then a slot of the host.
import { isFailure } from '@quarry/kit/errors'
import type { RateLimit } from '@quarry/kit/upstream-api'
import type { Slot } from '../platform/lib/fair-slots.ts'
import type { FetchWaiters } from './fetch-waiters.ts'
import type { HostRateLimit } from './host-rate-limit.ts'
import type { HostSlots } from './host-slots.ts'
import { createPacedFailure, sleepUnlessOver } from './pause.ts'
import type { SourceAccess } from './source-access.ts'

export type RateLimits = {
  /**
   * Waits until the provider's rate limit allows a request, `waitMs` at most, and returns that time; null where there
   * is no limit. Throws upstream_paced at once where the wait would be longer.
   */
  waitForRateLimit: (
    provider: string,
    rateLimit: RateLimit,
    waitMs: number,
    signal: AbortSignal,
  ) => Promise<number | null>
  /** Starts a pause in which no server sends a request of the provider. Never throws. */
  startPause: (provider: string, seconds: number) => Promise<void>
}

/** A booked time that is not used within this long is lost, because the time after it belongs to later requests. */
const bookingLastsMs = 500
/** Jobs book no further ahead: many of them would keep direct calls waiting. */
const jobBookingMs = 2_000
const jobRetryMs = 500
/** How many jobs book the same rate limit at a time; the others wait in a line that is fair to accounts. */
const bookingJobs = 4

export type SlotDeps = {
  slots: HostSlots
  /** The lines of jobs for rate limits. */
  bookingSlots: HostSlots
  hostRateLimit: HostRateLimit
  rateLimits: RateLimits | undefined
}

type SlotRequest = {
  access: Pick<SourceAccess, 'provider' | 'rateLimit' | 'concurrency' | 'perHostPerSecond'>
  waiters: FetchWaiters
  isOptional: boolean
}

/** A booking that expires in the queue is made again. */
export async function takeSlot(deps: SlotDeps, request: SlotRequest, host: string): Promise<Slot> {
  const { slots, hostRateLimit, rateLimits } = deps
  const { provider, rateLimit, concurrency, perHostPerSecond } = request.access
  const { signal, whileQueued } = request.waiters
  for (;;) {
    if (perHostPerSecond !== undefined)
      await book(deps, request, host, (waitMs) => hostRateLimit.wait(host, perHostPerSecond, waitMs, signal))
    const bookedAt =
      rateLimits && rateLimit
        ? await book(deps, request, provider, (waitMs) =>
            rateLimits.waitForRateLimit(provider, rateLimit, waitMs, signal),
          )
        : null
    const slot = await whileQueued(() =>
      slots.acquire({ host, waiters: request.waiters, slots: concurrency, signal }),
    )
    if (bookedAt === null || performance.now() - bookedAt < bookingLastsMs) return slot
    slot.release()
  }
}

function book<T>(
  { bookingSlots }: SlotDeps,
  { waiters, isOptional }: SlotRequest,
  name: string,
  wait: (waitMs: number) => Promise<T>,
): Promise<T> {
  const { signal, patientRateLimitMs } = waiters
  const waitMs = isOptional ? waiters.optionalMs() : waiters.remainingMs()
  if (isOptional && waitMs <= 0) throw createPacedFailure(`${name}: no time left for optional pages`, 0)
  if (patientRateLimitMs === null || isOptional) return waiters.whileQueued(() => wait(waitMs))
  return waiters.whileQueued(async () => {
    const slot = await bookingSlots.acquire({ host: name, waiters, slots: bookingJobs, signal })
    try {
      return await bookPatiently(wait, patientRateLimitMs, signal)
    } finally {
      slot.release()
    }
  })
}

async function bookPatiently<T>(
  wait: (waitMs: number) => Promise<T>,
  patientMs: number,
  signal: AbortSignal,
): Promise<T> {
  const giveUpAt = performance.now() + patientMs
  for (;;) {
    try {
      return await wait(jobBookingMs)
    } catch (error) {
      const restMs =
        isFailure(error) && error.reason === 'upstream_paced' ? (error.retryAfterSeconds ?? 0) * 1000 : null
      if (restMs === null || performance.now() + restMs > giveUpAt) throw error
      await sleepUnlessOver(Math.max(jobRetryMs, restMs - jobBookingMs), signal)
    }
  }
}
