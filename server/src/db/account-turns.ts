// Turns at the database for what costs no credits: each account has its part of a few places, and waits for it in
// its own line, so that no number of free requests holds up anybody else. A line is bounded in length and time.
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import { createFairSlots, toWaitingAccount } from '../lib/fair-slots.ts'

/** Whose turn it is: the id of an account, or the name of another kind of work, such as `operator`. */
export type TurnTaker = number | string

/** Does the work when its turn has come; throws Refusal rate_limited where that would take too long. */
export type InTurn = <T>(taker: TurnTaker, work: () => Promise<T>) => Promise<T>

/** The pool of reads as one account may use it: a turn for each statement. */
export type Reads = (taker: TurnTaker) => Pick<pg.Pool, 'query'>

const maxQueued = 1_000
const waitMs = 5_000
const retryAfterSeconds = 1

export function createInTurn(places: number): InTurn {
  const slots = createFairSlots(maxQueued)
  const tooBusy = () => new Refusal('rate_limited', undefined, retryAfterSeconds)
  return async (taker, work) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(tooBusy()), waitMs)
    const claim = { party: toWaitingAccount(String(taker)), places, signal: late.signal }
    const place = await slots.take(claim).finally(() => clearTimeout(timer))
    if (!place) throw tooBusy()
    try {
      return await work()
    } finally {
      place.release()
    }
  }
}

export function createReads(pool: pg.Pool, places: number): Reads {
  const inTurn = createInTurn(places)
  type Query = (...given: unknown[]) => Promise<unknown>
  const query = pool.query.bind(pool) as Query
  return (taker) => ({
    query: ((...given: unknown[]) => inTurn(taker, () => query(...given))) as pg.Pool['query'],
  })
}
