// Takes a body apart that is an object with one long list, without parsing it: its entries can then be parsed one by
// one, with pauses between them, and one entry too many is known before any of them is.
import {
  addKey,
  byte,
  type JsonBounds,
  readText,
  type Span,
  StrictJsonError,
  scanValue,
  skipSpace,
  tooMany,
} from './scan-json.ts'
import { assertUtf8, parseSpan, skipByteOrderMark } from './strict-json.ts'
import type { Pause } from './turns.ts'

export type SplitObject = {
  /** Where each member's value stands, but not the long list. */
  members: ReadonlyMap<string, Span>
  /** Where the entries of the long list stand; null where it is not there, or no list. */
  entries: readonly Span[] | null
}

/** `one` bounds each entry and each other member, `maxValues` all of them together. */
export type SplitBounds = { one: JsonBounds; maxValues: number; maxEntries: number }

/**
 * Null for anything but an object. More than `maxEntries` entries: it looks no further, and gives that one too many.
 * Throws StrictJsonError.
 */
export async function splitObject(
  bytes: Buffer,
  listed: string,
  bounds: SplitBounds,
  pause: Pause,
): Promise<SplitObject | null> {
  assertUtf8(bytes)
  const skip = (from: number) => skipSpace(bytes, from, bounds.one)
  const after = (from: number, mark: number) => (bytes[from] === mark ? skip(from + 1) : invalid())
  let values = 0
  const scan = (from: number): Span => {
    const scanned = scanValue(bytes, from, bounds.one)
    values += scanned.values
    if (values > bounds.maxValues) throw tooMany(bounds)
    return scanned
  }

  async function splitList(start: number, entries: Span[]): Promise<number> {
    let at = skip(start + 1)
    if (bytes[at] === byte.closeList) return at + 1
    for (;;) {
      await pause()
      entries.push(scan(at))
      at = skip(entries.at(-1)?.end ?? at)
      if (entries.length > bounds.maxEntries) return at
      if (bytes[at] === byte.closeList) return at + 1
      at = after(at, byte.comma)
    }
  }

  const keys = new Set<string>()
  const members = new Map<string, Span>()
  let entries: Span[] | null = null
  let at = skip(skipByteOrderMark(bytes))
  if (bytes[at] !== byte.openObject) return null
  at = skip(at + 1)
  while (bytes[at] !== byte.closeObject || keys.size > 0) {
    const name = scan(at)
    const text = nameAt(bytes, name)
    addKey(keys, text)
    at = after(skip(name.end), byte.colon)
    if (text === listed && bytes[at] === byte.openList) {
      entries = []
      at = skip(await splitList(at, entries))
      if (entries.length > bounds.maxEntries) return { members, entries }
    } else {
      const span = scan(at)
      members.set(text, span)
      at = skip(span.end)
    }
    await pause()
    if (bytes[at] === byte.closeObject) break
    at = after(at, byte.comma)
  }
  return skip(at + 1) === bytes.length ? { members, entries } : invalid()
}

function nameAt(bytes: Buffer, span: Span): string {
  if (bytes[span.start] !== byte.quote) invalid()
  parseSpan(bytes, span)
  return readText(bytes, span)
}

function invalid(): never {
  throw new StrictJsonError('the body is not valid JSON')
}
