// The request log as an account or the operator reads it: newest first, filtered, in pages. A page reads a bounded
// number of rows; if these do not fill it, its cursor continues from there.
import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import {
  type Cursor,
  checkLimit,
  readCursor,
  readIdCursor,
  replaceNul,
  writeCursor,
} from '../../platform/db/page.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { noMatchStatus, type Outcome, toOutcome } from './counters.ts'
import { type CallView, viewColumns } from './log-rows.ts'
import { dayMs, readTime } from './read-time.ts'

export type CallsQuery = CallFilters & {
  /** Null or absent: all accounts, for the operator only. */
  accountId?: number | null
  /** A day or a time. */
  from?: string
  /** Exclusive; a day is included. */
  to?: string
  limit?: number
  cursor?: string
}

const defaultLimit = 50

export async function listCalls({ pool }: { pool: Queryable }, query: CallsQuery) {
  const { accountId = null, from, to, limit: _, cursor, ...otherFilters } = query
  const limit = checkLimit(query.limit ?? defaultLimit)
  const filters = checkFilters(otherFilters)
  const period = {
    from: from === undefined ? null : new Date(readTime('from', from).time),
    to: to === undefined ? null : readEnd(to),
  }
  const before = cursor === undefined ? null : await readCursorId(pool, accountId, cursor)
  const range = await findCallRange(pool, accountId, period)
  const past = before === null ? range.past : Math.min(before, range.past ?? before)
  const { rows, last } = await walkCalls(pool, { accountId, ...range, past, ...period, filters, limit })
  return { calls: rows.map(toView), next_cursor: last && toCursor(accountId, last) }
}

export const toView = ({ id: _, seconds: __, ...call }: WalkedRow): CallView => call

/** The operator gets the row number, which would reveal to an account how much others do. */
const toCursor = (accountId: number | null, { id, seconds, request_id }: WalkedRow): string =>
  accountId === null ? String(id) : writeCursor({ seconds, id: request_id })

async function readCursorId(pool: Queryable, accountId: number | null, cursor: string): Promise<number> {
  return accountId === null ? readIdCursor(cursor) : findCursorId(pool, accountId, readCursor(cursor))
}

/** The exclusive end; a day is included. */
export function readEnd(text: string): Date {
  const { time, isDay } = readTime('to', text)
  return new Date(isDay ? time + dayMs : time)
}

/** 400 for invalid filters. An outcome of one status becomes that status, which has an index. */
export function checkFilters({ outcome, ...others }: CallFilters): CallFilters {
  const filters = outcome === undefined ? others : toIndexed(outcome, others)
  const { status, requestId } = filters
  if (status !== undefined && (!Number.isInteger(status) || status < 0 || status > 999))
    throw invalidParameter('status', 'must be a status code')
  if (requestId !== undefined && !isUuid(requestId))
    throw invalidParameter('request_id', 'must be the id of a request')
  return mapValues(filters, (value) => (typeof value === 'string' ? replaceNul(value) : value)) as CallFilters
}

const toIndexed = (outcome: Outcome, others: CallFilters): CallFilters =>
  outcome === 'no_match' && others.status === undefined
    ? { ...others, status: noMatchStatus }
    : { ...others, outcome }

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

type Walk = {
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
type WalkedPage = { rows: WalkedRow[]; last: WalkedRow | null }

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

// Returns the last row of a step even if it does not match: the next step continues from it. The limit is hidden from
// the planner, which would otherwise read and sort a whole month if the account has few rows in it.
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
  // The partial index is chosen only if the status is stated not to be 200.
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

/**
 * Reads the log newest first and returns the rows that match. Each step is its own statement, so that a long walk does
 * not occupy a connection, and short enough that the planner chooses the index.
 */
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

/** Rows of concurrent transactions may be out of order by at most this much. */
const skewMs = 60_000

const rangeStatement = statement(`
select case when $2::timestamptz is not null then quarry_call_near($1::integer, $2) end as first,
  case when $3::timestamptz is not null then quarry_call_near($1::integer, $3) end as past`)

/** The half-open range of ids that contains all rows of the period; null for an end without a bound. */
export async function findCallRange(
  pool: Queryable,
  accountId: number | null,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<IdRange> {
  const unbounded = { first: null, past: null }
  if (from === null && to === null) return unbounded
  const values = [accountId, addMs(from, -skewMs), addMs(to, skewMs)]
  const [range = unbounded] = await readRows<IdRange>(pool, rangeStatement, values)
  return range
}

type IdRange = { first: number | null; past: number | null }

const addMs = (time: Date | null, ms: number) => (time === null ? null : new Date(time.getTime() + ms))

// A deleted row was in a deleted month, and so were all rows before it.
const cursorStatement = statement(`
select coalesce(min(c.id), (select quarry_call_near($1::integer, to_timestamp($2::float8)))) as id
from calls c
where c.request_id = $3::uuid and c.account_id = $1 and c.at = to_timestamp($2::float8)`)

/** The id of the row that a cursor of the account names. */
async function findCursorId(pool: Queryable, accountId: number, cursor: Cursor): Promise<number> {
  const [row] = await readRows<{ id: number }>(pool, cursorStatement, [accountId, cursor.seconds, cursor.id])
  return row?.id ?? 0
}
