// The request log as an account or the operator reads it: newest first, filtered, a page at a time. A page walks a
// bounded number of rows; where that is not enough to fill it, its cursor goes on from there.

import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import { checkLimit, readCursor, readIdCursor, replaceNul, writeCursor } from '../db/page.ts'
import type { Queryable } from '../db/statement.ts'
import { callRange, placeOf } from './call-range.ts'
import type { CallView } from './call-view.ts'
import { rowsOfRequest } from './find-request.ts'
import { dayMs, readTime } from './read-time.ts'
import { type CallFilters, type WalkedRow, walkCalls } from './walk-calls.ts'

export type CallsQuery = CallFilters & {
  /** Null or absent: of all accounts, for the operator alone. */
  accountId?: number | null
  /** From then on; a day or a moment. */
  from?: string
  /** Before that moment; a day is included. */
  to?: string
  limit?: number
  cursor?: string
}

export type CallsPage = { calls: CallView[]; next_cursor: string | null }

const defaultLimit = 50

export async function listCalls({ pool }: { pool: Queryable }, query: CallsQuery): Promise<CallsPage> {
  const { accountId = null, from, to, limit: given = defaultLimit, cursor, ...asked } = query
  const limit = checkLimit(given)
  const filters = readFilters(asked)
  const period = {
    from: from === undefined ? null : new Date(readTime('from', from).time),
    to: to === undefined ? null : endOf(to),
  }
  const before = cursor === undefined ? null : await readPlace(pool, accountId, cursor)
  if (filters.requestId !== undefined && before === null) {
    const found = await rowsOfRequest(pool, accountId, filters.requestId, { ...period, filters })
    if (found !== null) return { calls: found.slice(0, limit).map(viewOf), next_cursor: null }
  }
  const range = await callRange(pool, accountId, period)
  const past = before === null ? range.past : Math.min(before, range.past ?? before)
  const { rows, last } = await walkCalls(pool, { accountId, ...range, past, ...period, filters, limit })
  return { calls: rows.map(viewOf), next_cursor: last && cursorOf(accountId, last) }
}

const viewOf = ({ id: _, seconds: __, ...call }: WalkedRow): CallView => call

/** An account's cursor tells nothing of what others do, as the running number would that the operator gets. */
const cursorOf = (accountId: number | null, { id, seconds, request_id }: WalkedRow): string =>
  accountId === null ? String(id) : writeCursor({ seconds, id: request_id })

async function readPlace(pool: Queryable, accountId: number | null, cursor: string): Promise<number> {
  return accountId === null ? readIdCursor(cursor) : placeOf(pool, accountId, readCursor(cursor))
}

/** The moment that is past; a day is included. */
export function endOf(text: string): Date {
  const { time, isDay } = readTime('to', text)
  return new Date(isDay ? time + dayMs : time)
}

/** 400 for what cannot be one. */
export function readFilters(asked: CallFilters): CallFilters {
  const { status, requestId } = asked
  if (status !== undefined && (!Number.isInteger(status) || status < 0 || status > 999))
    throw invalidParameter('status', 'must be a status code')
  if (requestId !== undefined && !isUuid(requestId))
    throw invalidParameter('request_id', 'must be the id of a request')
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [
      name,
      typeof value === 'string' ? replaceNul(value) : value,
    ]),
  )
}
