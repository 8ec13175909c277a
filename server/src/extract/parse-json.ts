// JSON from a page, read without trust: no prototype keys, a bound on depth, undefined instead of an exception,
// and a second, lenient reading for what sites really write (comments, raw control characters, loose commas).
import secureJson from 'secure-json-parse'
import { checkCountBudget, checkIslandBudget, checkOutlineBudget } from './page-budget.ts'
import { relaxJson, stringEnd } from './relax-json.ts'

export type JsonObject = { [key: string]: unknown }

/** Deeper than any real state by a factor of three; shallow enough for every recursive reader after us. */
const maxDepth = 200

/** The lenient reading is slow; blocks with such slips are written by hand, and small. */
const maxRelaxedChars = 512 * 1024

/** The value, or undefined where the text is no JSON, even leniently, or is nested too deeply. Never throws. */
export function parseJson(text: string): unknown {
  checkIslandBudget(text.length)
  const strict = parseStrict(text)
  if (strict !== undefined || text.length > maxRelaxedChars) return strict
  checkOutlineBudget(text.length)
  return parseStrict(relaxJson(text))
}

function parseStrict(text: string): unknown {
  if (nestsTooDeeply(text)) return undefined
  try {
    return secureJson.parse(text, undefined, { protoAction: 'remove', constructorAction: 'remove' })
  } catch {
    return undefined
  }
}

const quote = 0x22

/**
 * The index after the bracket that closes the one at `open`, or -1 where nothing closes it or it nests too
 * deeply. Only counts brackets: what is between them is for the parser to judge.
 */
export function balancedEnd(text: string, open: number): number {
  let depth = 0
  let objects = 0
  for (let i = open; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      i = stringEnd(text, i)
      if (i === -1) return -1
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return -1
      checkCountBudget('objects', ++objects)
    } else if (code === 0x7d || code === 0x5d) {
      if (--depth === 0) return i + 1
    }
  }
  return -1
}

/** Checked before parsing, because a megabyte of `[` becomes many megabytes of arrays, and of `{},` many records. */
function nestsTooDeeply(text: string): boolean {
  let depth = 0
  let objects = 0
  let values = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      i = stringEnd(text, i)
      if (i === -1) return false
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true
      checkCountBudget('objects', ++objects)
    } else if (code === 0x7d || code === 0x5d) depth--
    else if (code === 0x2c) checkCountBudget('values', ++values)
  }
  return false
}
