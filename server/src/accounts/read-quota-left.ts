// Reads how many credits are left within a key's quotas.
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import type { Caller } from './caller.ts'

const leftStatement = statement(
  'select least(total, monthly, weekly, daily)::float8 as credits from quarry_quota_left($1, $2, quarry_now())',
)

/** Null if the key has no quota. */
export async function readQuotaLeft(pool: Queryable, caller: Caller): Promise<number | null> {
  if (Object.values(caller.quotas).every((quota) => quota === null)) return null
  const values = [caller.accountId, caller.keyId]
  const [row] = await readRows<{ credits: number | null }>(pool, leftStatement, values)
  return Math.max(0, row?.credits ?? 0)
}
