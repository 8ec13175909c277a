// The limit of bytes that an account may store with its jobs. Triggers count the bytes as rows are written and deleted;
// new jobs are checked against the limit here.
import type { Pool } from 'pg'
import { changeRows, prepared, type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'

export type NewBytes = { accountId: number; bytes: number }
export type StorageLimit = ReturnType<typeof createStorageLimit>

/** What the database counts for a row besides its texts. */
export const rowBytes = 500

const readStatement = prepared(
  'quarry-stored',
  `
select account_id, sum(bytes)::float8 as bytes from stored_bytes where account_id = any($1::integer[]) group by account_id`,
)

const foldStatement = statement(`
with old as (
  delete from stored_bytes where id in (
    select id from stored_bytes where account_id in (
      select account_id from stored_bytes group by account_id having count(*) > 1)
    order by id limit 10000 for update skip locked)
  returning account_id, bytes)
insert into stored_bytes (account_id, bytes)
select account_id, sum(bytes) from old group by account_id having sum(bytes) <> 0`)

/**
 * Decision: requests that run at the same time, and results of accepted jobs, may exceed the limit. Only later requests
 * are refused.
 */
export function createStorageLimit({ pool, maxBytes }: { pool: Pool; maxBytes: number | null }) {
  return {
    /** For each item, in order, a Refusal where the account would exceed its limit, otherwise null. */
    async admit(client: Queryable, items: readonly NewBytes[]): Promise<(Refusal | null)[]> {
      if (maxBytes === null) return items.map(() => null)
      const accounts = [...new Set(items.map(({ accountId }) => accountId))]
      const rows = await readRows<{ account_id: number; bytes: number }>(client, readStatement, [accounts])
      const stored = new Map(rows.map(({ account_id, bytes }) => [account_id, bytes]))
      return items.map(({ accountId, bytes }) => {
        const total = (stored.get(accountId) ?? 0) + bytes
        if (total > maxBytes) return new Refusal('storage_exceeded')
        stored.set(accountId, total)
        return null
      })
    },
    /** Merges the rows of each account into one. Any number of servers may do it at any time. */
    fold: () => changeRows(pool, foldStatement),
  }
}
