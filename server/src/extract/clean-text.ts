// Text out of markup held in strings: entities decoded, tags stripped, white space collapsed. The tokenizer does
// it without building a tree. The text of a DOM node comes from dom.ts.
import { Parser } from 'htmlparser2'

/** Runs of white space, no-break and zero-width ones included, become one space; ends are trimmed. */
export const collapseSpace = (text: string): string =>
  text.replace(/[\s\u00a0\u200b\u2060\ufeff]+/g, ' ').trim()

/** Decodes character references; markup stays as it is. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? textOf(text.replaceAll('<', '&lt;')) : text
}

/** What a reader would see of a piece of HTML, on one line, or null where that is nothing. */
export function plainText(html: string): string | null {
  return collapseSpace(/[<&]/.test(html) ? textOf(html) : html) || null
}

const unseen = new Set(['script', 'style', 'template', 'noscript'])
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

function textOf(html: string): string {
  const out: string[] = []
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) hidden++
      else if (!inline.has(name)) out.push(' ')
    },
    ontext(text) {
      if (hidden === 0) out.push(text)
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden--
      else if (!inline.has(name)) out.push(' ')
    },
  })
  parser.end(html)
  return out.join('')
}
