// Shares a few database slots fairly between accounts, for free requests: each account has a queue of its own, so that one
// account never delays the free requests of others. A queue is bounded in length and time.
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import { createFairSlots, toWaitingAccount } from '../lib/fair-slots.ts'

/** The id of an account, or the name of another kind of work, such as `operator`. */
type SlotOwner = number | string

/** Runs the work in a slot; throws Refusal rate_limited if none is free in time. */
export type AccountSlots = <T>(owner: SlotOwner, work: () => Promise<T>) => Promise<T>

/** The pool for reads as one account uses it: one slot per statement. */
export type Reads = (owner: SlotOwner) => Pick<pg.Pool, 'query'>

const maxQueued = 1_000
const waitMs = 5_000
const retryAfterSeconds = 1

export function createAccountSlots(slotCount: number): AccountSlots {
  const slots = createFairSlots(maxQueued)
  const tooBusy = () => new Refusal('rate_limited', undefined, retryAfterSeconds)
  return async (owner, work) => {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(tooBusy()), waitMs)
    const claim = { waiters: toWaitingAccount(String(owner)), maxSlots: slotCount, signal: timeout.signal }
    const slot = await slots.take(claim).finally(() => clearTimeout(timer))
    if (!slot) throw tooBusy()
    try {
      return await work()
    } finally {
      slot.release()
    }
  }
}

export function createReads(pool: pg.Pool, slotCount: number): Reads {
  const takeSlot = createAccountSlots(slotCount)
  type Query = (...args: unknown[]) => Promise<unknown>
  const query = pool.query.bind(pool) as Query
  return (owner) => ({
    query: ((...args: unknown[]) => takeSlot(owner, () => query(...args))) as pg.Pool['query'],
  })
}
