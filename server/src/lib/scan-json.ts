// Linear looks at the bytes of a stranger's JSON before anything is made of them: how long, how many values, how deep,
// no key twice. What parsing, sorting and copying then cost has a bound, however the body was built. Bytes and not
// text, because going through a large decoded text character by character can be many times slower.

export class StrictJsonError extends Error {}

export type JsonBounds = {
  maxBytes: number
  /** Members of objects and entries of lists; an object or list counts as one more. */
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

/** The span of the value at or after `from`, if it is within the bounds. Whether it is JSON is for JSON.parse to say. */
export function scanValue(bytes: Buffer, from: number, bounds: JsonBounds): Scanned {
  const start = skipSpace(bytes, from, bounds)
  const first = bytes[start]
  // Nothing beyond the bound is looked at.
  const most = Math.min(bytes.length, start + bounds.maxBytes + 1)
  const scanned =
    first === openObject || first === openList
      ? scanContainer(bytes, start, most, bounds)
      : {
          start,
          end: first === quote ? afterText(bytes, start, most) : endOfScalar(bytes, start, most),
          values: 1,
        }
  if (scanned.end - start > bounds.maxBytes) throw tooLong(bounds)
  return scanned
}

function scanContainer(bytes: Buffer, start: number, most: number, bounds: JsonBounds): Scanned {
  let depth = 0
  let values = 1
  for (let at = start; at < most; at++) {
    const char = bytes[at]
    if (char === quote) at = afterText(bytes, at, most) - 1
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
  return { start, end: most, values }
}

export const tooLong = ({ maxBytes }: JsonBounds) =>
  new StrictJsonError(`the body has more than ${maxBytes} bytes for one lookup`)
export const tooMany = ({ maxValues }: { maxValues: number }) =>
  new StrictJsonError(`the body has more than ${maxValues} values`)

function afterText(bytes: Buffer, start: number, most: number): number {
  for (let at = start + 1; at < most; at++) {
    const char = bytes[at]
    if (char === backslash) at += 1
    else if (char === quote) return at + 1
  }
  return most
}

function endOfScalar(bytes: Buffer, start: number, most: number): number {
  let at = start
  while (at < most && !isScalarEnd(bytes[at])) at += 1
  return at
}

const isScalarEnd = (char: number | undefined) =>
  char === comma || char === closeList || char === closeObject || isSpace(char)

const isSpace = (char: number | undefined) => char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09

export function skipSpace(bytes: Buffer, from: number, bounds: JsonBounds): number {
  const most = Math.min(bytes.length, from + bounds.maxBytes)
  let at = from
  while (at < most && isSpace(bytes[at])) at += 1
  if (at === most && most < bytes.length) throw tooLong(bounds)
  return at
}

export function isBlank(bytes: Buffer, { start, end }: Span): boolean {
  let at = start
  while (at < end && isSpace(bytes[at])) at += 1
  return at === end
}

/** Refuses repeated and forbidden keys. Only for a span that JSON.parse accepted: a text before a colon is a key. */
export function assertKeys(bytes: Buffer, { start, end }: Span): void {
  const open: (Set<string> | null)[] = []
  for (let at = start; at < end; at++) {
    const char = bytes[at]
    if (char === openObject) open.push(new Set())
    else if (char === openList) open.push(null)
    else if (char === closeObject || char === closeList) open.pop()
    else if (char === quote) {
      const after = afterText(bytes, at, end)
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

/** The text that is written at a span, quotes included. */
export function readText(bytes: Buffer, { start, end }: Span): string {
  const written = bytes.toString('utf8', start + 1, end - 1)
  // Most keys have no escapes and need no parser.
  return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
}
