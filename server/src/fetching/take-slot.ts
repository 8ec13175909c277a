// What a request waits for before it is sent: a booking in the rate limit of its provider, its interval to the last
// request to the host, and one of the host's slots.
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { RateLimit } from '@quarry/kit/upstream-api'
import { LRUCache } from 'lru-cache'
import {
  createFairSlots,
  type FairSlots,
  type Slot,
  type WaitingAccounts,
} from '../platform/lib/fair-slots.ts'
import type { FetchWaiters } from './fetch-waiters.ts'
import type { SourceAccess } from './source-access.ts'

/** The rate limits of providers, which all servers share. */
export type RateLimits = {
  /**
   * Waits at most `waitMs` until the provider's rate limit allows a request, and returns the booked time; null if there
   * is no limit. Throws upstream_paced at once if the wait would be longer.
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
/** How many jobs book the same rate limit at a time; the others wait in a queue that accounts share fairly. */
const bookingJobs = 4

export type SlotDeps = {
  slots: HostSlots
  /** Bound the jobs that book the same rate limit. */
  bookingSlots: HostSlots
  hostRateLimit: HostRateLimit
  rateLimits: RateLimits | undefined
}

type SlotRequest = {
  access: Pick<SourceAccess, 'provider' | 'rateLimit' | 'concurrency' | 'perHostPerSecond'>
  waiters: FetchWaiters
  isOptional: boolean
}

/** A booking that expires while the request is queued for a slot is made again. */
export async function takeSlot(deps: SlotDeps, request: SlotRequest, host: string): Promise<Slot> {
  const { slots, hostRateLimit, rateLimits } = deps
  const { provider, rateLimit, concurrency, perHostPerSecond } = request.access
  const { signal, whileQueued } = request.waiters
  for (;;) {
    if (request.isOptional && request.waiters.optionalMs() <= 0)
      throw createPacedFailure(`${host}: no time left for optional pages`, 0)
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
      const freeInMs =
        isFailure(error) && error.reason === 'upstream_paced' ? (error.retryAfterSeconds ?? 0) * 1000 : null
      if (freeInMs === null || performance.now() + freeInMs > giveUpAt) throw error
      await sleepUnlessOver(Math.max(jobRetryMs, freeInMs - jobBookingMs), signal)
    }
  }
}

/** For a request that would have to wait this long. */
export const createPacedFailure = (detail: string, waitMs: number): Failure =>
  new Failure('upstream_paced', detail, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Throws the reason of the signal when it aborts. */
export const sleepUnlessOver = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())

type HostRateLimit = ReturnType<typeof createHostRateLimit>

const maxSpacedHosts = 10_000

/**
 * Spaces the requests to one host of a third-party site, however many callers there are. It counts on this server
 * only, so several servers together send several times as many.
 */
export function createHostRateLimit(nowMs: () => number = () => performance.now()) {
  /** The next free time of each host. */
  const nextAt = new LRUCache<string, number>({ max: maxSpacedHosts })
  return {
    /** Waits for the next free time of the host. Throws upstream_paced at once if that is more than `waitMs` away. */
    async wait(host: string, perSecond: number, waitMs: number, signal: AbortSignal) {
      const now = nowMs()
      const at = Math.max(now, nextAt.get(host) ?? 0)
      if (at - now > waitMs) throw createPacedFailure(`${host}: called too often`, at - now)
      nextAt.set(host, at + 1000 / perSecond)
      if (at > now) await sleepUnlessOver(at - now, signal)
    },
  }
}

type HostSlots = ReturnType<typeof createHostSlots>

const maxIdleHosts = 1000

type HostClaim = { host: string; waiters: WaitingAccounts; slots: number; signal: AbortSignal }

/** Slots for requests to each host, with a bounded queue that accounts share fairly. */
export function createHostSlots(queuedPerHost: number) {
  const hosts = new Map<string, FairSlots>()

  /** If the operator allows any host, callers decide how many there are. */
  const removeIdle = () => {
    for (const [host, slots] of hosts) {
      const { queued, active } = slots.stats()
      if (queued + active === 0) hosts.delete(host)
    }
  }
  const getSlots = (host: string): FairSlots => {
    if (hosts.size >= maxIdleHosts && !hosts.has(host)) removeIdle()
    const slots = hosts.get(host) ?? createFairSlots(queuedPerHost)
    hosts.set(host, slots)
    return slots
  }

  return {
    /** Waits for a slot; throws when the queue is full or the signal aborts. */
    async acquire({ host, waiters, slots, signal }: HostClaim) {
      const slot = await getSlots(host).take({ waiters, maxSlots: slots, signal })
      if (!slot) throw new Failure('upstream_failed', `too many calls are waiting for ${host}`)
      return slot
    },
    stats() {
      const all = [...hosts.values()].map((host) => host.stats())
      return {
        queued: all.reduce((sum, { queued }) => sum + queued, 0),
        active: all.reduce((sum, { active }) => sum + active, 0),
      }
    },
    close() {
      const closed = new Failure('upstream_failed', 'the server is stopping')
      for (const host of hosts.values()) host.close(closed)
    },
  }
}
