// Rewrites almost-JSON as JSON: sites put comments, raw line breaks, loose commas, `undefined` and wrappers into blocks
// that programs read. One pass that distinguishes strings from the rest; never throws.

const backslash = 0x5c

/**
 * The index of the quote that closes the string opened at `open`, or -1.
 *
 * @example
 * stringEnd('"a", "b"', 0) // 2
 */
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
 * The text as JSON where it can be made so; anything that does not parse otherwise. Never throws.
 *
 * @example
 * relaxJson('{"a": undefined,}') // '{"a": null}'
 */
export function relaxJson(text: string): string {
  const out: string[] = []
  // The text between `from` and `i` is copied unchanged, in one piece.
  let from = 0
  let i = 0
  // The position of a comma whose successor is not read yet, or -1: it stays only before another value.
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

/** The index after the string, the word, the number or the sign that starts here; 0 where a string never ends. */
function tokenEnd(text: string, i: number, char: string): number {
  if (char === '"') return stringEnd(text, i) + 1
  const run = isLetter(char) ? word : char >= '0' && char <= '9' ? figures : null
  if (run === null) return i + 1
  run.lastIndex = i
  run.test(text)
  return run.lastIndex
}

/** What a string or a word has to be replaced with, or null where it may stay. */
function relaxToken(token: string): string | null {
  if (token.startsWith('"')) return /[\\\u0000-\u001f]/.test(token) ? relaxString(token) : null
  return token === 'undefined' || token === 'NaN' ? 'null' : null
}

/** The index after the control character, comment or wrapper that starts here, or `i` where none does. */
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
