// Reads the text of markup in strings: decodes entities, strips tags and collapses white space. Uses the tokenizer
// alone, which builds no tree and keeps no stack, so that time is linear. The text of a DOM node comes from dom.ts.
import { createTextPieces, tokenizeHtml } from './tokenize-html.ts'

/** Replaces each run of white space, also no-break and zero-width spaces, by one space, and trims the ends. */
export const collapseSpace = (text: string): string =>
  text.replace(/[\s\u00a0\u200b\u2060\ufeff]+/g, ' ').trim()

/** Decodes character references; markup stays as it is. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? readText(text.replaceAll('<', '&lt;')) : text
}

/** The visible text of a piece of HTML on one line; null if there is none, or if the piece is null. */
export function plainText(html: string | null): string | null {
  return html === null ? null : collapseSpace(/[<&]/.test(html) ? readText(html) : html) || null
}

const unseen = new Set(['script', 'style', 'template', 'noscript'])
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Whether browsers hide the text of an element, such as `script`. */
export const isUnseen = (tag: string): boolean => unseen.has(tag)

/**
 * Whether an element is inline, such as `em`. Any other element separates the text before it from the text after it.
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
