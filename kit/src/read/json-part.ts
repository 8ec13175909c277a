// Finds one value of a JSON text by its keys without parsing the rest, because most of a page's state is not about the
// record. Time is linear in the text before the value.
import { balancedEnd, stringEnd } from './parse-json.ts'

/** The position of a value in its text. */
type Part = { start: number; end: number }

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * The position of the value under the keys; the first of equal keys counts. Null if it is missing, or if the text
 * before it cannot be skipped safely: then parse the whole text.
 */
export function jsonPart(text: string, keys: readonly string[]): Part | null {
  let start = skipSpace(text, 0)
  for (const key of keys) {
    start = valueUnder(text, start, key)
    if (start === -1) return null
  }
  const end = valueEnd(text, start)
  return end === -1 ? null : { start, end }
}

/** The index at which the value of the key begins in the object at `open`, or -1. */
function valueUnder(text: string, open: number, key: string): number {
  if (text.charCodeAt(open) !== openBrace) return -1
  let at = skipSpace(text, open + 1)
  while (text.charCodeAt(at) === quote) {
    const nameEnd = stringEnd(text, at)
    if (nameEnd === -1) return -1
    // Names with escapes never match.
    const isIt = nameEnd - at - 1 === key.length && text.startsWith(key, at + 1)
    at = skipSpace(text, nameEnd + 1)
    if (text.charCodeAt(at) !== colon) return -1
    at = skipSpace(text, at + 1)
    if (isIt) return at
    at = valueEnd(text, at)
    if (at === -1) return -1
    at = skipSpace(text, at)
    if (text.charCodeAt(at) !== comma) return -1
    at = skipSpace(text, at + 1)
  }
  return -1
}

/** The index after the value at `start`, or -1 if it does not end. */
function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === openBrace || first === openBracket) return balancedEnd(text, start)
  if (first === quote) return stringEnd(text, start) + 1 || -1
  let at = start
  while (at < text.length && !endsScalar(text.charCodeAt(at))) at++
  return at > start ? at : -1
}

const endsScalar = (code: number): boolean =>
  code === comma || code === closeBrace || code === closeBracket || isSpace(code)

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}
