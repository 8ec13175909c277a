// Checks untrusted JSON in linear time before it is parsed: size, number of values, depth, duplicate keys. This bounds
// the cost of parsing, sorting and copying. Works on bytes, because walking a large decoded string can be many times
// slower.

export class StrictJsonError extends Error {}

export type JsonBounds = {
  maxBytes: number
  /** Counts object members and list entries; each object or list counts as one more. */
  maxValues: number
  maxDepth: number
}

/** Byte range of a value in its body. */
export type Span = { start: number; end: number }

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

export const byte = {
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

export type Scanned = Span & { values: number }

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

export const tooLong = ({ maxBytes }: JsonBounds) =>
  new StrictJsonError(`the body has more than ${maxBytes} bytes for one lookup`)
export const tooMany = ({ maxValues }: { maxValues: number }) =>
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

export function skipSpace(bytes: Buffer, from: number, bounds: JsonBounds): number {
  const limit = Math.min(bytes.length, from + bounds.maxBytes)
  let at = from
  while (at < limit && isSpace(bytes[at])) at += 1
  if (at === limit && limit < bytes.length) throw tooLong(bounds)
  return at
}

/**
 * Throws on duplicate and forbidden keys. Only for a span that JSON.parse accepted: a string before a colon is a key.
 */
export function assertKeys(bytes: Buffer, { start, end }: Span): void {
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

export function addKey(keys: Set<string>, key: string): void {
  if (forbiddenKeys.has(key)) throw new StrictJsonError(`the key ${JSON.stringify(key)} is not allowed`)
  if (keys.has(key)) throw new StrictJsonError(`the key ${JSON.stringify(key.slice(0, 100))} is given twice`)
  keys.add(key)
}

/** The value of the string at a span that includes its quotes. */
export function readText(bytes: Buffer, { start, end }: Span): string {
  const raw = bytes.toString('utf8', start + 1, end - 1)
  // Most keys have no escapes, so parsing is rarely needed.
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}
