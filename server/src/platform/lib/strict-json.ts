// JSON.parse for untrusted bodies. Rejects what JSON.parse accepts silently (duplicate keys, prototype keys) and what
// makes it slow or overflow the stack (very many members, deep nesting).
import { isUtf8 } from 'node:buffer'
import { assertKeys, type JsonBounds, type Span, StrictJsonError, scanValue, tooLong } from './scan-json.ts'

/** Far above what any lookup needs, and still parsed within a few milliseconds. */
export const usualBounds: JsonBounds = { maxBytes: 262_144, maxValues: 2_000, maxDepth: 100 }

/** Parses a body; throws StrictJsonError with a short reason that is safe to show. */
export function parseStrictJson(bytes: Buffer, bounds: JsonBounds = usualBounds): unknown {
  const start = skipByteOrderMark(bytes)
  if (bytes.length - start > bounds.maxBytes) throw tooLong(bounds)
  assertUtf8(bytes)
  scanValue(bytes, start, bounds)
  return parseSpan(bytes, { start, end: bytes.length })
}

export function assertUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new StrictJsonError('the body is not valid UTF-8')
}

/** The offset after an optional byte order mark, which some editors write. */
export const skipByteOrderMark = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

/** Parses the value at a span that `scanValue` has accepted. */
export function parseSpan(bytes: Buffer, span: Span): unknown {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8', span.start, span.end))
  } catch {
    throw new StrictJsonError('the body is not valid JSON')
  }
  assertKeys(bytes, span)
  return value
}
