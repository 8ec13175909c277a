// The ledger as the rest of the server uses it: hold, settle, charge, record. Concurrent calls share statements through
// batchers; timers renew leases, release the holds of crashed servers, add up counters and maintain tables.

import { Failure, isFailure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Reads } from '../platform/db/account-slots.ts'
import { inTransaction, isRolledBack, keepConnection, NoConnection } from '../platform/db/connection.ts'
import type { Queryable } from '../platform/db/statement.ts'
import { isRefusal, type Refusal, toFailure } from '../platform/errors.ts'
import { BatcherFull, createBatcher } from '../platform/lib/batcher.ts'
import { runEvery } from '../platform/lib/run.ts'
import { chargeConfirmed, confirmLogged, settleConfirmed } from './confirm-commit.ts'
import { addUpCounters } from './log/counters.ts'
import type { CallLog } from './log/log-rows.ts'
import { type CountedLog, createRefusalCounter, recordMany } from './log/request-log.ts'
import { readStatistics, type StatisticsQuery } from './log/statistics.ts'
import { type Charged, type ChargeRequest, type Hold, type HoldRequest, holdMany } from './reserve.ts'
import { runMaintenance } from './run-maintenance.ts'
import { expireOtherLeases, renewLeases, type Settlement, settleMany, sweepExpired } from './settle.ts'
import { readUsage } from './usage.ts'

export type CreditsOptions = {
  database: { pool: Pool; reads: Reads }
  /** Identifies this server process; its holds carry it. */
  owner: string
  nowMs?: () => number
  /** Months of the request log that are stored besides the current one. */
  logMonths?: number
  /** Shown in the usage report of accounts without a `rate_limit`. */
  defaultPerSecond?: number | null
  /** Called with errors of background work, which is tried again in its next round. */
  onError?: (error: unknown) => void
}

const maxBatch = 512
const maxQueued = 8192
const batchesOfOpen = 4

/** Further work in the transaction of a settlement. */
type SettlementWork = (client: Queryable) => Promise<void>

type Ledger = ReturnType<typeof createLedger>

function createLedger(pool: Pool, owner: string) {
  /** Holds of calls that run on this server; their leases are renewed. */
  const open = new Map<string, Hold>()
  // A few milliseconds do not matter to calls that wait for sites, and fewer commits mean less work for the database.
  const minItems = () => Math.ceil(open.size / batchesOfOpen)
  const bounds = { maxBatch, maxQueued, mayRetry: isRolledBack }
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
      ...bounds,
      minItems,
      run: (requests: HoldRequest[]) => holdMany(pool, owner, requests),
    }),
    charges: createBatcher({
      ...bounds,
      run: (requests: ChargeRequest[]) => chargeConfirmed(forCharges, requests),
    }),
    settlements: createBatcher({
      ...bounds,
      minItems,
      run: (settlements: Settlement[]) => settleConfirmed(forSettlements, settlements),
    }),
    records: createBatcher({
      ...bounds,
      run: async (rows: CountedLog[]) => {
        await recordMany(pool, rows)
        return rows
      },
    }),
  }
}

export type Credits = ReturnType<typeof createCredits>

