// Reads how many credits are left within a key's quotas.
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import type { Caller } from './caller.ts'

const roomStatement = statement(
  'select least(total, monthly, weekly, daily)::float8 as room from quarry_quota_room($1, $2, quarry_now())',
)

/** Null if the key has no quota. */
export async function readQuotaLeft(pool: Queryable, caller: Caller): Promise<number | null> {
  if (Object.values(caller.quotas).every((quota) => quota === null)) return null
  const values = [caller.accountId, caller.keyId]
  const [row] = await readRows<{ room: number | null }>(pool, roomStatement, values)
  return Math.max(0, row?.room ?? 0)
}
