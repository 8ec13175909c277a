// Search with operators over pretend documents, for the sites of the sandbox that are search engines: quotes, minus,
// OR, site:, inurl: and intitle: do what they say, and the words of the query can be emphasised in a text.
import { createSearch, splitWords } from './search.ts'
import { documentsWith, type WordIndex } from './word-index.ts'

export type SearchedDocument = { url: string; title: string; text: string }

type Term = { operator: string; value: string; negated: boolean }

const termsMax = 32
const alternativesMax = 16
const term = /(-?)(?:(intitle|inurl|site|intext):)?(?:"([^"]*)"|([^\s"]+))/gi

/** The terms of a query, grouped: all groups must match, each by any of its terms (`a OR b`). */
function readTerms(query: string): Term[][] {
  const groups: Term[][] = []
  let joins = false
  for (const [all, minus, operator, quoted, bare] of query.replace(/[“”«»]/g, '"').matchAll(term)) {
    if (all === 'OR' || all === '|') {
      joins = groups.length > 0
      continue
    }
    const read = {
      operator: operator?.toLowerCase() ?? (quoted === undefined ? 'word' : 'phrase'),
      value: quoted ?? bare ?? '',
      negated: minus === '-',
    }
    if (splitWords(read.value).length === 0) continue
    if (joins) groups.at(-1)?.push(read)
    else groups.push([read])
    joins = false
    if (groups.length === termsMax) break
  }
  return groups
}

function alternativesOf(groups: readonly Term[][]): Term[][] {
  let alternatives: Term[][] = [[]]
  for (const group of groups)
    alternatives = alternatives
      .flatMap((alternative) => group.map((one) => [...alternative, one]))
      .slice(0, alternativesMax)
  return alternatives
}

type Check = (document: () => SearchedDocument, position: number) => boolean

/** What a term asks of a document. Words are looked up in the index; a document is only made where they are not enough. */
function checkOf({ operator, value }: Term, index: WordIndex): Check {
  switch (operator) {
    case 'site': {
      const [host = '', ...path] = value
        .toLowerCase()
        .replace(/^https?:\/\/|^\./, '')
        .split('/')
      return (document) => {
        // Documents have plain https addresses; a URL object for each would take most of the time of a search.
        const [hostname = '', ...segments] = document().url.slice('https://'.length).toLowerCase().split('/')
        const hosted = hostname === host || hostname.endsWith(`.${host}`)
        return hosted && segments.join('/').startsWith(path.join('/'))
      }
    }
    case 'inurl':
      return (document) => document().url.toLowerCase().includes(value.toLowerCase())
    case 'intitle':
      return phraseCheck(splitWords(value), index, [titleField])
    default:
      return phraseCheck(splitWords(value), index, [titleField, textField])
  }
}

function phraseCheck(phrase: readonly string[], index: WordIndex, fields: readonly number[]): Check {
  const having = phrase.map((word) => documentsWith(index, word, fields))
  const joined = ` ${phrase.join(' ')} `
  return (document, position) =>
    having.every((documents) => documents.has(position)) &&
    (phrase.length === 1 || plainOf(document(), fields).includes(joined))
}

/** The words of the fields between spaces, the title before the text. */
const plainOf = ({ title, text }: SearchedDocument, fields: readonly number[]): string =>
  ` ${splitWords(title).join(' ')} ${fields.includes(textField) ? `${splitWords(text).join(' ')} ` : ''}`

const isInText = ({ operator, negated }: Term): boolean =>
  !negated && operator !== 'site' && operator !== 'inurl'

const titleField = 0
const textField = 1

/** Everything that matches a query, best match first; the index is built at the first search. */
export function createOperatorSearch<T>(
  items: () => readonly T[],
  toDocument: (item: T) => SearchedDocument,
): (query: string) => T[] {
  const search = createSearch(items, {
    toDocument,
    fields: { title: ({ title }: SearchedDocument) => title, text: ({ text }) => text },
    boost: { title: 3 },
  })
  return (query) => {
    const groups = readTerms(query)
    if (groups.length === 0) return []
    const found = new Set<T>()
    for (const terms of alternativesOf(groups)) {
      const inText = terms.filter(isInText)
      // A plain word is the index's business; all else is checked on what the index found.
      const checks = terms
        .filter((one) => !(isInText(one) && one.operator === 'word'))
        .map((one) => ({ holds: checkOf(one, search.index()), isWanted: !one.negated }))
      const accepts = (item: T, position: number) =>
        checks.every(({ holds, isWanted }) => holds(() => toDocument(item), position) === isWanted)
      for (const item of search.query(inText.map(({ value }) => value).join(' '), { filter: accepts }).items)
        found.add(item)
    }
    return [...found]
  }
}

/** The text in pieces, each marked as matching a word of the query or not: what engines set in bold. */
export function splitMatches(text: string, query: string): { text: string; matched: boolean }[] {
  const wanted = readTerms(query)
    .flat()
    .filter(isInText)
    .flatMap(({ value }) => splitWords(value))
  const isWanted = (piece: string) => {
    const word = splitWords(piece).join(' ')
    return wanted.some((one) => word === one || (one.length > 3 && word.startsWith(one)))
  }
  const pieces: { text: string; matched: boolean }[] = []
  for (const piece of text.split(/([\p{L}\p{N}]+)/u)) {
    if (piece === '') continue
    const matched = /^[\p{L}\p{N}]/u.test(piece) && isWanted(piece)
    const last = pieces.at(-1)
    if (last && last.matched === matched) last.text += piece
    else pieces.push({ text: piece, matched })
  }
  return pieces
}
