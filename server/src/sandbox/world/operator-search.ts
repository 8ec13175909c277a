// Search with operators over pretend documents, for the sites of the sandbox that are search engines: quotes, minus,
// OR, site:, inurl: and intitle: do what they say, and the words of the query can be emphasised in a text.
import { searchable } from './search.ts'
import { withoutAccents } from './slugify.ts'

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
    if (wordsOf(read.value) === '') continue
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

const wordsOf = (text: string): string =>
  withoutAccents(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')

type Plain = { title: string; text: string }
const plainDocuments = new WeakMap<SearchedDocument, Plain>()

/** Title and text as words between spaces, made once: checking a minus reads every document. */
function plainOf(document: SearchedDocument): Plain {
  const known = plainDocuments.get(document)
  if (known) return known
  const title = ` ${wordsOf(document.title)} `
  const plain = { title, text: `${title}${wordsOf(document.text)} ` }
  plainDocuments.set(document, plain)
  return plain
}

function matches({ operator, value }: Term, document: SearchedDocument): boolean {
  switch (operator) {
    case 'site': {
      const [host = '', ...path] = value
        .toLowerCase()
        .replace(/^https?:\/\/|^\./, '')
        .split('/')
      // Documents have plain https addresses; a URL object for each would take most of the time of a search.
      const [hostname = '', ...segments] = document.url.slice('https://'.length).toLowerCase().split('/')
      const hosted = hostname === host || hostname.endsWith(`.${host}`)
      return hosted && segments.join('/').startsWith(path.join('/'))
    }
    case 'inurl':
      return document.url.toLowerCase().includes(value.toLowerCase())
    case 'intitle':
      return plainOf(document).title.includes(` ${wordsOf(value)} `)
    default:
      return plainOf(document).text.includes(` ${wordsOf(value)} `)
  }
}

const isInText = ({ operator, negated }: Term): boolean =>
  !negated && operator !== 'site' && operator !== 'inurl'

/** Everything that matches a query, best match first; the index is built at the first search. */
export function operatorSearch<T>(
  items: () => readonly T[],
  documentOf: (item: T) => SearchedDocument,
): (query: string) => T[] {
  const index = searchable(items, {
    fields: { title: (item: T) => documentOf(item).title, text: (item) => documentOf(item).text },
    boost: { title: 3 },
  })
  return (query) => {
    const groups = readTerms(query)
    if (groups.length === 0) return []
    const found = new Set<T>()
    for (const terms of alternativesOf(groups)) {
      const inText = terms.filter(isInText)
      // A plain word is the index's business; all else is checked on what the index found.
      const checks = terms.filter((one) => !(isInText(one) && one.operator === 'word'))
      const accepts = (item: T) => {
        const document = documentOf(item)
        return checks.every((check) => matches(check, document) !== check.negated)
      }
      for (const item of index.query(inText.map(({ value }) => value).join(' '), { filter: accepts }).items)
        found.add(item)
    }
    return [...found]
  }
}

/** The text in pieces, each marked as matching a word of the query or not: what engines set in bold. */
export function matchedPieces(text: string, query: string): { text: string; matched: boolean }[] {
  const wanted = readTerms(query)
    .flat()
    .filter(isInText)
    .flatMap(({ value }) => wordsOf(value).split(' '))
  const isWanted = (piece: string) => {
    const word = wordsOf(piece)
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
