// Text out of markup held in strings: entities decoded, tags stripped, white space collapsed. The bare tokenizer
// does it: it builds no tree and keeps no stack, so time is linear. The text of a DOM node comes from dom.ts.
import { createTextPieces } from './text-pieces.ts'
import { tokenizeHtml } from './tokenize-html.ts'

/**
 * Runs of white space, no-break and zero-width ones included, become one space; ends are trimmed.
 *
 * @example
 * collapseSpace('  Oak \n stool ') // 'Oak stool'
 */
export const collapseSpace = (text: string): string =>
  text.replace(/[\s\u00a0\u200b\u2060\ufeff]+/g, ' ').trim()

/**
 * Decodes character references; markup stays as it is.
 *
 * @example
 * decodeEntities('Fish &amp; chips') // 'Fish & chips'
 */
export function decodeEntities(text: string): string {
  return text.includes('&') ? readText(text.replaceAll('<', '&lt;')) : text
}

/**
 * What a reader would see of a piece of HTML, on one line; null where that is nothing or the piece is missing.
 *
 * @example
 * plainText('<b>Fish</b> &amp; chips<br>') // 'Fish & chips'
 */
export function plainText(html: string | null): string | null {
  return html === null ? null : collapseSpace(/[<&]/.test(html) ? readText(html) : html) || null
}

const unseen = new Set(['script', 'style', 'template', 'noscript'])
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/**
 * Whether an element's text is not shown.
 *
 * @example
 * isUnseen('script') // true
 */
export const isUnseen = (tag: string): boolean => unseen.has(tag)

/**
 * Whether an element runs on in its line; any other parts the text before from the text after.
 *
 * @example
 * isInline('em') // true
 */
export const isInline = (tag: string): boolean => inline.has(tag)

function readText(html: string): string {
  const out = createTextPieces(html)
  let hiddenBy = ''
  const tagAt = (start: number, end: number) => html.slice(start, end).toLowerCase()
  tokenizeHtml(html, {
    ontext(start, end) {
      if (!hiddenBy) out.addSlice(start, end)
    },
    ontextentity(codePoint) {
      if (!hiddenBy) out.add(String.fromCodePoint(codePoint))
    },
    onopentagname(start, end) {
      const tag = tagAt(start, end)
      if (!hiddenBy && unseen.has(tag)) hiddenBy = tag
      else if (!inline.has(tag)) out.add(' ')
    },
    onclosetag(start, end) {
      const tag = tagAt(start, end)
      if (tag === hiddenBy) hiddenBy = ''
      else if (!inline.has(tag)) out.add(' ')
    },
  })
  return out.toString()
}
