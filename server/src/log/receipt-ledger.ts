// The ledger rows of one request. The ledger has no index but its number, which grows with time, and a charge has the
// very moment of its log row: so only what was entered around those moments is read.
import { type Queryable, statement } from '../db/statement.ts'
import { maxWalkedRows, type WalkedRow } from './walk-calls.ts'

export type LedgerView = {
  at: string
  fund: 'subscription' | 'bonus'
  entry: 'grant' | 'charge' | 'expire'
  credits: number
}

const rangeStatement = statement(`
select quarry_ledger_near(to_timestamp($1::float8) - $2::integer * interval '1 second') as first,
  quarry_ledger_near(to_timestamp($1::float8) + $2::integer * interval '1 second') as past`)

const entriesStatement = statement(`
select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, l.fund, l.entry, l.credits
from (select * from ledger where id >= $3::bigint and id < $4::bigint order by id limit ${maxWalkedRows}) l
where l.account_id = $1::integer and l.request_id = $2::uuid order by l.id`)

/** Rows that are written at once seldom change places by more than the first; the second is the most they can. */
const skewsSeconds = [5, 60]

/** `charged` is what the log says was charged: the ledger has as much. */
export async function readLedger(
  pool: Queryable,
  accountId: number,
  requestId: string,
  rows: readonly WalkedRow[],
  charged: number,
): Promise<LedgerView[]> {
  let entries: LedgerView[] = []
  // A 202 has taken nothing; whatever ends a hold is the last row.
  const last = rows.at(-1)
  if (!last) return entries
  for (const skew of skewsSeconds) {
    const found = await pool.query<{ first: number; past: number }>({
      ...rangeStatement,
      values: [last.seconds, skew],
    })
    const range = found.rows[0] ?? { first: 0, past: 0 }
    const read = await pool.query<LedgerView>({
      ...entriesStatement,
      values: [accountId, requestId, range.first, range.past],
    })
    entries = read.rows
    if (chargesOf(entries) === charged) return entries
  }
  return entries
}

const chargesOf = (entries: readonly LedgerView[]): number =>
  entries.reduce((sum, { entry, credits }) => sum + (entry === 'charge' ? credits : 0), 0)
