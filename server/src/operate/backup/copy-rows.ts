// Rows of a table in the text format of COPY, in chunks of whole rows. In this format each row is one line: line breaks
// inside a value are escaped.
import type { ClientBase } from 'pg'
import { to } from 'pg-copy-streams'

/** A chunk ends with the first row that reaches this size. */
const chunkBytes = 4 * 1024 * 1024
const lineEnd = 10

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export function copyRows(client: ClientBase, table: string, columns: readonly string[]) {
  const list = columns.map(quoteName).join(', ')
  // A query, because COPY itself does not read the partitions of a table.
  return cutRows(client.query(to(`copy (select ${list} from ${quoteName(table)}) to stdout`)))
}

/**
 * Joins pieces of any size to chunks of whole rows.
 * @internal
 */
export async function* cutRows(pieces: AsyncIterable<Buffer>, bytes = chunkBytes): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(lineEnd) + 1
    size += piece.length
    if (size < bytes || end === 0) {
      parts.push(piece)
      continue
    }
    yield Buffer.concat([...parts, piece.subarray(0, end)])
    const remainder = piece.subarray(end)
    parts = remainder.length === 0 ? [] : [remainder]
    size = remainder.length
  }
  if (size > 0) yield Buffer.concat(parts)
}

export function countRows(rows: Buffer): number {
  let count = 0
  for (let at = rows.indexOf(lineEnd); at !== -1; at = rows.indexOf(lineEnd, at + 1)) count += 1
  return count
}
