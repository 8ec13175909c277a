// Pages of lists: the bounds of `limit`, cursors, and reading a page of rows with the cursor of the next one.
import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import type { Queryable, Statement } from './statement.ts'

const maxLimit = 1000

export function checkLimit(limit: number, max = maxLimit): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > max)
    throw invalidParameter('limit', `must be a whole number from 1 to ${max}`)
  return limit
}

/** Row numbers as cursors, for the operator's lists. */
export function readIdCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalidParameter('cursor', 'must be a next_cursor of this list')
  return Number(cursor)
}

/** Time and id of the last row, for an account's lists. A row number would reveal how much other accounts do. */
export type Cursor = {
  /** As the database writes the epoch of a time. */
  seconds: string
  id: string
}

export const writeCursor = ({ seconds, id }: Cursor): string => `${seconds}_${id}`

export function readCursor(cursor: string): Cursor {
  const [seconds = '', id = ''] = cursor.split('_')
  if (!/^\d{1,12}(?:\.\d{1,6})?$/.test(seconds) || !isUuid(id))
    throw invalidParameter('cursor', 'must be a next_cursor of this list')
  return { seconds, id }
}

/** Cuts the one row too many that the query read to know whether there is another page. */
export function cutPage<T>(rows: readonly T[], limit: number, toCursor: (row: T) => string) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? toCursor(last) : null }
}

export type PageQuery = {
  /** Null for all accounts. */
  accountId: number | null
  /** Null for all keys of the account; absent if the statement has no `$6`. */
  keyId?: string | null
  state?: string | null | undefined
  limit: number
  cursor?: string | null | undefined
}

/**
 * A page, newest first. The statement's parameters are the account, the state, time and id of the cursor, the number of
 * rows and the key; its rows have the time as `seconds`.
 */
export async function readPage<Row extends object>(
  pool: Queryable,
  list: Statement,
  { accountId, keyId, state = null, limit, cursor = null }: PageQuery,
  readId: (row: Row) => string,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const after = cursor === null ? null : readCursor(cursor)
  const values = [accountId, state, after?.seconds ?? null, after?.id ?? null, limit + 1]
  const query = { ...list, values: keyId === undefined ? values : [...values, keyId] }
  const { rows } = await pool.query<Row & { seconds: string }>(query)
  const { shown, next } = cutPage(rows, limit, (row) =>
    writeCursor({ seconds: row.seconds, id: readId(row) }),
  )
  return { rows: shown.map(({ seconds: _, ...row }) => row as unknown as Row), next_cursor: next }
}

/** No text column can hold a NUL, and the database refuses it as a parameter. */
export const replaceNul = (text: string): string => text.replaceAll('\0', '\ufffd')
