// Runs the HTML tokenizer with only those callbacks that a reader needs. It checks the budgets of the page first.
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
 * Calls the callbacks of htmlparser2's tokenizer, which get positions in `html`. Throws DomTooLarge on the
 * event loop above 131,072 characters, or above 4,000 tags and entities.
 *
 * @example
 * const names: string[] = []
 * tokenizeHtml('<p>a<b>', { onopentagname: (start, end) => names.push('<p>a<b>'.slice(start, end)) })
 * names // ['p', 'b']
 */
export function tokenizeHtml(html: string, callbacks: Partial<TokenizerCallbacks>): void {
  checkOutlineBudget(html.length)
  checkMarkupBudget(html)
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, { ...ignoreAll, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}
