// Charges and settlements whose connection may be lost on the way: what became of them is found out, apart from those
// that come later, which are not kept waiting for it.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import type { OnConnection } from '../db/connection.ts'
import type { Refusal } from '../errors.ts'
import type { CallLog } from '../log/columns.ts'
import { type Charge, type Charged, chargeMany } from './charge.ts'
import { confirmLogged, surelyRolledBack } from './confirm.ts'
import { type Settled, type Settlement, settleMany } from './settle.ts'

/** Known at once, or when it has been found out: never rejected. */
type Later<T> = T | Promise<T>

/** How often a settlement is sent, as long as each is lost. */
const tries = 3

/** How the database is reached: for the statement itself, and for finding out what became of it. */
type Ways = { onConnection: OnConnection; pool: Pool }

export async function chargeSurely(
  { onConnection, pool }: Ways,
  items: readonly Charge[],
): Promise<Later<Charged | Refusal | Failure>[]> {
  try {
    return await onConnection((client) => chargeMany(client, items))
  } catch (error) {
    if (surelyRolledBack(error)) throw error
    return apart(items, confirmLogged(pool, logsOf(items), error))
  }
}

/** Null for a hold that is gone. */
export async function settleSurely(
  ways: Ways,
  items: readonly Settlement[],
): Promise<Later<Settled | Failure | null>[]> {
  try {
    return await ways.onConnection((client) => settleMany(client, items))
  } catch (error) {
    if (surelyRolledBack(error)) throw error
    return apart(items, settleAgain(ways, items, error))
  }
}

/** A second try cannot charge twice: the first one, if it was committed, has taken the hold away. */
async function settleAgain(
  { onConnection, pool }: Ways,
  items: readonly Settlement[],
  lostTo: unknown,
): Promise<(Settled | Failure | null)[]> {
  const ends = new Map<Settlement, Settled | Failure | null>()
  let error = lostTo
  for (let attempt = 2; attempt <= tries + 1; attempt += 1) {
    const open = items.filter((item) => !ends.has(item))
    // What was surely not done, or cannot be found out, has failed; what is known by now stays.
    const confirmed = await confirmLogged(pool, logsOf(open), error).catch(() => null)
    if (confirmed === null) break
    for (const [n, end] of confirmed.entries()) if (!isFailure(end)) ends.set(open[n] as Settlement, end)
    const unsettled = open.filter((item) => !ends.has(item))
    if (unsettled.length === 0 || attempt > tries) break
    try {
      const settled = await onConnection((client) => settleMany(client, unsettled))
      for (const [n, item] of unsettled.entries()) ends.set(item, settled[n] ?? null)
      break
    } catch (again) {
      error = again
    }
  }
  return items.map((item) => {
    const end = ends.get(item)
    return end === undefined ? lostConnection(error) : end
  })
}

function apart<T>(items: readonly unknown[], work: Promise<(T | Failure)[]>): Promise<T | Failure>[] {
  const ends = work.catch((error: unknown) => items.map(() => lostConnection(error)))
  return items.map(async (_, n) => (await ends)[n] ?? (null as T))
}

const lostConnection = (cause: unknown) =>
  new Failure('internal', 'the database connection was lost', { cause })

const logsOf = (items: readonly { log: CallLog }[]): CallLog[] => items.map(({ log }) => log)
