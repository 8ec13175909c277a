// Bounds the bytes stored under an account's idempotency keys: above the bound the oldest bodies are removed. Their
// keys stay for their time, so that a retry never pays twice.

import type { Pool } from 'pg'
import { statement } from '../platform/db/statement.ts'

export type AnswerBound = ReturnType<typeof createAnswerBound>

/** Estimated size of a row and its index entries. */
const rowBytes = 500
/** The database is checked after each 16th part of the bound. */
const checkShare = 1 / 16

/** Smaller bodies stay: their keys take as much space. The index of large bodies uses the same number. */
const largeBytes = 500

// octet_length does not decompress the text. Locked rows are skipped, so that servers do not wait for each other.
const trimStatement = statement(`
with sized as (
  select key, sum(${rowBytes} + octet_length(body)) over (order by at desc, key) as bytes_up_to
  from idempotency_keys where account_id = $1 and octet_length(body) > ${largeBytes}),
old as (
  select t.key from idempotency_keys t where t.account_id = $1 and octet_length(t.body) > ${largeBytes}
    and t.key in (select key from sized where bytes_up_to > $2) for update skip locked)
update idempotency_keys t set body = '', body_until = quarry_now()
from old where t.account_id = $1 and t.key = old.key`)

/**
 * Decision: each server counts what it stored itself and checks the database now and then, because a counter in the
 * database would cost every call a row. An account may exceed its bound by a sixteenth per server.
 */
export function createAnswerBound(options: {
  pool: Pool
  maxBytes: number | null
  onError: (error: unknown) => void
}) {
  const { pool, maxBytes, onError } = options
  const added = new Map<number, number>()
  /** One after the other: it is not urgent, and calls need the connections. */
  let checking: Promise<unknown> = Promise.resolve()
  return {
    /** Counts a stored body; the oldest bodies above the bound are removed soon after. */
    added(accountId: number, body: string) {
      if (maxBytes === null) return
      const before = added.get(accountId)
      const bytes = (before ?? 0) + rowBytes + Buffer.byteLength(body)
      // The first time, bodies stored before this server started are not counted yet.
      const isDue = before === undefined || bytes > maxBytes * checkShare
      added.set(accountId, isDue ? 0 : bytes)
      if (isDue)
        checking = checking
          .then(() => pool.query({ ...trimStatement, values: [accountId, maxBytes] }))
          .catch(onError)
    },
    close: async () => void (await checking),
  }
}