export function createCredits(options: CreditsOptions) {
  const { owner, nowMs = () => performance.now(), logMonths = 12, onError = () => {} } = options
  const { pool, reads } = options.database
  const ledger = createLedger(pool, owner)
  const { open, holds, charges, settlements, records } = ledger
  const refusals = createRefusalCounter(nowMs)
  const stops: (() => Promise<void>)[] = []

  async function flushRefusals(all = false): Promise<void> {
    await Promise.all(refusals.take(all).map((row) => records.add(row)))
  }
  const renew = async () => {
    if (open.size > 0) await renewLeases(pool, [...open.keys()])
  }
  /** Releases expired holds; with `everyone`, those of all other servers, expired or not. */
  async function sweepOrphans({ everyone = false } = {}): Promise<number> {
    if (everyone) await expireOtherLeases(pool, owner)
    return sweepExpired(pool)
  }
  const addUp = () => addUpCounters(pool)
  const maintain = () => runMaintenance(pool, logMonths, onError)

  return {
    hold: (request: HoldRequest) => hold(ledger, request),
    settle: (hold: Hold, end: { credits: number; log: CallLog }, alongside?: SettlementWork) =>
      settle(ledger, { hold, ...end }, alongside),
    charge: (log: CallLog, credits: number) => charge(ledger, { log, credits }),
    /** Logs a free or refused call. 429s are counted, and written as one row when their second is over. */
    record: async (log: CallLog): Promise<void> => {
      if (log.recordedStatus === 429 && !open.has(log.requestId)) refusals.count(log)
      else await record(ledger, log)
    },
    usage: (caller: { accountId: number; keyId: string }) =>
      readUsage(reads(caller.accountId), caller, options.defaultPerSecond ?? null),
    statistics: (query: StatisticsQuery) => readStatistics(reads(query.accountId), query),
    renewLeases: renew,
    sweepOrphans,
    flushRefusals,
    addUp,
    maintain,
    start(): void {
      stops.push(
        runEvery(5_000, renew, onError),
        runEvery(5_000, sweepOrphans, onError),
        runEvery(1_000, flushRefusals, onError),
        runEvery(2_000, addUp, onError),
        runEvery(3_600_000, maintain, onError),
      )
    },
    async close(): Promise<void> {
      await Promise.all(stops.splice(0).map((stop) => stop()))
      await flushRefusals(true).catch(onError)
      await Promise.all([holds.close(), charges.close(), settlements.close(), records.close()])
    },
  }
}

/** Throws Refusal quota_exceeded, open_invoices or credits_exhausted. */
async function hold(ledger: Ledger, request: HoldRequest): Promise<Hold> {
  const { requestId: id, accountId, credits, kind } = request
  const adding = ledger.holds.add(request).catch((error: unknown) => {
    if (kind === 'call' && mayHaveCommitted(error))
      ledger.unconfirmed.set(id, { id, accountId, credits, remaining: 0 })
    throw error
  })
  const hold = unwrap(await failInternally(adding))
  if (kind === 'call') ledger.open.set(hold.id, hold)
  return hold
}

/** Hold and settlement in one commit, for a cached record. */
const charge = async (ledger: Ledger, request: ChargeRequest): Promise<Charged> =>
  unwrap(await failInternally(ledger.charges.add(request)))

/**
 * Throws a Failure and charges nothing where the hold no longer exists. With `alongside` the call has its own
 * transaction.
 */
async function settle(ledger: Ledger, settlement: Settlement, alongside?: SettlementWork) {
  const { id } = settlement.hold
  try {
    const settled = await failInternally(
      alongside ? settleAlongside(ledger.pool, settlement, alongside) : ledger.settlements.add(settlement),
    )
    if (settled === null) throw new Failure('internal', `hold ${id} is gone`)
    return unwrap(settled)
  } catch (error) {
    ledger.lost.set(id, true)
    throw error
  } finally {
    // The lease is no longer renewed, however the settlement ended: the sweeper releases what is still held.
    ledger.open.delete(id)
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

/** A call that failed between its hold and its settlement ends here: its hold is released with the row. */
async function record(ledger: Ledger, log: CallLog): Promise<void> {
  const hold = ledger.open.get(log.requestId)
  if (hold) await settle(ledger, { hold, credits: 0, log })
  else if (!ledger.lost.delete(log.requestId) && !(await endUnconfirmed(ledger, log)))
    await failInternally(ledger.records.add({ log, count: 1 }))
}

/** False where the hold does not exist: then nothing was logged. */
async function endUnconfirmed(ledger: Ledger, log: CallLog): Promise<boolean> {
  const hold = ledger.unconfirmed.get(log.requestId)
  if (!hold) return false
  ledger.unconfirmed.delete(log.requestId)
  const settled = await failInternally(ledger.settlements.add({ hold, credits: 0, log }))
  return settled !== null && unwrap(settled) !== null
}

export function unwrap<T>(result: T | Refusal | Failure): T {
  if (isRefusal(result) || isFailure(result)) throw result
  return result
}

const mayHaveCommitted = (error: unknown): boolean =>
  !isRolledBack(error) && !(error instanceof NoConnection) && !(error instanceof BatcherFull)

const failInternally = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toFailure(error)
  })
