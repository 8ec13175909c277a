// Parses untrusted JSON from a page: no prototype keys, limited depth, undefined instead of an exception. Text that is
// almost JSON is mended and parsed again, because sites write comments, raw control characters, loose commas and
// wrappers into it.
import { parse } from '../libraries/json.ts'
import {
  checkCountBudget,
  checkIslandBudget,
  checkMendBudget,
  getCountLimit,
  isDomTooLarge,
} from './page-budget.ts'

/** An object of parsed JSON. Read its values with the functions of `values.ts`. */
export type JsonObject = { [key: string]: unknown }

/** Three times as deep as any real state, and shallow enough for every recursive reader of the result. */
const maxDepth = 200

/** Mending is slow. Texts that need it are written by hand, and short. */
const maxRelaxedChars = 512 * 1024

/**
 * The value; undefined if the text is not JSON even after mending, or is nested too deeply. Throws nothing but
 * DomTooLarge.
 */
export function parseJson(text: string): unknown {
  checkIslandBudget(text.length)
  const strict = parseStrict(text)
  if (strict !== undefined || text.length > maxRelaxedChars) return strict
  checkMendBudget(text.length)
  return parseStrict(relaxJson(text))
}

function parseStrict(text: string): unknown {
  try {
    return isPlain(text) ? parsePlain(text) : nestsTooDeeply(text) ? undefined : parseSecurely(text)
  } catch (error) {
    if (isDomTooLarge(error)) throw error
    return undefined
  }
}

const parseSecurely = (text: string): unknown =>
  parse(text, undefined, { protoAction: 'remove', constructorAction: 'remove' })

/** Parsing a text up to these limits is fast, whatever it contains. */
const maxPlainChars = 256 * 1024
const maxPlainBrackets = 4000

/** Whether to parse first and check the value, which is several times faster than checking the text. */
function isPlain(text: string): boolean {
  if (text.length > maxPlainChars) return false
  let brackets = 0
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++brackets > maxPlainBrackets) return false
  return true
}

const byteOrderMark = 0xfeff

function parsePlain(text: string): unknown {
  const value: unknown = JSON.parse(text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text)
  const { isDeep, isSuspect } = judge(value)
  if (isDeep) return undefined
  return isSuspect ? parseSecurely(text) : value
}

/** Checks the depth, the number of values, and whether a key may belong to a prototype. */
function judge(root: unknown): { isDeep: boolean; isSuspect: boolean } {
  let level = typeof root === 'object' && root !== null ? [root] : []
  let isSuspect = false
  let values = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) return { isDeep: true, isSuspect }
    const next: object[] = []
    for (const node of level) {
      if (Array.isArray(node)) {
        values += node.length
        for (const value of node) if (typeof value === 'object' && value !== null) next.push(value)
        continue
      }
      for (const key in node as JsonObject) {
        values++
        if (key === '__proto__' || key === 'constructor') isSuspect = true
        const value = (node as JsonObject)[key]
        if (typeof value === 'object' && value !== null) next.push(value)
      }
    }
    level = next
  }
  checkCountBudget('values', values)
  return { isDeep: false, isSuspect }
}

const quote = 0x22

/**
 * The index after the bracket that closes the one at `open`, or -1 if nothing closes it or it nests too deeply. It
 * only counts brackets; the parser judges what is between them.
 */
export function balancedEnd(text: string, open: number): number {
  const most = getCountLimit('objects')
  let depth = 0
  let objects = 0
  for (let i = open; i < text.length && objects <= most; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      i = stringEnd(text, i)
      if (i === -1) return -1
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return -1
      objects++
    } else if (code === 0x7d || code === 0x5d) {
      if (--depth === 0) return i + 1
    }
  }
  checkCountBudget('objects', objects)
  return -1
}

/**
 * Checked before parsing, because a megabyte of `[` becomes many megabytes of arrays, and of `{},` many records.
 */
function nestsTooDeeply(text: string): boolean {
  let depth = 0
  let objects = 0
  let values = 0
  const most = { objects: getCountLimit('objects'), values: getCountLimit('values') }
  for (let i = 0; i < text.length && objects <= most.objects && values <= most.values; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      i = stringEnd(text, i)
      if (i === -1) return false
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true
      objects++
    } else if (code === 0x7d || code === 0x5d) depth--
    else if (code === 0x2c) values++
  }
  checkCountBudget('objects', objects)
  checkCountBudget('values', values)
  return false
}

