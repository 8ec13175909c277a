// What became of a statement whose answer was lost with the connection: if its transaction was committed, its
// log rows are there. Without this a caller could be charged for a call that was answered 500.
import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { integers, texts } from '../db/array-literal.ts'
import { heardWithin, NoConnection } from '../db/connection.ts'
import { statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import type { CallLog } from '../log/columns.ts'

/** Whether the server itself said that the statement failed: then it had no effect and may be tried again. */
export function surelyRolledBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
}

/** A database that is gone for longer leaves its callers with a 500. */
const patienceMs = 6_000
const firstDelayMs = 50
const longestDelayMs = 1_000
// Far more than an account can have logged while the answer was missed.
const lookedAt = 500_000

// The lock waits for a transaction that is still running, so that the look at the log comes after its end.
const lockStatement = statement('select 1 from accounts where id = any($1::integer[]) order by id for update')
const findStatement = statement(`
select c.request_id, c.recorded_status, a.subscription_available + a.bonus_available as remaining
from accounts a cross join lateral (
  select * from calls where account_id = a.id and at > (select quarry_now()) - interval '10 minutes'
  order by id desc limit ${lookedAt}
) c
where a.id = any($1::integer[]) and c.request_id = any($2::uuid[])`)

/** One entry per log row, in order: the balance where it was written, a Failure where it was not. */
export async function confirmLogged(
  pool: Pool,
  logs: readonly CallLog[],
  error: unknown,
): Promise<({ remaining: number } | Failure)[]> {
  if (surelyRolledBack(error) || error instanceof NoConnection) throw error
  const giveUpAt = performance.now() + patienceMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look(pool, logs, error)
    } catch (again) {
      if (performance.now() > giveUpAt) throw again
      await delay(Math.min(firstDelayMs * 2 ** attempt, longestDelayMs))
    }
  }
}

type Row = { request_id: string; recorded_status: number; remaining: number }

async function look(pool: Pool, logs: readonly CallLog[], cause: unknown) {
  const accounts = integers(logs.map((log) => log.accountId))
  const ids = texts(logs.map((log) => log.requestId))
  const rows = await inTransaction(pool, async (client) => {
    await client.query({ ...lockStatement, ...heardWithin, values: [accounts] })
    return (await client.query<Row>({ ...findStatement, ...heardWithin, values: [accounts, ids] })).rows
  })
  // The status tells our row from the one a sweeper wrote for the same request.
  const remaining = new Map(rows.map((row) => [`${row.request_id} ${row.recorded_status}`, row.remaining]))
  return logs.map(({ requestId, recordedStatus }) => {
    const found = remaining.get(`${requestId.toLowerCase()} ${recordedStatus}`)
    return found === undefined
      ? new Failure('internal', 'the database connection was lost', { cause })
      : { remaining: found }
  })
}
