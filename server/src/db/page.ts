// What lists share: how many rows a page may have, running numbers as cursors where the operator alone sees them, and
// the cut after the rows that are shown.
import { invalidParameter } from '@quarry/kit/errors'

const maxLimit = 1000

export function checkLimit(limit: number, max = maxLimit): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > max)
    throw invalidParameter('limit', `must be a whole number from 1 to ${max}`)
  return limit
}

export function readIdCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalidParameter('cursor', 'must be a next_cursor of this list')
  return Number(cursor)
}

/** Of one row more than asked for, those that are shown, and where it goes on if there are others. */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  cursorOf: (row: T) => string,
): { shown: T[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** A NUL cannot be in any text of the database, which refuses to be asked for one. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd')
