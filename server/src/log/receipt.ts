// What became of one request: its log rows, what is still set aside for it, what it was charged, from which fund, and
// who answered. Read without an index of its own, by the times that its id, its job and its rows tell.

import { isUuid } from '@quarry/kit/is-uuid'
import { type Queryable, statement } from '../db/statement.ts'
import type { CallView } from './call-view.ts'
import { jobOfRequest, rowsOfRequest, timeOfRequest } from './find-request.ts'
import type { LedgerView } from './receipt-ledger.ts'
import { readLedger } from './receipt-ledger.ts'
import { type WalkedRow, walkCalls } from './walk-calls.ts'

export type Receipt = {
  request_id: string
  /** What it costs if it is answered; null where nothing says so any more. */
  price: number | null
  provider: string | null
  timings: { received: string | null; at: string | null; ms: number | null }
  /** What is set aside for it now. */
  hold: { credits: number; subscription: number; bonus: number; created_at: string } | null
  settlement: { credits: number; subscription: number; bonus: number }
  ledger: LedgerView[]
  /** Oldest first: of a job, the 202 and its end. */
  calls: CallView[]
}

type HoldRow = { subscription: number; bonus: number; created: Date }

const holdStatement = statement(`
select subscription, bonus, created from holds
where id = $2::uuid and account_id = $1::integer and ($3::uuid is null or key_id = $3)`)

/** The account's receipt, or null; with `keyId`, only if it is a call of that key. */
export async function receiptOf(
  pool: Queryable,
  accountId: number,
  requestId: string,
  keyId?: string,
): Promise<Receipt | null> {
  if (!isUuid(requestId)) return null
  const id = requestId.toLowerCase()
  const rows = await loggedRows(pool, accountId, id, keyId)
  const holds = await pool.query<HoldRow>({ ...holdStatement, values: [accountId, id, keyId ?? null] })
  const hold = holds.rows[0] ?? null
  const anyJob = await jobOfRequest(pool, accountId, id)
  const job = keyId === undefined || anyJob?.key_id === keyId ? anyJob : null
  if (rows.length === 0 && !hold && !job) return null
  const settlement = sumOf(rows)
  const ledger = await readLedger(pool, accountId, id, rows, settlement.credits)
  const last = rows.at(-1)
  const held = hold && { credits: hold.subscription + hold.bonus, ...hold }
  const received = timeOfRequest(id) ?? job?.created ?? null
  return {
    request_id: id,
    price: job?.price ?? held?.credits ?? (last ? settlement.credits : null),
    provider: rows.findLast(({ provider }) => provider !== null)?.provider ?? null,
    timings: { received: received?.toISOString() ?? null, at: last?.at ?? null, ms: last?.ms ?? null },
    hold: held && {
      credits: held.credits,
      subscription: held.subscription,
      bonus: held.bonus,
      created_at: held.created.toISOString(),
    },
    settlement,
    ledger,
    calls: rows.map(({ id: _, seconds: __, ...call }) => call),
  }
}

/** Oldest first. An id that tells no time is looked for among the newest rows. */
async function loggedRows(
  pool: Queryable,
  accountId: number,
  requestId: string,
  keyId: string | undefined,
): Promise<WalkedRow[]> {
  const open = { from: null, to: null }
  const filters = keyId === undefined ? {} : { keyId }
  const rows =
    (await rowsOfRequest(pool, accountId, requestId, { ...open, filters })) ??
    (
      await walkCalls(pool, {
        accountId,
        first: null,
        past: null,
        ...open,
        filters: { ...filters, requestId },
        limit: 10,
      })
    ).rows
  return rows.toReversed()
}

const sumOf = (rows: readonly WalkedRow[]) => ({
  credits: rows.reduce((sum, row) => sum + row.credits, 0),
  subscription: rows.reduce((sum, row) => sum + row.subscription_credits, 0),
  bonus: rows.reduce((sum, row) => sum + row.bonus_credits, 0),
})
