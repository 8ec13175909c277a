// Splits the lines into chunks within the limits of the server. The same file is always split at the same lines, so that
// a continued run uses the same idempotency keys.
import type { Line } from './read-lines.ts'

/** Below the limits of the server: 1,000 inputs, 1 MiB and 50,000 values. */
const maxLines = 1_000
const maxBytes = 900_000
const maxValues = 40_000

export async function* splitIntoChunks(
  lines: AsyncIterable<Line>,
  after: number,
): AsyncGenerator<Line[], void, undefined> {
  let chunk: Line[] = []
  let bytes = 0
  let values = 0
  for await (const line of lines) {
    if (line.line <= after) continue
    const text = JSON.stringify(line.input)
    const size = Buffer.byteLength(text) + 1
    const count = (text.match(/[:,]/g)?.length ?? 0) + 1
    if (
      chunk.length > 0 &&
      (chunk.length >= maxLines || bytes + size > maxBytes || values + count > maxValues)
    ) {
      yield chunk
      chunk = []
      bytes = 0
      values = 0
    }
    chunk.push(line)
    bytes += size
    values += count
  }
  if (chunk.length > 0) yield chunk
}
