// The words of a pretend site's documents, in a few flat arrays: an index made of maps and objects took ten times the
// memory, and a server that serves the sandbox holds eight of them. Ranks as MiniSearch 7 does, to the last digit of a
// score (BM25+, the longer word that begins like the one asked for counting less), because the order of the world's
// search results was made by it and must not change.
import { SearchableMap } from '../libraries/search.ts'

export type WordIndex = {
  documentCount: number
  fieldCount: number
  /** In the order of their letters. */
  words: readonly string[]
  /** At which turn a word's weight is added, where several words begin alike: last digits depend on it. */
  turns: Uint32Array
  /** Where the documents of a word in a field begin: one entry for each field of each word, and the end. */
  starts: Uint32Array
  documents: Uint16Array
  counts: Uint8Array
  /** How many different words a field of a document has. */
  lengths: Uint16Array
  averageLengths: Float64Array
}

const documentsMax = 0xffff
const countMax = 0xff

/** `wordsAt` gives the words of each field of a document, in their order. */
export function indexWords(
  documentCount: number,
  fieldCount: number,
  wordsAt: (position: number) => readonly (readonly string[])[],
): WordIndex {
  if (documentCount > documentsMax) throw new RangeError('too many documents for an index of words')
  const ids = new Map<string, number>()
  const found: Found = { lists: [], documents: [], counts: [] }
  const lengths = new Uint16Array(documentCount * fieldCount)
  const averageLengths = new Float64Array(fieldCount)
  for (let document = 0; document < documentCount; document += 1) {
    const fields = wordsAt(document)
    for (let field = 0; field < fieldCount; field += 1) {
      const counted = countWords(fields[field] ?? [], ids)
      for (const [id, count] of counted) {
        found.lists.push(id * fieldCount + field)
        found.documents.push(document)
        found.counts.push(count)
      }
      lengths[document * fieldCount + field] = counted.size
      averageLengths[field] = ((averageLengths[field] ?? 0) * document + counted.size) / (document + 1)
    }
  }
  const { words, turns, places } = orderWords([...ids.keys()])
  const lists = Uint32Array.from(
    found.lists,
    (list) => (places[Math.floor(list / fieldCount)] ?? 0) * fieldCount + (list % fieldCount),
  )
  return {
    documentCount,
    fieldCount,
    words,
    turns,
    lengths,
    averageLengths,
    ...packLists(lists, found, words.length * fieldCount),
  }
}

/** What was found, in the order of finding: in which list it belongs, in which document, how often. */
type Found = { lists: number[]; documents: number[]; counts: number[] }

function countWords(words: readonly string[], ids: Map<string, number>): Map<number, number> {
  const counted = new Map<number, number>()
  for (const word of words) {
    const id = ids.get(word) ?? ids.size
    ids.set(word, id)
    counted.set(id, Math.min(countMax, (counted.get(id) ?? 0) + 1))
  }
  return counted
}

/** The words by their letters, with their turns, and the place of each in that order. */
function orderWords(given: readonly string[]): { words: string[]; turns: Uint32Array; places: Uint32Array } {
  // A word cut out of a text keeps the whole text in memory, until it is written anew.
  const own = given.map((word) => Buffer.from(word).toString())
  const tree = new SearchableMap<number>()
  for (const [id, word] of own.entries()) tree.set(word, id)
  const turnById = new Uint32Array(own.length)
  let turn = 0
  for (const [, id] of tree) {
    turnById[id] = turn
    turn += 1
  }
  const byLetters = own.map((_, id) => id).sort((a, b) => ((own[a] ?? '') < (own[b] ?? '') ? -1 : 1))
  const places = new Uint32Array(own.length)
  byLetters.forEach((id, place) => {
    places[id] = place
  })
  return {
    words: byLetters.map((id) => own[id] ?? ''),
    turns: Uint32Array.from(byLetters, (id) => turnById[id] ?? 0),
    places,
  }
}

/** All lists one after the other, each in the order of its documents. */
function packLists(
  lists: Uint32Array,
  found: Found,
  listCount: number,
): Pick<WordIndex, 'starts' | 'documents' | 'counts'> {
  const starts = new Uint32Array(listCount + 1)
  for (const list of lists) starts[list + 1] = (starts[list + 1] ?? 0) + 1
  for (let list = 0; list < listCount; list += 1)
    starts[list + 1] = (starts[list + 1] ?? 0) + (starts[list] ?? 0)
  const next = starts.slice()
  const documents = new Uint16Array(lists.length)
  const counts = new Uint8Array(lists.length)
  lists.forEach((list, nth) => {
    const at = next[list] ?? 0
    documents[at] = found.documents[nth] ?? 0
    counts[at] = found.counts[nth] ?? 0
    next[list] = at + 1
  })
  return { starts, documents, counts }
}

/** The place of the first word that does not come before this one. */
export function placeOf({ words }: WordIndex, word: string): number {
  let from = 0
  let to = words.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((words[middle] ?? '') < word) from = middle + 1
    else to = middle
  }
  return from
}

/** Every document that has the word in one of these fields, longer words not counted. */
export function documentsWith(index: WordIndex, word: string, fields: readonly number[]): Set<number> {
  const place = placeOf(index, word)
  const { words, fieldCount, starts, documents } = index
  if (words[place] !== word) return new Set()
  const found = new Set<number>()
  for (const field of fields) {
    const list = place * fieldCount + field
    for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at += 1) found.add(documents[at] ?? 0)
  }
  return found
}
