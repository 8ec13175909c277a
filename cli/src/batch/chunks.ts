// Splits the lines into chunks within the limits of the server. The same file is always split at the same lines, so
// that a continued run uses the same idempotency keys.
import type { Line } from './read-lines.ts'

/** Far below the limits of a file, 100,000 lines and 50 MB: a chunk is in memory, and is sent again if it is lost. */
const maxLines = 10_000
const maxBytes = 5_000_000

export async function* splitIntoChunks(
  lines: AsyncIterable<Line>,
  after: number,
): AsyncGenerator<Line[], void, undefined> {
  let chunk: Line[] = []
  let bytes = 0
  for await (const line of lines) {
    if (line.line <= after) continue
    const text = JSON.stringify(line.input)
    const size = Buffer.byteLength(text) + 1
    if (chunk.length > 0 && (chunk.length >= maxLines || bytes + size > maxBytes)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(line)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}
