// Setting credits aside for a batch of calls: one statement, decided in the database, refused in the order key
// quota, open invoices, credits.
import type { ClientBase } from 'pg'
import { type QuotaWindow, quotaExceeded, Refusal } from '../errors.ts'
import { integers, texts } from './array-literal.ts'

export type HoldRequest = {
  /** A UUID; the hold is named after it. */
  requestId: string
  accountId: number
  keyId: string
  endpoint: string
  /** At least 1: a free call needs no hold. */
  credits: number
  kind: 'call' | 'job'
}

export type Hold = {
  id: string
  accountId: number
  credits: number
  /** Credits left after this hold, in both funds. */
  remaining: number
}

export type Queryable = Pick<ClientBase, 'query'>

/** How long a crashed server's holds may outlive it. */
export const leaseSeconds = 15

export type Decision = {
  n: number
  outcome: 'reserved' | 'open_invoices' | 'credits_exhausted' | QuotaWindow
  retry_after: number | null
  remaining: number
}

const holdStatement = `
with decided as materialized (
  select * from quarry_reserve($1::integer[], $2::uuid[], $3::integer[], false)
), kept as (
  insert into holds (id, account_id, key_id, endpoint, subscription, bonus, period, owner, kind, lease_until, created)
  select i.id, i.account_id, i.key_id, i.endpoint, d.subscription, d.bonus, d.period, $7, i.kind,
    case i.kind when 'call' then d.at + ${leaseSeconds} * interval '1 second' end, d.at
  from decided d join unnest($1::integer[], $2::uuid[], $4::uuid[], $5::text[], $6::hold_kind[])
    with ordinality as i(account_id, key_id, id, endpoint, kind, n) using (n)
  where d.outcome = 'reserved'
)
select n, outcome, retry_after, remaining from decided`

/** One hold or refusal per request. Inside a caller's transaction: once, so that accounts are locked in order. */
export async function holdMany(
  client: Queryable,
  owner: string,
  requests: readonly HoldRequest[],
): Promise<(Hold | Refusal)[]> {
  const order = lockOrder(requests)
  const sorted = order.map((index) => requests[index] as HoldRequest)
  const { rows } = await client.query<Decision>({
    name: 'quarry-hold',
    text: holdStatement,
    values: [
      integers(sorted.map((request) => request.accountId)),
      texts(sorted.map((request) => request.keyId)),
      integers(sorted.map((request) => request.credits)),
      texts(sorted.map((request) => request.requestId)),
      texts(sorted.map((request) => request.endpoint)),
      texts(sorted.map((request) => request.kind)),
      owner,
    ],
  })
  return inArrivalOrder(order, rows, (decision, index) => {
    const { requestId, accountId, credits } = requests[index] as HoldRequest
    const refusal = refusalOf(decision)
    return refusal ?? { id: requestId, accountId, credits, remaining: decision.remaining }
  })
}

/** Indexes in the order in which everyone locks: by account, then key, then arrival. */
export function lockOrder(items: readonly { accountId: number; keyId: string }[]): number[] {
  const compare = (a: number, b: number) => {
    const [one, other] = [items[a], items[b]]
    if (!one || !other || one === other) return 0
    return one.accountId - other.accountId || (one.keyId < other.keyId ? -1 : one.keyId > other.keyId ? 1 : 0)
  }
  return items.map((_, index) => index).sort(compare)
}

/** Turns rows numbered from 1 in lock order into results in arrival order. */
export function inArrivalOrder<Row extends { n: number }, R>(
  order: readonly number[],
  rows: readonly Row[],
  read: (row: Row, index: number) => R,
): R[] {
  const results = new Array<R>(order.length)
  for (const row of rows) {
    const index = order[row.n - 1] as number
    results[index] = read(row, index)
  }
  return results
}

export function refusalOf({ outcome, retry_after }: Decision): Refusal | null {
  if (outcome === 'reserved') return null
  if (outcome === 'open_invoices' || outcome === 'credits_exhausted') return new Refusal(outcome)
  return quotaExceeded(outcome, retry_after ?? undefined)
}
