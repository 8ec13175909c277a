// Script islands: the JSON that a page contains for its own scripts, found by scanning text, which is about 30 times
// cheaper than a DOM. Broken or missing JSON is undefined; the only error is DomTooLarge.
import type { Page } from '../outcome.ts'
import { jsonPart } from './json-part.ts'
import { checkCountBudget, checkIslandBudget, checkMendBudget, checkOutlineBudget } from './page-budget.ts'
import { balancedEnd, parseJson, relaxJson, stringEnd } from './parse-json.ts'
import { type Script, scripts } from './scan-tags.ts'
import { at } from './values.ts'

/**
 * The JSON inside `<script id="…">`, whatever the order and quoting of its attributes.
 *
 * @example
 * at(scriptById(page.body, '__NEXT_DATA__'), 'props', 'pageProps', 'lantern')
 */
export function scriptById(html: string, id: string): unknown {
  for (const script of scriptsById(html, id)) {
    const value = parseJson(html.slice(script.start, script.end))
    if (value !== undefined) return value
  }
  return undefined
}

/** The value under the keys of the JSON inside `<script id="…">`; parses only that part if it can be found. */
export function stateById(page: Pick<Page, 'body' | 'octets'>, id: string, keys: readonly string[]): unknown {
  const html = page.octets ?? page.body
  const parse = (text: string) => parseJson(page.octets === undefined ? text : decodeOctets(text))
  for (const script of scriptsById(html, id)) {
    const state = html.slice(script.start, script.end)
    const part = jsonPart(state, keys)
    const value = part ? parse(state.slice(part.start, part.end)) : undefined
    if (value !== undefined) return value
    const whole = parse(state)
    if (whole !== undefined) return at(whole, ...keys)
  }
  return undefined
}

const decodeOctets = (octets: string): string => Buffer.from(octets, 'latin1').toString('utf8')

function* scriptsById(html: string, id: string): Generator<Script> {
  checkIslandBudget(html.length)
  if (!html.includes(id)) return
  let blocks = 0
  for (const script of scripts(html)) {
    if (script.attributes.get('id') !== id) continue
    checkCountBudget('blocks', ++blocks)
    yield script
  }
}

/**
 * The value a script assigns to a global: `window.NAME = {…}`, `window["NAME"]=[…]`, `var NAME = {…}`, or `NAME =
 * JSON.parse("…")`, whose literal is decoded by JSON string rules.
 */
export function assignedState(html: string, name: string): unknown {
  checkIslandBudget(html.length)
  const first = html.indexOf(name)
  if (first === -1 || name === '') return undefined
  for (const script of scripts(html)) {
    if (script.end < first) continue
    // A slice, because a search in the page would run to its end for every script.
    const value = assignmentIn(html.slice(script.start, script.end), name)
    if (value !== undefined) return value
  }
  return undefined
}

/** A page assigns its state once or twice; more is an attack. */
const maxAttempts = 100

function assignmentIn(script: string, name: string): unknown {
  let at = script.indexOf(name)
  let attempts = 0
  while (at !== -1 && attempts < maxAttempts) {
    let next = at + name.length
    const start = isIdentifierEdge(script, at - 1) ? valueStart(script, next) : -1
    if (start !== -1) {
      attempts++
      const value = readValue(script, start)
      // This bracket is never closed, and therefore no later one is. Continuing would take quadratic time.
      if (value.end === -1) return undefined
      if (value.json !== undefined) return value.json
      next = value.end
    }
    at = script.indexOf(name, next)
  }
  return undefined
}

const isIdentifierEdge = (script: string, i: number): boolean => !/[\w$]/.test(script.charAt(i))

const assignment = /(?:\s{0,20}["'`]?\s{0,20}\])?\s{0,20}=\s{0,20}(?![=\s])/y

/** The index of the assigned value, or -1 if the name that ends at `i` is not assigned. */
function valueStart(script: string, i: number): number {
  assignment.lastIndex = i
  return assignment.test(script) ? assignment.lastIndex : -1
}

const parseCall = /JSON\s{0,20}\.\s{0,20}parse\s{0,20}\(\s{0,20}(?=["'`])/y

function readValue(script: string, start: number): { json: unknown; end: number } {
  const char = script.charAt(start)
  if (char === '{' || char === '[') {
    const end = balancedEnd(script, start)
    return { json: end === -1 ? undefined : parseJson(script.slice(start, end)), end }
  }
  parseCall.lastIndex = start
  if (!parseCall.test(script)) return { json: undefined, end: start }
  const open = parseCall.lastIndex
  const close = stringEnd(script, open, script.charAt(open))
  if (close === -1) return { json: undefined, end: -1 }
  const text = decodeLiteral(script.slice(open, close + 1))
  return { json: typeof text === 'string' ? parseJson(text) : undefined, end: close + 1 }
}

/**
 * Decodes a string literal of a script by the rules of JSON, after replacing the two kinds of quotes that JSON lacks.
 */
function decodeLiteral(literal: string): unknown {
  if (literal.startsWith('"')) return parseJson(literal)
  checkMendBudget(literal.length)
  const body = literal.slice(1, -1).replace(/\\([\s\S])|"/g, (all, char: string | undefined) => {
    if (char === undefined) return '\\"'
    if (char === 'x') return '\\u00'
    return "'`\n".includes(char) ? char : all
  })
  return parseJson(relaxJson(`"${body}"`))
}

/** `&a;` comes last: `&a;q;` is the text `&q;`, not a quote. */
const unescapeAngular = (text: string): string =>
  text
    .replaceAll('&q;', '"')
    .replaceAll('&s;', "'")
    .replaceAll('&l;', '<')
    .replaceAll('&g;', '>')
    .replaceAll('&a;', '&')

/** The transferred state of a server-rendered Angular page, in plain JSON or in the older `&q;` escapes. */
export function angularState(html: string): unknown {
  checkIslandBudget(html.length)
  let blocks = 0
  for (const script of scripts(html)) {
    const id = script.attributes.get('id') ?? ''
    if (!id.endsWith('-state')) continue
    checkCountBudget('blocks', ++blocks)
    const content = html.slice(script.start, script.end)
    const escaped = !content.includes('"') && content.includes('&q;')
    if (escaped) checkOutlineBudget(content.length)
    const value = parseJson(escaped ? unescapeAngular(content) : content)
    if (value !== undefined) return value
  }
  return undefined
}
