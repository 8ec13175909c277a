// What documents are worth to the words of a query: the formula is BM25+, as MiniSearch 7 has it, added up in its order.
import { placeOf, type WordIndex } from './word-index.ts'

export type ScoreSettings = {
  /** How much a match in a field counts, by field. */
  boosts: readonly number[]
  match: 'all' | 'any'
}

type Scored = { score: number; matched: number }

const prefixWeight = 0.375
/** Short beginnings would match everything. */
const prefixFrom = 4
const k = 1.2
const b = 0.7
const d = 0.5

/** Positions of documents, best match first, then in their own order. */
export function rankDocuments(
  index: WordIndex,
  query: readonly string[],
  { boosts, match }: ScoreSettings,
): number[] {
  const distinct = [...new Set(query)]
  let all: Map<number, Scored> | undefined
  for (const word of query) {
    const bit = 1 << distinct.indexOf(word)
    const scores = scoreWord(index, word, boosts)
    all = all ? join(all, scores, bit, match) : first(scores, bit)
  }
  return [...(all ?? [])]
    .map(([position, { score, matched }]) => ({ position, score: score * bitsIn(matched) }))
    .sort((one, other) => other.score - one.score || one.position - other.position)
    .map(({ position }) => position)
}

const first = (scores: Map<number, number>, bit: number): Map<number, Scored> =>
  new Map([...scores].map(([position, score]) => [position, { score, matched: bit }]))

function join(
  before: Map<number, Scored>,
  scores: Map<number, number>,
  bit: number,
  match: ScoreSettings['match'],
): Map<number, Scored> {
  const joined = match === 'any' ? before : new Map<number, Scored>()
  for (const [position, score] of scores) {
    const known = before.get(position)
    if (known) joined.set(position, { score: known.score + score, matched: known.matched | bit })
    else if (match === 'any') joined.set(position, { score, matched: bit })
  }
  return joined
}

function bitsIn(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

/** The word itself first, then the longer ones that begin like it. */
function scoreWord(index: WordIndex, word: string, boosts: readonly number[]): Map<number, number> {
  const scores = new Map<number, number>()
  const { words, turns } = index
  const from = placeOf(index, word)
  if (words[from] === word) addPlace(index, from, 1, boosts, scores)
  if (word.length < prefixFrom) return scores
  const longer: number[] = []
  for (let place = from; words[place]?.startsWith(word); place += 1)
    if (words[place] !== word) longer.push(place)
  longer.sort((one, other) => (turns[one] ?? 0) - (turns[other] ?? 0))
  for (const place of longer) {
    const { length } = words[place] ?? ''
    addPlace(index, place, (prefixWeight * length) / (length + 0.3 * (length - word.length)), boosts, scores)
  }
  return scores
}

function addPlace(
  { fieldCount, starts, documents, counts, lengths, averageLengths, documentCount }: WordIndex,
  place: number,
  weight: number,
  boosts: readonly number[],
  scores: Map<number, number>,
): void {
  for (let field = 0; field < fieldCount; field += 1) {
    const start = starts[place * fieldCount + field] ?? 0
    const end = starts[place * fieldCount + field + 1] ?? 0
    const rarity = Math.log(1 + (documentCount - (end - start) + 0.5) / (end - start + 0.5))
    for (let at = start; at < end; at += 1) {
      const position = documents[at] ?? 0
      const count = counts[at] ?? 0
      const length = lengths[position * fieldCount + field] ?? 0
      const worth =
        rarity * (d + (count * (k + 1)) / (count + k * (1 - b + (b * length) / (averageLengths[field] ?? 0))))
      const known = scores.get(position)
      const weighted = weight * (boosts[field] ?? 1) * worth
      scores.set(position, known === undefined ? weighted : known + weighted)
    }
  }
}
