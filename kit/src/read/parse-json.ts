// JSON from a page, read without trust: no prototype keys, a bound on depth, undefined instead of an exception,
// and a second, lenient reading for what sites really write (comments, raw control characters, loose commas).
import { parse } from '../libraries/json.ts'
import {
  checkCountBudget,
  checkIslandBudget,
  checkMendBudget,
  getCountLimit,
  isDomTooLarge,
} from './page-budget.ts'
import { relaxJson, stringEnd } from './relax-json.ts'

/** An object of parsed JSON. Read its values with the functions of `values.ts`. */
export type JsonObject = { [key: string]: unknown }

/** Three times as deep as any real state, and shallow enough for every recursive reader of the result. */
const maxDepth = 200

/** The lenient reading is slow; blocks with such slips are written by hand, and small. */
const maxRelaxedChars = 512 * 1024

/**
 * The value, or undefined where the text is no JSON, even leniently, or is nested too deeply. Never throws.
 *
 * @example
 * parseJson('{"id": 7}') // { id: 7 }
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
 * The index after the bracket that closes the one at `open`, or -1 where nothing closes it or it nests too
 * deeply. Only counts brackets: what is between them is for the parser to judge.
 *
 * @example
 * balancedEnd('{"a": [1]}; b()', 0) // 10
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

/** Checked before parsing, because a megabyte of `[` becomes many megabytes of arrays, and of `{},` many records. */
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
