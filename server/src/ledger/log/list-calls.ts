// The request log as an account or the operator reads it: newest first, filtered, in pages. A page reads a bounded
// number of rows; where these do not fill it, its cursor continues from there.

import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import { checkLimit, readCursor, readIdCursor, replaceNul, writeCursor } from '../../platform/db/page.ts'
import type { Queryable } from '../../platform/db/statement.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { findCallRange, findCursorId } from './call-range.ts'
import type { CallView } from './call-view.ts'
import { noMatchStatus, type Outcome } from './outcomes.ts'
import { dayMs, readTime } from './read-time.ts'
import { type CallFilters, type WalkedRow, walkCalls } from './walk-calls.ts'

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
