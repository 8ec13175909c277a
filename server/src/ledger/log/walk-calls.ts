// Reads the log newest first and keeps the rows that match the filters. Each step is its own statement, so that a long
// walk does not occupy a connection, and short enough that the planner chooses the index.

import { type Queryable, statement } from '../../platform/db/statement.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { type CallView, viewColumns } from './call-view.ts'
import { type Outcome, toOutcome } from './outcomes.ts'

export type CallFilters = {
  /** For a key that may see only its own calls. */
  keyId?: string
  endpoint?: string
  status?: number
  outcome?: Outcome
  reason?: string
  /** Alias or id. */
  key?: string
  provider?: string
  requestId?: string
  /** Anywhere in the parameters, in any letter case. */
  text?: string
}

export type Walk = {
  accountId: number | null
  /** Ids, half-open; null for no bound. */
  first: number | null
  past: number | null
  from: Date | null
  to: Date | null
  filters: CallFilters
  limit: number
}

export type WalkedRow = CallView & { id: number; seconds: string }

/** `last` is where the walk continues; null at its end. */
export type WalkedPage = { rows: WalkedRow[]; last: WalkedRow | null }

export const maxWalkedRows = 50_000
const stepRows = 1_000

/** SQL: whether the row `c` matches; `$1` is the account, `$8` and the following are `toFilterValues`. */
export const fits = `(
  ($1::integer is null or c.account_id = $1)
  and ($8::uuid is null or c.key_id = $8)
  and ($9::text is null or c.endpoint = $9)
  and ($10::smallint is null or c.recorded_status = $10)
  and ($11::text is null or c.reason = $11)
  and ($12::text is null or c.key_id in (
    select k.id from keys k
    where ($1::integer is null or k.account_id = $1) and (k.alias = $12 or k.id::text = lower($12))))
  and ($13::text is null or c.provider = $13)
  and ($14::uuid is null or c.request_id = $14)
  and ($15::text is null or strpos(lower(c.params), lower($15)) > 0)
  and ($16::text is null or ${toOutcome('c.recorded_status')} = $16)
)`

// Returns the last row of a step even where it does not match: the next step continues from it. The limit is hidden
// from the planner, which would otherwise read and sort a whole month where the account has few rows in it.
const walkStatement = (within: string, order: string) =>
  statement(`
select c.id, c.n, ${fits} as fits, extract(epoch from c.at)::text as seconds, ${viewColumns}
from (
  select c.*, row_number() over (order by c.id desc) as n from (
    select * from calls c
    where ${within} and ($4::timestamptz is null or c.at >= $4) and ($5::timestamptz is null or c.at < $5)
    order by ${order} limit (select $6::integer)
  ) c
) c
where c.n = $6 or ${fits}
order by c.id desc limit $7`)

const past = `coalesce($2::bigint, ${2n ** 63n - 1n})`
const first = 'coalesce($3::bigint, 0)'
// Pairs, because with an equal account or endpoint the planner may walk the ids of all accounts, which have the same
// order.
const pairs = (column: string, value: string) =>
  `(c.${column}, c.id) < (${value}, ${past}) and (c.${column}, c.id) >= (${value}, ${first})`
const ofAccount = pairs('account_id', '$1')
const byAccount = 'c.account_id desc, c.id desc'

/** Rows with ids from `$3` on and below `$2`, each in the order of an index. */
const accessPaths = {
  account: [ofAccount, byAccount],
  // The partial index is chosen only where the status is stated not to be 200.
  accountStatus: [`c.recorded_status = $10 and c.recorded_status <> 200 and ${ofAccount}`, byAccount],
  endpoint: [pairs('endpoint', '$9'), 'c.endpoint desc, c.id desc'],
  // An expression, because the planner may walk all rows in the order of an index.
  request: [`c.request_id = $14 and c.id < ${past} and c.id >= ${first}`, '(c.id + 0) desc'],
  everything: [`c.id < ${past} and c.id >= ${first}`, 'c.id desc'],
} as const
type AccessPath = keyof typeof accessPaths

/** One statement per index, from its condition and its order. */
export const forEachAccessPath = <T>(make: (within: string, order: string) => T): Record<AccessPath, T> =>
  mapValues(accessPaths, ([within, order]) => make(within, order))

/** The index that reads the fewest rows that do not match. */
export function chooseAccessPath({ accountId, filters }: Pick<Walk, 'accountId' | 'filters'>): AccessPath {
  if (filters.requestId !== undefined) return 'request'
  if (accountId !== null)
    return filters.status === undefined || filters.status === 200 ? 'account' : 'accountStatus'
  return filters.endpoint === undefined ? 'everything' : 'endpoint'
}

const walkStatements = forEachAccessPath(walkStatement)

export async function walkCalls(pool: Queryable, walk: Walk): Promise<WalkedPage> {
  const { accountId, filters, limit } = walk
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const rows: WalkedRow[] = []
  let past = walk.past
  for (let walked = 0; ; ) {
    const step = isFiltered ? stepRows : limit + 1
    const { first, from, to } = walk
    const remaining = limit + 1 - rows.length
    const values = [accountId, past, first, from, to, step, remaining, ...toFilterValues(filters)]
    const query = { ...walkStatements[chooseAccessPath(walk)], values }
    const found = await pool.query<WalkedRow & { n: number; fits: boolean | null }>(query)
    const end = found.rows.find(({ n }) => n === step)
    for (const { n: _, fits: isFit, ...row } of found.rows) if (isFit) rows.push(row)
    if (rows.length > limit) return { rows: rows.slice(0, limit), last: rows[limit - 1] ?? null }
    walked += step
    if (!end || walked >= maxWalkedRows) return { rows, last: end ?? null }
    past = end.id
  }
}

/** The driver sends null for an absent filter. */
export function toFilterValues(filters: CallFilters) {
  const { keyId, endpoint, status, reason, key, provider, requestId, text, outcome } = filters
  return [keyId, endpoint, status, reason, key, provider, requestId, text, outcome]
}
