// Sends charges and settlements, and finds out whether they were committed if the connection is lost before the reply:
// then their log rows exist. Without this a caller could be charged for a call whose response was 500. Later batches do
// not wait for the confirmation.

import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { toIntegerArray, toTextArray } from '../platform/db/array-literal.ts'
import {
  inTransaction,
  isRolledBack,
  NoConnection,
  type OnConnection,
  shortQueryTimeout,
} from '../platform/db/connection.ts'
import { statement } from '../platform/db/statement.ts'
import { type Refusal, unavailableSeconds } from '../platform/errors.ts'
import type { MaybePromise } from '../platform/lib/promises.ts'
import type { CallLog } from './log/log-rows.ts'
import { type Charged, type ChargeRequest, chargeMany } from './reserve.ts'
import { type Settled, type Settlement, settleMany } from './settle.ts'

/** A database that is down for longer leaves its callers with a 500. */
const maxConfirmMs = 6_000
const firstDelayMs = 50
const maxDelayMs = 1_000
const maxSettleTries = 3

// The lock waits for a transaction that still runs, so that the log is read after its end.
const lockStatement = statement('select 1 from accounts where id = any($1::integer[]) order by id for update')
const findStatement = statement(`
select c.request_id, c.recorded_status, a.subscription_available + a.bonus_available as remaining
from unnest($2::uuid[]) as r(id)
cross join lateral (select * from calls where request_id = r.id offset 0) c
join accounts a on a.id = c.account_id
where a.id = any($1::integer[])`)

/** One entry per log row, in order: the balance if it was written, a Failure if not. */
export async function confirmLogged(pool: Pool, logs: readonly CallLog[], error: unknown) {
  if (isRolledBack(error) || error instanceof NoConnection) throw error
  const giveUpAt = performance.now() + maxConfirmMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await findLogged(pool, logs, error)
    } catch (findError) {
      if (performance.now() > giveUpAt) throw findError
      await sleep(Math.min(firstDelayMs * 2 ** attempt, maxDelayMs))
    }
  }
}

type LoggedRow = { request_id: string; recorded_status: number; remaining: number }

async function findLogged(pool: Pool, logs: readonly CallLog[], cause: unknown) {
  const accounts = toIntegerArray(logs.map((log) => log.accountId))
  const ids = toTextArray(logs.map((log) => log.requestId))
  const rows = await inTransaction(pool, async (client) => {
    await client.query({ ...lockStatement, ...shortQueryTimeout, values: [accounts] })
    const query = { ...findStatement, ...shortQueryTimeout, values: [accounts, ids] }
    return (await client.query<LoggedRow>(query)).rows
  })
  // The status distinguishes the row from one that the sweeper wrote for the same request.
  const remaining = new Map(rows.map((row) => [`${row.request_id} ${row.recorded_status}`, row.remaining]))
  return logs.map(({ requestId, recordedStatus }) => {
    const balance = remaining.get(`${requestId.toLowerCase()} ${recordedStatus}`)
    return balance === undefined ? connectionLost(cause) : { remaining: balance }
  })
}

/** A connection for the statement, and the pool for its confirmation. */
type Connections = { onConnection: OnConnection; pool: Pool }

/** Results are available at once, or after the confirmation, and never reject. A charge is never sent twice. */
export async function chargeConfirmed(
  { onConnection, pool }: Connections,
  requests: readonly ChargeRequest[],
): Promise<MaybePromise<Charged | Refusal | Failure>[]> {
  try {
    return await onConnection((client) => chargeMany(client, requests))
  } catch (error) {
    if (isRolledBack(error)) throw error
    return splitLater(requests, confirmLogged(pool, toLogs(requests), error))
  }
}

/** Null for a hold that no longer exists. */
export async function settleConfirmed(
  connections: Connections,
  settlements: readonly Settlement[],
): Promise<MaybePromise<Settled | Failure | null>[]> {
  try {
    return await connections.onConnection((client) => settleMany(client, settlements))
  } catch (error) {
    if (isRolledBack(error)) throw error
    return splitLater(settlements, settleAgain(connections, settlements, error))
  }
}

/** A second try cannot charge twice: if the first was committed, the hold no longer exists. */
async function settleAgain(
  { onConnection, pool }: Connections,
  settlements: readonly Settlement[],
  firstError: unknown,
): Promise<(Settled | Failure | null)[]> {
  const results = new Map<Settlement, Settled | Failure | null>()
  let error = firstError
  for (let attempt = 2; attempt <= maxSettleTries + 1; attempt += 1) {
    const open = settlements.filter((item) => !results.has(item))
    // What was rolled back or cannot be confirmed has failed; results so far stay.
    const confirmed = await confirmLogged(pool, toLogs(open), error).catch(() => null)
    if (confirmed === null) break
    for (const [n, result] of confirmed.entries())
      if (!isFailure(result)) results.set(open[n] as Settlement, result)
    const unsettled = open.filter((item) => !results.has(item))
    if (unsettled.length === 0 || attempt > maxSettleTries) break
    try {
      const settled = await onConnection((client) => settleMany(client, unsettled))
      for (const [n, item] of unsettled.entries()) results.set(item, settled[n] ?? null)
      break
    } catch (nextError) {
      error = nextError
    }
  }
  return settlements.map((item) => {
    const result = results.get(item)
    return result === undefined ? connectionLost(error) : result
  })
}

function splitLater<T>(items: readonly unknown[], work: Promise<(T | Failure)[]>): Promise<T | Failure>[] {
  const results = work.catch((error: unknown) => items.map(() => connectionLost(error)))
  return items.map(async (_, n) => (await results)[n] ?? (null as T))
}

const connectionLost = (cause: unknown) =>
  new Failure('internal', 'the database connection was lost', {
    cause,
    isServerFault: true,
    retryAfterSeconds: unavailableSeconds,
  })

const toLogs = (items: readonly { log: CallLog }[]): CallLog[] => items.map(({ log }) => log)
