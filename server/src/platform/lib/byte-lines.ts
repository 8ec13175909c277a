// Splits a stream of bytes into lines, without their line breaks.

const newline = 0x0a

/** `onTooLong` throws when a line has more than `maxBytes`; it gets the number of the line, from 1. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  onTooLong: (line: number) => never,
): AsyncGenerator<{ line: number; bytes: Buffer }, void, undefined> {
  let pending: Buffer[] = []
  let size = 0
  let line = 1
  const add = (piece: Buffer) => {
    pending.push(piece)
    size += piece.length
    if (size > maxBytes) onTooLong(line)
  }
  const take = () => {
    const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending, size)
    pending = []
    size = 0
    return { line, bytes }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end))
      yield take()
      line += 1
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (size > 0) yield take()
}
