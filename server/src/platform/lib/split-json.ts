// Splits a JSON object with one long list into byte spans without parsing it. The entries can then be parsed one by one
// with pauses in between, and too many entries are detected before any is parsed.
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
  /** The span of each member's value, except for the long list. */
  members: ReadonlyMap<string, Span>
  /** The spans of the long list's entries; null if it is missing or not a list. */
  entries: readonly Span[] | null
}

/** `one` applies to each entry and each other member, `maxValues` to all of them together. */
export type SplitBounds = { one: JsonBounds; maxValues: number; maxEntries: number }

/**
 * Returns null for anything but an object. Stops after `maxEntries` + 1 entries, so that the caller can see the excess.
 * Throws StrictJsonError.
 */
export async function splitObject(
  bytes: Buffer,
  listName: string,
  bounds: SplitBounds,
  pause: Pause,
): Promise<SplitObject | null> {
  assertUtf8(bytes)
  const skip = (from: number) => skipSpace(bytes, from, bounds.one)
  const expectByte = (from: number, expected: number) =>
    bytes[from] === expected ? skip(from + 1) : invalid()
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
      at = expectByte(at, byte.comma)
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
    const text = readName(bytes, name)
    addKey(keys, text)
    at = expectByte(skip(name.end), byte.colon)
    if (text === listName && bytes[at] === byte.openList) {
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
    at = expectByte(at, byte.comma)
  }
  return skip(at + 1) === bytes.length ? { members, entries } : invalid()
}

function readName(bytes: Buffer, span: Span): string {
  if (bytes[span.start] !== byte.quote) invalid()
  parseSpan(bytes, span)
  return readText(bytes, span)
}

function invalid(): never {
  throw new StrictJsonError('the body is not valid JSON')
}
