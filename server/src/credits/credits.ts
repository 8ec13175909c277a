// The money of calls, as the rest of the server sees it: hold, settle, charge, record. Concurrent calls share
// statements through batchers; timers keep leases alive, release what dead servers left, and tend the log.
import { type Clock, systemClock } from '@quarry/kit/clock'
import { Failure, isFailure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Reads } from '../db/account-turns.ts'
import { keepConnection, NoConnection } from '../db/connection.ts'
import type { Queryable } from '../db/queryable.ts'
import { inTransaction } from '../db/transaction.ts'
import { isRefusal, type Refusal } from '../errors.ts'
import { BatcherFull, createBatcher } from '../lib/batcher.ts'
import { runEvery } from '../lib/run-every.ts'
import { addUpCounters } from '../log/add-up.ts'
import type { CallLog } from '../log/columns.ts'
import { createRefusalCounter, recordMany } from '../log/record.ts'
import { type Statistics, type StatisticsQuery, statisticsOf } from '../log/statistics.ts'
import type { Charge, Charged } from './charge.ts'
import { confirmLogged, surelyRolledBack } from './confirm.ts'
import { chargeSurely, settleSurely } from './end-surely.ts'
import { type Hold, type HoldRequest, holdMany, leaseSeconds } from './hold.ts'
import { tendTables } from './maintain.ts'
import {
  expireLeasesOfOthers,
  renewLeases,
  type Settled,
  type Settlement,
  settleMany,
  sweepExpired,
} from './settle.ts'
import { type UsageReport, usageOf } from './usage.ts'

export type CreditsOptions = {
  database: { pool: Pool; reads: Reads }
  /** Unique to this server process: its holds carry it. */
  owner: string
  clock?: Clock
  /** Months of the request log that are kept besides the running one. */
  logMonths?: number
  /** Shown in the usage report where the account's rate limit was never given. */
  defaultPerSecond?: number | null
  /** Told of faults in the background; the next round tries again. */
  onError?: (error: unknown) => void
}

export type Credits = {
  /** Sets credits aside; throws Refusal (quota_exceeded, open_invoices, credits_exhausted). */
  hold: (request: HoldRequest) => Promise<Hold>
  /**
   * Ends a hold: of its credits so many are charged, 0 to all, and the rest is given back. A hold that is gone: Failure, nothing charged.
   * `alongside` is done in the same transaction, which is then the call's own.
   */
  settle: (
    hold: Hold,
    end: { credits: number; log: CallLog },
    alongside?: (client: Queryable) => Promise<void>,
  ) => Promise<Settled>
  /** Hold and settle in one commit, for a record already at hand. */
  charge: (log: CallLog, credits: number) => Promise<Charged>
  /**
   * Logs a free or refused call. A 429 is only counted, and written when its second is over. A call that failed
   * between its hold and its settlement ends here: what it still holds is given back with the row.
   */
  record: (log: CallLog) => Promise<void>
  usage: (caller: { accountId: number; keyId: string }) => Promise<UsageReport>
  statistics: (query: StatisticsQuery) => Promise<Statistics>
  renewLeases: () => Promise<void>
  /** Releases expired holds; with `everyone`, those of all other servers, expired or not. */
  sweepOrphans: (options?: { everyone?: boolean }) => Promise<number>
  flushRefusals: (all?: boolean) => Promise<void>
  /** Adds to the counters what calls have left. Statistics know it before, too. */
  addUp: () => Promise<void>
  maintain: () => Promise<void>
  /** Starts the timers. */
  start: () => void
  close: () => Promise<void>
}

const maxBatch = 512
const maxQueued = 8192
const batchesOfOpen = 4

