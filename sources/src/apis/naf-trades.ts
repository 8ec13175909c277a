// The French trades that words stand for: those whose label has all of them. Never the nearest: words that no label has
// stand for none.
import { plainWords } from '@quarry/kit/read/plain-words'
import { nafLabels } from './naf-labels.ts'

const fillers = new Set(
  'a au aux avec c ce ces d dans de des du en et l la le les n ou par pour s sous sur un une'.split(' '),
)

/** What a label says that it is not about. */
const exception = /\(?(?:à l['’]exception|sauf|hors)(?=\s)[^)]*\)?/gi

/** Both numbers of a word as one: `métaux` and `métal`, `pompes` and `pompe`. */
function singular(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('eaux')) return word.slice(0, -1)
  if (word.endsWith('aux')) return `${word.slice(0, -3)}al`
  return /[sx]$/.test(word) ? word.slice(0, -1) : word
}

const splitWords = (text: string): string[] =>
  plainWords(text.replace(exception, ' '))
    .split(' ')
    .filter((word) => word !== '' && !fillers.has(word))
    .map(singular)

let trades: { code: string; words: string[] }[] | undefined

const shortestBeginning = 5

/** A longer word of a trade may go on: `robinet` is in `robinetterie`. */
const isIn = (word: string, label: readonly string[]): boolean =>
  label.some((other) => other === word || (word.length >= shortestBeginning && other.startsWith(word)))

/** The codes of the trades, in their order; also of a code itself, with or without its point. */
export function findTrades(term: string): string[] {
  const code = /^(\d\d)\.?(\d\d[a-z])$/i.exec(term.trim())
  if (code) {
    const asked = `${code[1]}.${code[2]}`.toUpperCase()
    return nafLabels.has(asked) ? [asked] : []
  }
  const words = splitWords(term)
  if (words.length === 0) return []
  trades ??= [...nafLabels].map(([one, label]) => ({ code: one, words: splitWords(label) }))
  return trades.filter((trade) => words.every((word) => isIn(word, trade.words))).map((trade) => trade.code)
}
