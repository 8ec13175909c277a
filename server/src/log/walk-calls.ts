// Walks the log newest first and keeps what fits the filters. It goes in steps, each a statement of its own: a long
// walk then holds no connection for its whole length, and a step is short enough for the index to be its cheapest plan.
import { type Queryable, statement } from '../db/statement.ts'
import { type CallView, viewColumns } from './call-view.ts'

export type CallFilters = {
  /** The key that asks, where it may see its own calls only. */
  keyId?: string
  endpoint?: string
  status?: number
  reason?: string
  /** Alias or id. */
  key?: string
  provider?: string
  requestId?: string
  /** Somewhere in the parameters, in any letter case. */
  text?: string
}

export type Walk = {
  accountId: number | null
  /** Ids, half-open; null is no bound. */
  first: number | null
  past: number | null
  from: Date | null
  to: Date | null
  filters: CallFilters
  limit: number
}

export type WalkedRow = CallView & { id: number; seconds: string }

/** `last`: where the walk goes on; null at its end. */
export type Walked = { rows: WalkedRow[]; last: WalkedRow | null }

export const maxWalkedRows = 50_000
const stepRows = 1_000

/** Whether a row `c` fits: `$1` is the account, `$8` and the following are `filterValues`. */
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
)`

// The last row of a step is told even if it does not fit: the next step goes on from it. The limit of a step is hidden
// from the planner, which then expects to need a tenth of what there is: otherwise it reads and sorts a month whole where
// the account has not much more in it than a step.
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
// Pairs, because an equal account or endpoint would let the planner walk the ids of everybody instead, which have the
// same order.
const pairs = (column: string, value: string) =>
  `(c.${column}, c.id) < (${value}, ${past}) and (c.${column}, c.id) >= (${value}, ${first})`
const ofAccount = pairs('account_id', '$1')
const byAccount = 'c.account_id desc, c.id desc'

/** Rows with ids from `$3` on and below `$2`, each way in the order of an index. */
const ways = {
  account: [ofAccount, byAccount],
  // The partial index is only chosen for a status that is said not to be 200.
  accountStatus: [`c.recorded_status = $10 and c.recorded_status <> 200 and ${ofAccount}`, byAccount],
  endpoint: [pairs('endpoint', '$9'), 'c.endpoint desc, c.id desc'],
  everything: [`c.id < ${past} and c.id >= ${first}`, 'c.id desc'],
} as const
type Way = keyof typeof ways

/** A statement for each way through the log: what bounds it, and its order. */
export const byWay = <T>(make: (within: string, order: string) => T): Record<Way, T> =>
  Object.fromEntries(
    Object.entries(ways).map(([way, [within, order]]) => [way, make(within, order)]),
  ) as Record<Way, T>

/** The way that meets the fewest rows which do not fit. */
export function wayOf({ accountId, filters }: { accountId: number | null; filters: CallFilters }): Way {
  if (accountId !== null)
    return filters.status === undefined || filters.status === 200 ? 'account' : 'accountStatus'
  return filters.endpoint === undefined ? 'everything' : 'endpoint'
}

const walkStatements = byWay(walkStatement)

export async function walkCalls(pool: Queryable, walk: Walk): Promise<Walked> {
  const { accountId, filters, limit } = walk
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const rows: WalkedRow[] = []
  let past = walk.past
  for (let walked = 0; ; ) {
    const step = isFiltered ? stepRows : limit + 1
    const found = await pool.query<WalkedRow & { n: number; fits: boolean | null }>({
      ...walkStatements[wayOf(walk)],
      values: [
        accountId,
        past,
        walk.first,
        walk.from,
        walk.to,
        step,
        limit + 1 - rows.length,
        ...filterValues(filters),
      ],
    })
    const end = found.rows.find(({ n }) => n === step)
    for (const { n: _, fits: isFit, ...row } of found.rows) if (isFit) rows.push(row)
    if (rows.length > limit) return { rows: rows.slice(0, limit), last: rows[limit - 1] ?? null }
    walked += step
    if (!end || walked >= maxWalkedRows) return { rows, last: end ?? null }
    past = end.id
  }
}

export const filterValues = (filters: CallFilters) => [
  filters.keyId ?? null,
  filters.endpoint ?? null,
  filters.status ?? null,
  filters.reason ?? null,
  filters.key ?? null,
  filters.provider ?? null,
  filters.requestId ?? null,
  filters.text ?? null,
]