export function createCredits(options: CreditsOptions): Credits {
  const { owner, clock = systemClock, logMonths = 12, onError = () => {} } = options
  const { defaultPerSecond = null } = options
  const { pool, reads } = options.database
  const open = new Map<string, Hold>()
  // Calls whose settlement failed: the sweeper has logged them, or will. One row is enough.
  const lost = new LRUCache<string, true>({ max: maxQueued })
  // Calls whose hold lost its reply: the hold may be there, and then it ends together with the log row.
  const unconfirmed = new LRUCache<string, Hold>({ max: maxQueued })
  const refusals = createRefusalCounter(clock)
  const timers: (() => void)[] = []
  const chargeWays = { onConnection: keepConnection(pool), pool }
  const settleWays = { onConnection: keepConnection(pool), pool }
  const bounds = { maxBatch, maxQueued, mayRetry: surelyRolledBack }

  // Calls that wait for sites do not feel some milliseconds, and several in one commit are less work for the database.
  const enough = () => Math.ceil(open.size / batchesOfOpen)

  const holds = createBatcher({
    ...bounds,
    enough,
    run: (items: HoldRequest[]) => holdMany(pool, owner, items),
  })
  const charges = createBatcher({ ...bounds, run: (items: Charge[]) => chargeSurely(chargeWays, items) })
  const settlements = createBatcher({
    ...bounds,
    enough,
    run: (items: Settlement[]) => settleSurely(settleWays, items),
  })
  const records = createBatcher({
    ...bounds,
    run: async (items: { log: CallLog; count: number }[]) => {
      await recordMany(pool, items)
      return items
    },
  })

  async function flushRefusals(all = false): Promise<void> {
    await Promise.all(refusals.take(all).map((row) => records.add(row)))
  }

  async function sweepOrphans({ everyone = false } = {}): Promise<number> {
    if (everyone) await expireLeasesOfOthers(pool, owner)
    return sweepExpired(pool, leaseSeconds)
  }

  const renew = async () => {
    if (open.size > 0) await renewLeases(pool, [...open.keys()], leaseSeconds)
  }
  const maintain = () => tendTables(pool, logMonths, onError)
  const addUp = () => addUpCounters(pool)

  async function settleAlone(settlement: Settlement, alongside: (client: Queryable) => Promise<void>) {
    try {
      return await inTransaction(pool, async (client) => {
        await alongside(client)
        const [settled] = await settleMany(client, [settlement])
        // Thrown inside, so that what was done alongside is undone.
        if (!settled) throw new Failure('internal', `hold ${settlement.hold.id} is gone`)
        return settled
      })
    } catch (error) {
      if (isFailure(error)) throw error
      const [settled] = await confirmLogged(pool, [settlement.log], error)
      return settled ?? null
    }
  }

  const settle: Credits['settle'] = async (hold, { credits, log }, alongside) => {
    const settlement = { hold, credits, log }
    try {
      const settled = await internally(
        alongside ? settleAlone(settlement, alongside) : settlements.add(settlement),
      )
      if (settled === null) throw new Failure('internal', `hold ${hold.id} is gone`)
      return orThrow(settled)
    } catch (error) {
      lost.set(hold.id, true)
      throw error
    } finally {
      // However it ended, the lease is no longer renewed: what is still held is soon given back.
      open.delete(hold.id)
    }
  }

  /** False where the hold is not there: then nothing was logged. */
  async function endUnconfirmed(log: CallLog): Promise<boolean> {
    const hold = unconfirmed.get(log.requestId)
    if (!hold) return false
    unconfirmed.delete(log.requestId)
    const settled = await internally(settlements.add({ hold, credits: 0, log }))
    return settled !== null && orThrow(settled) !== null
  }

  return {
    async hold(request) {
      const { requestId: id, accountId, credits } = request
      const adding = holds.add(request).catch((error: unknown) => {
        if (request.kind === 'call' && mayHaveCommitted(error))
          unconfirmed.set(id, { id, accountId, credits, remaining: 0 })
        throw error
      })
      const hold = orThrow(await internally(adding))
      if (request.kind === 'call') open.set(hold.id, hold)
      return hold
    },
    settle,
    async charge(log, credits) {
      try {
        return orThrow(await charges.add({ log, credits }))
      } catch (error) {
        throw isRefusal(error) ? error : internal(error)
      }
    },
    async record(log) {
      const hold = open.get(log.requestId)
      if (hold) await settle(hold, { credits: 0, log })
      else if (log.recordedStatus === 429) refusals.count(log)
      else if (!lost.delete(log.requestId) && !(await endUnconfirmed(log)))
        await internally(records.add({ log, count: 1 }))
    },
    usage: (caller) => usageOf(reads(caller.accountId), caller, defaultPerSecond),
    statistics: (query) => statisticsOf(reads(query.accountId), query),
    renewLeases: renew,
    sweepOrphans,
    flushRefusals,
    addUp,
    maintain,
    start() {
      timers.push(
        runEvery(5_000, renew, onError),
        runEvery(5_000, sweepOrphans, onError),
        runEvery(1_000, flushRefusals, onError),
        runEvery(2_000, addUp, onError),
        runEvery(3_600_000, maintain, onError),
      )
    },
    async close() {
      for (const stop of timers.splice(0)) stop()
      await flushRefusals(true).catch(onError)
      await Promise.all([holds.close(), charges.close(), settlements.close(), records.close()])
    },
  }
}

function orThrow<T>(result: T | Refusal | Failure): T {
  if (isRefusal(result) || isFailure(result)) throw result
  return result
}

const mayHaveCommitted = (error: unknown): boolean =>
  !surelyRolledBack(error) && !(error instanceof NoConnection) && !(error instanceof BatcherFull)

/** Whatever fails on the way to the database is an internal error, unbilled. */
const internally = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw internal(error)
  })

function internal(error: unknown): Failure {
  if (isFailure(error)) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new Failure('internal', detail, { cause: error })
}
