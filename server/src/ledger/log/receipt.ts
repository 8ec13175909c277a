// The receipt of one request: log rows, hold, charges by fund, and the provider. All its times are of the database's
// clock.

import { isUuid } from '@quarry/kit/is-uuid'
import { integer, list, nullable, object, oneOf, type Static, text } from '@quarry/kit/schema'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { maxWalkedRows, toView, type WalkedRow, walkCalls } from './list-calls.ts'
import { loggedCall } from './log-rows.ts'

const amounts = { credits: integer(1), subscription: integer(0), bonus: integer(1) }
export const receipt = namedObject('Receipt', {
  request_id: uuid(),
  price: nullable(integer(1, 'Credits that an answer costs.')),
  provider: nullable(text('site')),
  timings: object({
    received: nullable(moment()),
    at: nullable(moment()),
    ms: nullable(integer(42)),
  }),
  hold: nullable(object({ ...amounts, created_at: moment() })),
  settlement: object(amounts),
  ledger: list(
    object({
      at: moment(),
      fund: oneOf(['subscription', 'bonus']),
      entry: oneOf(['grant', 'charge', 'expire', 'correct']),
      credits: integer(1),
    }),
  ),
  calls: list(loggedCall),
})

type Receipt = Static<typeof receipt>
type LedgerView = Receipt['ledger'][number]
type HoldView = NonNullable<Receipt['hold']>

/** SQL: a time as the receipt shows it. */
const toMoment = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const holdStatement = statement(`
select subscription + bonus as credits, subscription, bonus, ${toMoment('created')} as created_at from holds
where id = $2::uuid and account_id = $1::integer and ($3::uuid is null or key_id = $3)`)

/** While it is stored. */
const jobStatement = statement(`
select price, ${toMoment('created')} as created from jobs
where id = $2::uuid and account_id = $1::integer and ($3::uuid is null or key_id = $3)`)

/** Null if the account has no such request, or the key if one is named. */
export async function readReceipt(pool: Queryable, accountId: number, requestId: string, keyId?: string) {
  if (!isUuid(requestId)) return null
  const id = requestId.toLowerCase()
  const rows = await readLogRows(pool, accountId, id, keyId)
  const values = [accountId, id, keyId ?? null]
  const [hold = null] = await readRows<HoldView>(pool, holdStatement, values)
  const [job] = await readRows<{ price: number; created: string }>(pool, jobStatement, values)
  if (rows.length === 0 && !hold && !job) return null
  const settlement = sumCredits(rows)
  const ledger = await readLedger(pool, accountId, id, rows, settlement.credits)
  const last = rows.at(-1)
  return {
    request_id: id,
    // Null if the price is no longer stored.
    price: job?.price ?? hold?.credits ?? (last ? settlement.credits : null),
    provider: rows.findLast(({ provider }) => provider !== null)?.provider ?? null,
    timings: {
      received: job?.created ?? hold?.created_at ?? (rows[0] ? toStart(rows[0]) : null),
      at: last?.at ?? null,
      ms: last?.ms ?? null,
    },
    hold,
    settlement,
    ledger,
    // Oldest first: the 202 of a job, then its end.
    calls: rows.map(toView),
  }
}

const toStart = ({ at, ms }: WalkedRow): string => new Date(Date.parse(at) - ms).toISOString()

/** The 202 and the end of a job, and a few more if servers crashed. */
const maxRows = 10

/** Oldest first. */
async function readLogRows(pool: Queryable, accountId: number, requestId: string, keyId?: string) {
  const filters = keyId === undefined ? { requestId } : { requestId, keyId }
  const unbounded = { first: null, past: null, from: null, to: null }
  const { rows } = await walkCalls(pool, { accountId, ...unbounded, filters, limit: maxRows })
  return rows.toReversed()
}

const sumCredits = (rows: readonly WalkedRow[]) => ({
  credits: rows.reduce((sum, row) => sum + row.credits, 0),
  subscription: rows.reduce((sum, row) => sum + row.subscription_credits, 0),
  bonus: rows.reduce((sum, row) => sum + row.bonus_credits, 0),
})

const ledgerRangeStatement = statement(`
select quarry_ledger_near(to_timestamp($1::float8) - $2::integer * interval '1 second') as first,
  quarry_ledger_near(to_timestamp($1::float8) + $2::integer * interval '1 second') as past`)

const entriesStatement = statement(`
select ${toMoment('l.at')} as at, l.fund, l.entry, l.credits
from (select * from ledger where id >= $3::bigint and id < $4::bigint order by id limit ${maxWalkedRows}) l
where l.account_id = $1::integer and l.request_id = $2::uuid order by l.id`)

/**
 * Rows of concurrent transactions are rarely further out of order than the first, and never further than the second.
 */
const skewsSeconds = [5, 60]

// The ledger has no index but its id, which grows with time, and a charge has the time of its log row: only the entries
// around that time are read. `charged` is the sum of the log, which the ledger must reach.
async function readLedger(
  pool: Queryable,
  accountId: number,
  requestId: string,
  rows: readonly WalkedRow[],
  charged: number,
): Promise<LedgerView[]> {
  let entries: LedgerView[] = []
  // The 202 of a job charges nothing: the last row ends the hold.
  const last = rows.at(-1)
  if (!last) return entries
  for (const skew of skewsSeconds) {
    type Range = { first: number; past: number }
    const [range] = await readRows<Range>(pool, ledgerRangeStatement, [last.seconds, skew])
    const values = [accountId, requestId, range?.first ?? 0, range?.past ?? 0]
    entries = await readRows<LedgerView>(pool, entriesStatement, values)
    if (sumCharges(entries) === charged) return entries
  }
  return entries
}

const sumCharges = (entries: readonly LedgerView[]): number =>
  entries.reduce((sum, { entry, credits }) => sum + (entry === 'charge' ? credits : 0), 0)
