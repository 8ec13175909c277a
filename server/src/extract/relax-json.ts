// Rewrites almost-JSON as JSON: sites put comments, raw line breaks, loose commas, `undefined` and wrappers
// into the blocks that machines are meant to read. One pass that knows strings from the rest; never throws.

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

/** The text as JSON where it can be made so; anything that does not parse otherwise. */
export function relaxJson(text: string): string {
  const out: string[] = []
  let comma = false
  let i = 0
  while (i < text.length) {
    const char = text.charAt(i)
    const after = skipEnd(text, i, char)
    if (after > i) {
      i = after
      continue
    }
    let token = char
    let end = i + 1
    if (char === '"') {
      end = stringEnd(text, i) + 1
      if (end === 0) return ''
      token = relaxString(text.slice(i, end))
    } else if (isLetter(char)) {
      while (end < text.length && isLetter(text.charAt(end))) end++
      token = text.slice(i, end)
      if (token === 'undefined' || token === 'NaN') token = 'null'
    }
    i = end
    if (token === ',') {
      comma = true
      continue
    }
    if (comma && token !== '}' && token !== ']') out.push(',')
    comma = false
    out.push(token)
  }
  return out.join('')
}

/** The index after the white space, comment or wrapper that starts here, or `i` where none does. */
function skipEnd(text: string, i: number, char: string): number {
  if (char <= ' ' || char === ';' || char === '\u00a0' || char === '\ufeff') return i + 1
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

const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z')

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A string literal with raw control characters escaped and escapes that JSON lacks undone. */
function relaxString(literal: string): string {
  return literal
    .replace(/\\([\s\S])/g, (all, char: string) => ('"\\/bfnrtu'.includes(char) ? all : char))
    .replace(/[\u0000-\u001f]/g, (c) => named[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
