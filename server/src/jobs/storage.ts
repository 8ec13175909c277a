// The bound on what an account may have stored with its jobs. The database counts the bytes as rows come and go; here
// they are held against the limit when jobs are taken on, and the counts are folded.

import type { Pool } from 'pg'
import { prepared, type Queryable, statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'

export type NewBytes = { accountId: number; bytes: number }

export type Storage = {
  /** One answer per item, in order: a Refusal where the account would have more than it may, null where it fits. */
  admit: (client: Queryable, items: readonly NewBytes[]) => Promise<(Refusal | null)[]>
  /** Makes one row of an account's many. Any number of servers may do it at any time. */
  fold: () => Promise<void>
}

/** As the database counts a row beside its texts. */
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
 * Decision: what runs at the same moment, and the results of jobs already taken on, may go beyond the limit; they are
 * never refused or lost for it, only what comes after them is.
 */
export function createStorage({ pool, maxBytes }: { pool: Pool; maxBytes: number | null }): Storage {
  return {
    async admit(client, items) {
      if (maxBytes === null) return items.map(() => null)
      const accounts = [...new Set(items.map(({ accountId }) => accountId))]
      const { rows } = await client.query<{ account_id: number; bytes: number }>({
        ...readStatement,
        values: [accounts],
      })
      const stored = new Map(rows.map(({ account_id, bytes }) => [account_id, bytes]))
      return items.map(({ accountId, bytes }) => {
        const after = (stored.get(accountId) ?? 0) + bytes
        if (after > maxBytes) return new Refusal('storage_exceeded')
        stored.set(accountId, after)
        return null
      })
    },
    async fold() {
      await pool.query(foldStatement)
    },
  }
}
