// Where a list of an account's own goes on: the moment and id of the last row shown. It tells nothing of what other
// accounts do, as a running number would.
import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'

export type Cursor = { seconds: string; id: string }

/** `seconds` as the database writes the epoch of a moment. */
export const writeCursor = ({ seconds, id }: Cursor): string => `${seconds}_${id}`

export function readCursor(cursor: string): Cursor {
  const [seconds = '', id = ''] = cursor.split('_')
  if (!/^\d{1,12}(?:\.\d{1,6})?$/.test(seconds) || !isUuid(id))
    throw invalidParameter('cursor', 'must be a next_cursor of this list')
  return { seconds, id }
}
