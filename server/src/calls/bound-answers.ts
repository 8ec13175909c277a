// Bounds the bytes stored under an account's idempotency keys: above the bound the oldest bodies are removed. Their
// keys stay for their time, so that a retry never pays twice.

import type { Pool } from 'pg'
import { statement } from '../db/statement.ts'

export type AnswerBound = {
  /** Takes notice of what was stored; what is too much is removed a moment later. */
  added: (accountId: number, body: string) => void
  close: () => Promise<void>
}

/** As the row itself and its entries in indexes count. */
const rowBytes = 500
/** A look at all of an account's answers is worth it once this part of the bound has been added. */
const lookShare = 1 / 16

/** A smaller body stays: its key takes as much room anyway. The index of large bodies has the same number. */
const largeBytes = 500

// The length of a text is known without unpacking it. Rows that somebody is using at the moment are passed over, so
// that servers which look at the same time do not wait for each other.
const trimStatement = statement(`
with sized as (
  select key, sum(${rowBytes} + octet_length(body)) over (order by at desc, key) as kept
  from idempotency_keys where account_id = $1 and octet_length(body) > ${largeBytes}),
old as (
  select t.key from idempotency_keys t where t.account_id = $1 and octet_length(t.body) > ${largeBytes}
    and t.key in (select key from sized where kept > $2) for update skip locked)
update idempotency_keys t set body = '', body_until = quarry_now()
from old where t.account_id = $1 and t.key = old.key`)

/**
 * Decision: counted by each server for what it stored itself, and looked up in the database only now and then, because
 * a counter in the database would cost every call a row; so an account may be above its bound by a sixteenth for each
 * server.
 */
export function createAnswerBound(options: {
  pool: Pool
  maxBytes: number | null
  onError: (error: unknown) => void
}): AnswerBound {
  const { pool, maxBytes, onError } = options
  const added = new Map<number, number>()
  /** One after the other: it is no hurry, and a connection that calls need. */
  let looking: Promise<unknown> = Promise.resolve()
  return {
    added(accountId, body) {
      if (maxBytes === null) return
      const before = added.get(accountId)
      const bytes = (before ?? 0) + rowBytes + Buffer.byteLength(body)
      // What was there when this server started is not known to it.
      const isDue = before === undefined || bytes > maxBytes * lookShare
      added.set(accountId, isDue ? 0 : bytes)
      if (isDue)
        looking = looking
          .then(() => pool.query({ ...trimStatement, values: [accountId, maxBytes] }))
          .catch(onError)
    },
    close: async () => void (await looking),
  }
}
