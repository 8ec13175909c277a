// The credits of a call: held before its work and settled after it, or charged at once. Concurrent calls share
// statements through batchers. The holds of a crashed server are released by the others when their lease has ended.

import { Failure, isFailure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { inTransaction, isRolledBack, keepConnection, NoConnection } from '../platform/db/connection.ts'
import type { Queryable } from '../platform/db/statement.ts'
import { isRefusal, type Refusal, toFailure } from '../platform/errors.ts'
import { BatcherFull, createBatcher } from '../platform/lib/batcher.ts'
import { chargeConfirmed, confirmLogged, settleConfirmed } from './confirm-commit.ts'
import type { CallLog } from './log/log-rows.ts'
import { type Charged, type ChargeRequest, type Hold, type HoldRequest, holdMany } from './reserve.ts'
import { expireOtherLeases, renewLeases, type Settlement, settleMany, sweepExpired } from './settle.ts'

export type CreditsOptions = {
  database: { pool: Pool }
  /** Identifies this server process; its holds carry it. */
  owner: string
}

/** Further work in the transaction of a settlement. */
type SettlementWork = (client: Queryable) => Promise<void>

export type Credits = ReturnType<typeof createCredits>

export function createCredits({ database: { pool }, owner }: CreditsOptions) {
  const state = createState(pool, owner)
  const { open } = state
  return {
    hold: (request: HoldRequest) => hold(state, request),
    settle: (hold: Hold, end: { credits: number; log: CallLog }, alongside?: SettlementWork) =>
      settle(state, { hold, ...end }, alongside),
    charge: (log: CallLog, credits: number) => charge(state, { log, credits }),
    /** Whether a call has a hold that is not settled yet. */
    isHeld: (requestId: string): boolean => open.has(requestId),
    release: (log: CallLog) => release(state, log),
    async renewLeases(): Promise<void> {
      if (open.size > 0) await renewLeases(pool, [...open.keys()])
    },
    /** Releases expired holds; with `everyone`, those of all other servers, expired or not. Returns their number. */
    async sweepOrphans({ everyone = false } = {}): Promise<number> {
      if (everyone) await expireOtherLeases(pool, owner)
      return sweepExpired(pool)
    },
    async close(): Promise<void> {
      await Promise.all([state.holds.close(), state.charges.close(), state.settlements.close()])
    },
  }
}

const maxBatch = 512
const maxQueued = 8192
export const batchBounds = { maxBatch, maxQueued, mayRetry: isRolledBack }
const batchesOfOpen = 4

type State = ReturnType<typeof createState>

function createState(pool: Pool, owner: string) {
  /** Holds of calls that run on this server; their leases are renewed. */
  const open = new Map<string, Hold>()
  // A few milliseconds do not matter to calls that wait for sites, and fewer commits mean less work for the database.
  const minItems = () => Math.ceil(open.size / batchesOfOpen)
  const forCharges = { onConnection: keepConnection(pool), pool }
  const forSettlements = { onConnection: keepConnection(pool), pool }
  return {
    pool,
    open,
    /** Calls whose settlement failed: the sweeper logs them, so they get no second row. */
    lost: new LRUCache<string, true>({ max: maxQueued }),
    /** Holds whose reply was lost: they may exist, and then end together with their log row. */
    unconfirmed: new LRUCache<string, Hold>({ max: maxQueued }),
    holds: createBatcher({
      ...batchBounds,
      minItems,
      run: (requests: HoldRequest[]) => holdMany(pool, owner, requests),
    }),
    charges: createBatcher({
      ...batchBounds,
      run: (requests: ChargeRequest[]) => chargeConfirmed(forCharges, requests),
    }),
    settlements: createBatcher({
      ...batchBounds,
      minItems,
      run: (settlements: Settlement[]) => settleConfirmed(forSettlements, settlements),
    }),
  }
}

/** Throws Refusal quota_exceeded, open_invoices or credits_exhausted. */
async function hold(state: State, request: HoldRequest): Promise<Hold> {
  const { requestId: id, accountId, credits, kind } = request
  const adding = state.holds.add(request).catch((error: unknown) => {
    if (kind === 'call' && mayHaveCommitted(error))
      state.unconfirmed.set(id, { id, accountId, credits, remaining: 0 })
    throw error
  })
  const hold = unwrap(await failInternally(adding))
  if (kind === 'call') state.open.set(hold.id, hold)
  return hold
}

/** Hold and settlement in one commit, for a cached record. */
const charge = async (state: State, request: ChargeRequest): Promise<Charged> =>
  unwrap(await failInternally(state.charges.add(request)))

/**
 * Throws a Failure and charges nothing if the hold no longer exists. With `alongside` the call has its own transaction.
 */
async function settle(state: State, settlement: Settlement, alongside?: SettlementWork) {
  const { id } = settlement.hold
  try {
    const settled = await failInternally(
      alongside ? settleAlongside(state.pool, settlement, alongside) : state.settlements.add(settlement),
    )
    if (settled === null) throw new Failure('internal', `hold ${id} is gone`)
    return unwrap(settled)
  } catch (error) {
    state.lost.set(id, true)
    throw error
  } finally {
    // The lease is no longer renewed, however the settlement ended: the sweeper releases what is still held.
    state.open.delete(id)
  }
}

async function settleAlongside(pool: Pool, settlement: Settlement, alongside: SettlementWork) {
  try {
    return await inTransaction(pool, async (client) => {
      await alongside(client)
      const [settled] = await settleMany(client, [settlement])
      // Thrown inside the transaction, which undoes `alongside`.
      if (!settled) throw new Failure('internal', `hold ${settlement.hold.id} is gone`)
      return settled
    })
  } catch (error) {
    if (isFailure(error)) throw error
    const [settled] = await confirmLogged(pool, [settlement.log], error)
    return settled ?? null
  }
}

/**
 * Ends a call that failed between its hold and its settlement: releases the hold together with the log row. Returns
 * false if the call has no hold; then its row is still to be written.
 */
async function release(state: State, log: CallLog): Promise<boolean> {
  const hold = state.open.get(log.requestId)
  if (!hold) return state.lost.delete(log.requestId) || endUnconfirmed(state, log)
  await settle(state, { hold, credits: 0, log })
  return true
}

/** False if the hold does not exist: then nothing was logged. */
async function endUnconfirmed(state: State, log: CallLog): Promise<boolean> {
  const hold = state.unconfirmed.get(log.requestId)
  if (!hold) return false
  state.unconfirmed.delete(log.requestId)
  const settled = await failInternally(state.settlements.add({ hold, credits: 0, log }))
  return settled !== null && unwrap(settled) !== null
}

export function unwrap<T>(result: T | Refusal | Failure): T {
  if (isRefusal(result) || isFailure(result)) throw result
  return result
}

const mayHaveCommitted = (error: unknown): boolean =>
  !isRolledBack(error) && !(error instanceof NoConnection) && !(error instanceof BatcherFull)

export const failInternally = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toFailure(error)
  })
