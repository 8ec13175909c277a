// Walks the script elements of a page with a plain forward scan: no DOM, no backtracking, time linear in the
// page whatever it holds. Scripts inside comments do not count, nor does `<script` inside another script.

export type Script = {
  attributes: Map<string, string>
  /** The content is `html.slice(start, end)`; entities are not decoded inside a script. */
  start: number
  end: number
}

const maxScripts = 10_000
const maxTagChars = 20_000

export function* scripts(html: string): Generator<Script> {
  let opening = /<!--|<script(?=[\s/>])/gi
  const closing = /<\/script(?=[\s/>])/gi
  for (let seen = 0; seen < maxScripts; ) {
    const match = opening.exec(html)
    if (!match) return
    let next = opening.lastIndex
    if (match[0] === '<!--') {
      // From two on, because `<!-->` is a whole comment.
      const end = html.indexOf('-->', match.index + 2)
      // A comment that never ends is ignored, and no other can end either: look for scripts alone from here.
      if (end === -1) opening = /<script(?=[\s/>])/gi
      else next = end + 3
    } else {
      seen++
      const tag = readTag(html, next)
      closing.lastIndex = tag.end
      const end = tag.closed ? (closing.exec(html)?.index ?? -1) : tag.end
      if (end === -1) return
      if (tag.closed) yield { attributes: tag.attributes, start: tag.end, end }
      next = end
    }
    opening.lastIndex = next
  }
}

type Tag = { attributes: Map<string, string>; end: number; closed: boolean }

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** Reads the attributes of the tag whose name ends at `from`; the first of two equal names counts. */
function readTag(html: string, from: number): Tag {
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
