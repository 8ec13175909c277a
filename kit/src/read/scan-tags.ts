// Finds the scripts and the head tags of a page in one forward scan: no DOM, no backtracking, linear time. Tags inside
// comments and scripts are ignored.
import { checkCountBudget } from './page-budget.ts'

type Tag = { name: string; attributes: Map<string, string> }

/** A closed script element of a page. */
export type Script = {
  attributes: Map<string, string>
  /** The content is `html.slice(start, end)`; entities are not decoded inside a script. */
  start: number
  end: number
}

const maxTags = 50_000
const maxTagChars = 20_000

/**
 * The script elements that are closed, in page order. Throws DomTooLarge on the event loop for a page with more
 * than 2,000 scripts, head tags and comments.
 */
export function* scripts(html: string): Generator<Script> {
  for (const { attributes, end, contentEnd } of scanTags(html)) {
    if (contentEnd !== -1) yield { attributes, start: end, end: contentEnd }
  }
}

/** The html, head, base, meta and link tags, in page order, attribute values as written. */
export function* headTags(html: string): Generator<Tag> {
  for (const { name, attributes } of scanTags(html)) if (name !== 'script') yield { name, attributes }
}

type Scanned = Tag & { end: number; contentEnd: number }

/** The tags of the last page that were found so far, and the scan that continues. */
let last: { html: string; found: Scanned[]; rest: Generator<Scanned> } | null = null
const maxKeptChars = 1024 * 1024

/** Several readers need the tags of the same page, so its scan is shared. */
function* scanTags(html: string): Generator<Scanned> {
  const page = last?.html === html ? last : { html, found: [], rest: scan(html) }
  if (html.length <= maxKeptChars) last = page
  const { found, rest } = page
  for (let i = 0; ; i++) {
    const tag = found[i] ?? scanNext(rest)
    if (!tag) return
    found[i] = tag
    yield tag
  }
}

function scanNext(rest: Generator<Scanned>): Scanned | undefined {
  try {
    const next = rest.next()
    return next.done ? undefined : next.value
  } catch (error) {
    // A generator that threw looks like one that reached the end of the page.
    last = null
    throw error
  }
}

function* scan(html: string): Generator<Scanned> {
  const opening = /<!--|<(script|meta|link|base|head|html)(?=[\s/>])/gi
  let commentsEnd = true
  let tags = 0
  for (let found = 1; tags < maxTags; found++) {
    const match = opening.exec(html)
    if (!match) return
    checkCountBudget('tags', found)
    if (match[1] === undefined) {
      // From two characters on, because `<!-->` is a whole comment. A comment that never ends is ignored, like all
      // later ones.
      const end = commentsEnd ? html.indexOf('-->', match.index + 2) : -1
      if (end === -1) commentsEnd = false
      else opening.lastIndex = end + 3
      continue
    }
    tags++
    const name = match[1].toLowerCase()
    const tag = readTag(html, opening.lastIndex)
    opening.lastIndex = tag.end
    let contentEnd = -1
    if (name === 'script' && tag.closed) {
      contentEnd = scriptEnd(html, tag.end)
      // Without an end, everything that follows is inside this script.
      if (contentEnd === -1) return
      opening.lastIndex = contentEnd
    }
    if (tag.closed) yield { name, attributes: tag.attributes, end: tag.end, contentEnd }
  }
}

const closingName = /script(?=[\s/>])/iy

/** The index of `</script`, or -1. In two steps, because `</` is rare inside a script and found quickly. */
function scriptEnd(html: string, from: number): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    closingName.lastIndex = at + 2
    if (closingName.test(html)) return at
  }
  return -1
}

type ReadTag = { attributes: Map<string, string>; end: number; closed: boolean }

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** Reads the attributes of the tag whose name ends at `from`; the first of two equal names counts. */
function readTag(html: string, from: number): ReadTag {
  const attributes = new Map<string, string>()
  const limit = Math.min(html.length, from + maxTagChars)
  let i = from
  while (i < limit) {
    const code = html.charCodeAt(i)
    if (code === 0x3e) return { attributes, end: i + 1, closed: true }
    if (isSpace(code) || code === 0x2f) {
      i++
      continue
    }
    const nameStart = i++
    while (i < limit && !isSpace(html.charCodeAt(i)) && !'=>/'.includes(html.charAt(i))) i++
    const name = html.slice(nameStart, i).toLowerCase()
    while (i < limit && isSpace(html.charCodeAt(i))) i++
    let value = ''
    if (html.charAt(i) === '=') {
      i++
      while (i < limit && isSpace(html.charCodeAt(i))) i++
      const mark = html.charAt(i)
      const quoted = mark === '"' || mark === "'"
      const valueStart = quoted ? i + 1 : i
      i = valueStart
      while (
        i < limit &&
        (quoted ? html.charAt(i) !== mark : !isSpace(html.charCodeAt(i)) && html.charAt(i) !== '>')
      )
        i++
      value = html.slice(valueStart, i)
      if (quoted) i++
    }
    if (!attributes.has(name)) attributes.set(name, value)
  }
  return { attributes, end: limit, closed: false }
}