const backslash = 0x5c

/** The index of the quote that closes the string opened at `open`, or -1. */
export function stringEnd(text: string, open: number, mark = '"'): number {
  let close = text.indexOf(mark, open + 1)
  while (close !== -1) {
    let slashes = 0
    while (text.charCodeAt(close - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return close
    close = text.indexOf(mark, close + 1)
  }
  return -1
}

/**
 * Rewrites almost-JSON as JSON in one pass that distinguishes strings from the rest. A text that cannot be mended
 * becomes one that does not parse. Never throws.
 */
export function relaxJson(text: string): string {
  const out: string[] = []
  // The text between `from` and `i` is copied unchanged, in one piece.
  let from = 0
  let i = 0
  // The position of a comma after which nothing was read yet, or -1. The comma is kept only if another value follows.
  let commaAt = -1
  const take = (end: number, next: number) => {
    if (end > from) out.push(text.slice(from, end))
    from = next
  }
  const settleComma = (isNeeded: boolean) => {
    if (commaAt >= from && !isNeeded) take(commaAt, commaAt + 1)
    else if (commaAt !== -1 && commaAt < from && isNeeded) out.push(',')
    commaAt = -1
  }
  while (i < text.length) {
    const char = text.charAt(i)
    const after = skipEnd(text, i, char)
    if (after > i) {
      take(commaAt >= from ? commaAt : i, after)
      i = after
    } else if (char === ',') {
      if (commaAt === -1) commaAt = i++
      else take(commaAt >= from ? commaAt : i, ++i)
    } else if (isSpace(char)) i++
    else {
      settleComma(char !== '}' && char !== ']')
      const end = tokenEnd(text, i, char)
      if (end === 0) return ''
      const token = char === '"' || isLetter(char) ? relaxToken(text.slice(i, end)) : null
      if (token !== null) {
        take(i, end)
        out.push(token)
      }
      i = end
    }
  }
  settleComma(false)
  take(i, i)
  return out.join('')
}

const word = /[a-z]+/iy
const figures = /[\d.]+/y

/** The index after the string, the word, the number or the sign that starts here; 0 if a string never ends. */
function tokenEnd(text: string, i: number, char: string): number {
  if (char === '"') return stringEnd(text, i) + 1
  const run = isLetter(char) ? word : char >= '0' && char <= '9' ? figures : null
  if (run === null) return i + 1
  run.lastIndex = i
  run.test(text)
  return run.lastIndex
}

/** The replacement for a string or a word, or null if it can stay. */
function relaxToken(token: string): string | null {
  if (token.startsWith('"')) return /[\\\u0000-\u001f]/.test(token) ? relaxString(token) : null
  return token === 'undefined' || token === 'NaN' ? 'null' : null
}

/** The index after the control character, comment or wrapper that starts here, or `i` if none does. */
function skipEnd(text: string, i: number, char: string): number {
  if (char < ' ' || char === ';' || char === '\u00a0' || char === '\ufeff') return i + 1
  if (char !== '/' && char !== '-' && char !== ']' && char !== '<') return i
  if (text.startsWith('//', i)) return orEnd(text, text.indexOf('\n', i), 1)
  if (text.startsWith('/*', i)) return orEnd(text, text.indexOf('*/', i + 2), 2)
  if (text.startsWith('-->', i) || text.startsWith(']]>', i)) return i + 3
  if (text.startsWith('<![CDATA[', i)) return i + 9
  if (!text.startsWith('<!--', i)) return i
  // A comment either hides words or wraps the whole block, as pages for very old browsers do.
  return /^\s{0,100}[[{]/.test(text.slice(i + 4, i + 106)) ? i + 4 : orEnd(text, text.indexOf('-->', i), 3)
}

const orEnd = (text: string, index: number, length: number): number =>
  index === -1 ? text.length : index + length

/** White space that JSON allows. */
const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\t' || char === '\r'

const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z')

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A string literal with raw control characters escaped and escapes that JSON lacks undone. */
function relaxString(literal: string): string {
  return literal
    .replace(/\\([\s\S])/g, (all, char: string) => ('"\\/bfnrtu'.includes(char) ? all : char))
    .replace(/[\u0000-\u001f]/g, (c) => named[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
