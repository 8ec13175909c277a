// Parses JSON of untrusted bodies. JSON.parse accepts duplicate keys and prototype keys silently, and very many members or deep
// nesting make it slow or overflow the stack. So a body is scanned first, in linear time: its size, the number of its
// values, its depth and its keys. A scan works on bytes, because walking a large decoded string can be many times slower.
//
// A JSON object with one long list is split into byte spans without parsing it. The entries can then be parsed one by one
// with pauses in between, and too many entries are detected before any is parsed.
import { isUtf8 } from 'node:buffer'
import type { Pause } from './slices.ts'

export class StrictJsonError extends Error {}

export type JsonBounds = {
  maxBytes: number
  /** Counts object members and list entries; each object or list counts as one more. */
  maxValues: number
  maxDepth: number
}

/** Byte range of a value in its body. */
export type Span = { start: number; end: number }

/** Far above what any lookup needs, and still parsed within a few milliseconds. */
export const defaultBounds: JsonBounds = { maxBytes: 262_144, maxValues: 2_000, maxDepth: 100 }

/** Parses a body; throws StrictJsonError with a short reason that is safe to show. */
export function parseStrictJson(bytes: Buffer, bounds: JsonBounds = defaultBounds): unknown {
  const start = skipByteOrderMark(bytes)
  if (bytes.length - start > bounds.maxBytes) throw tooLong(bounds)
  assertUtf8(bytes)
  scanValue(bytes, start, bounds)
  return parseSpan(bytes, { start, end: bytes.length })
}

function assertUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new StrictJsonError('the body is not valid UTF-8')
}

/** The offset after an optional byte order mark, which some editors write. */
const skipByteOrderMark = (bytes: Buffer): number =>
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

type SplitObject = {
  /** The span of each member's value, except for the long list. */
  members: ReadonlyMap<string, Span>
  /** The spans of the long list's entries; null if it is missing or not a list. */
  entries: readonly Span[] | null
}

/** `one` applies to each entry and each other member, `maxValues` to all of them together. */
type SplitBounds = { one: JsonBounds; maxValues: number; maxEntries: number }

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

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  backslash: 0x5c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const
const { quote, comma, colon, backslash, openList, closeList, openObject, closeObject } = byte

type Scanned = Span & { values: number }

/** The span of the value at or after `from`. Throws beyond the bounds; does not check that the value is valid JSON. */
export function scanValue(bytes: Buffer, from: number, bounds: JsonBounds): Scanned {
  const start = skipSpace(bytes, from, bounds)
  const first = bytes[start]
  const limit = Math.min(bytes.length, start + bounds.maxBytes + 1)
  const scanned =
    first === openObject || first === openList
      ? scanContainer(bytes, start, limit, bounds)
      : {
          start,
          end: first === quote ? findTextEnd(bytes, start, limit) : findScalarEnd(bytes, start, limit),
          values: 1,
        }
  if (scanned.end - start > bounds.maxBytes) throw tooLong(bounds)
  return scanned
}

function scanContainer(bytes: Buffer, start: number, limit: number, bounds: JsonBounds): Scanned {
  let depth = 0
  let values = 1
  for (let at = start; at < limit; at++) {
    const char = bytes[at]
    if (char === quote) at = findTextEnd(bytes, at, limit) - 1
    else if (char === comma) values += 1
    else if (char === openObject || char === openList) {
      values += 1
      depth += 1
    } else if (char === closeObject || char === closeList) {
      depth -= 1
      if (depth === 0) return { start, end: at + 1, values }
    } else continue
    if (values > bounds.maxValues) throw tooMany(bounds)
    if (depth > bounds.maxDepth)
      throw new StrictJsonError(`the body is nested deeper than ${bounds.maxDepth} levels`)
  }
  return { start, end: limit, values }
}

const tooLong = ({ maxBytes }: JsonBounds) =>
  new StrictJsonError(`the body has more than ${maxBytes} bytes for one lookup`)
const tooMany = ({ maxValues }: { maxValues: number }) =>
  new StrictJsonError(`the body has more than ${maxValues} values`)

function findTextEnd(bytes: Buffer, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    const char = bytes[at]
    if (char === backslash) at += 1
    else if (char === quote) return at + 1
  }
  return limit
}

function findScalarEnd(bytes: Buffer, start: number, limit: number): number {
  let at = start
  while (at < limit && !isScalarEnd(bytes[at])) at += 1
  return at
}

const isScalarEnd = (char: number | undefined) =>
  char === comma || char === closeList || char === closeObject || isSpace(char)

const isSpace = (char: number | undefined) => char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09

function skipSpace(bytes: Buffer, from: number, bounds: JsonBounds): number {
  const limit = Math.min(bytes.length, from + bounds.maxBytes)
  let at = from
  while (at < limit && isSpace(bytes[at])) at += 1
  if (at === limit && limit < bytes.length) throw tooLong(bounds)
  return at
}

/**
 * Throws on duplicate and forbidden keys. Only for a span that JSON.parse accepted: a string before a colon is a key.
 */
function assertKeys(bytes: Buffer, { start, end }: Span): void {
  const open: (Set<string> | null)[] = []
  for (let at = start; at < end; at++) {
    const char = bytes[at]
    if (char === openObject) open.push(new Set())
    else if (char === openList) open.push(null)
    else if (char === closeObject || char === closeList) open.pop()
    else if (char === quote) {
      const after = findTextEnd(bytes, at, end)
      const keys = open[open.length - 1]
      if (keys && isKey(bytes, after, end)) addKey(keys, readText(bytes, { start: at, end: after }))
      at = after - 1
    }
  }
}

function isKey(bytes: Buffer, after: number, end: number): boolean {
  let at = after
  while (at < end && isSpace(bytes[at])) at += 1
  return bytes[at] === colon
}

function addKey(keys: Set<string>, key: string): void {
  if (forbiddenKeys.has(key)) throw new StrictJsonError(`the key ${JSON.stringify(key)} is not allowed`)
  if (keys.has(key)) throw new StrictJsonError(`the key ${JSON.stringify(key.slice(0, 100))} is given twice`)
  keys.add(key)
}

/** The value of the string at a span that includes its quotes. */
function readText(bytes: Buffer, { start, end }: Span): string {
  const raw = bytes.toString('utf8', start + 1, end - 1)
  // Most keys have no escapes, so parsing is rarely needed.
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}

/**
 * Sorts the keys of objects, so that equal values have equal texts. Recursive: the caller must bound the depth. Request
 * bodies are bounded when they are parsed.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}
