// Runs the HTML tokenizer with the callbacks that a reader needs, within the budgets of a page, and collects the text
// that it emits in pieces.
import type { TokenizerCallbacks } from 'htmlparser2'
import { Tokenizer } from '../libraries/markup.ts'
import { checkMarkupBudget, checkOutlineBudget } from './page-budget.ts'

const ignore = () => {}
const ignoreAll: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
}

/**
 * Calls the callbacks of htmlparser2's tokenizer, which get positions in `html`. Throws DomTooLarge on the event
 * loop above 131,072 characters, or above 4,000 tags and entities.
 */
export function tokenizeHtml(html: string, callbacks: Partial<TokenizerCallbacks>): void {
  checkOutlineBudget(html.length)
  checkMarkupBudget(html)
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, { ...ignoreAll, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}

const maxPieces = 4096

/**
 * Collects the text of a page, often emitted in single characters: adjacent slices of `html` become one, and pieces
 * are joined in batches to limit the memory.
 */
export function createTextPieces(html: string) {
  let whole = ''
  let pieces: string[] = []
  let from = 0
  let to = 0

  const push = (text: string) => {
    pieces.push(text)
    if (pieces.length < maxPieces) return
    whole += pieces.join('')
    pieces = []
  }
  const takeSlice = () => {
    if (to > from) push(html.slice(from, to))
    from = to
  }
  return {
    /** The characters of the page from `start` to `end`. */
    addSlice(start: number, end: number) {
      if (start !== to) {
        takeSlice()
        from = start
      }
      to = end
    },
    /** Text that is not a slice of the page: a decoded entity, a space. */
    add(text: string) {
      takeSlice()
      push(text)
    },
    isEmpty: () => whole === '' && pieces.length === 0 && to === from,
    toString() {
      takeSlice()
      return whole + pieces.join('')
    },
  }
}
