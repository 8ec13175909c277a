// What the sandbox search engines share: how they read a search, its operators (quotes, minus, OR, site:, inurl:,
// intitle:), and how they show the text of a result with the words of the query emphasised.
import type { SandboxSite, SiteRequest, SiteResponse } from '@quarry/kit/source'
import { escapeHtml } from './chrome.ts'
import { createSearch, type Search, splitWords } from './search.ts'
import { createSite, readCount, renderMessage, route } from './site.ts'

export type EngineSearch = {
  query: string
  skip: number
  limit: number
  /** 0 to 10, by the length of the query: it selects the layout, so every query has one and a tester can choose. */
  kind: number
}

/** An engine with one address for searches; `seed` is the name of its site. */
export const createSearchEngine = (
  seed: string,
  respond: (search: EngineSearch, request: SiteRequest) => SiteResponse | string,
): SandboxSite =>
  createSite({
    routes: [
      route('/search', (request) => {
        const query = request.url.searchParams.get('q')?.trim() ?? ''
        if (query === '') return undefined
        const skip = readCount(request.url, 'start', { otherwise: 0, min: 0, max: 1_000_000 })
        const limit = readCount(request.url, 'num', { otherwise: 10, max: 100 })
        return respond({ query, skip, limit, kind: [...query].length % 11 }, request)
      }),
    ],
    notFound: () => renderMessage({ seed, lang: 'en', weightKb: 20 }, 404, 'Address not found', 'Error 404'),
  })

export const renderSnippet = (text: string, query: string, tag: 'em' | 'b' | 'strong'): string =>
  splitMatches(text, query)
    .map((piece) => (piece.matched ? `<${tag}>${escapeHtml(piece.text)}</${tag}>` : escapeHtml(piece.text)))
    .join('')

type SearchedDocument = { url: string; title: string; text: string }

type Term = { operator: string; value: string; isNegated: boolean }

const termsMax = 32
const alternativesMax = 16
const termPattern = /(-?)(?:(intitle|inurl|site|intext):)?(?:"([^"]*)"|([^\s"]+))/gi

/** The terms of a query in groups: every group must match, each by any of its terms (`a OR b`). */
function readTerms(query: string): Term[][] {
  const groups: Term[][] = []
  let isAlternative = false
  for (const [all, minus, operator, quoted, bare] of query.replace(/[“”«»]/g, '"').matchAll(termPattern)) {
    if (all === 'OR' || all === '|') {
      isAlternative = groups.length > 0
      continue
    }
    const term = {
      operator: operator?.toLowerCase() ?? (quoted === undefined ? 'word' : 'phrase'),
      value: quoted ?? bare ?? '',
      isNegated: minus === '-',
    }
    if (splitWords(term.value).length === 0) continue
    if (isAlternative) groups.at(-1)?.push(term)
    else groups.push([term])
    isAlternative = false
    if (groups.length === termsMax) break
  }
  return groups
}

/** One term of each group, in every combination. */
function listAlternatives(groups: readonly Term[][]): Term[][] {
  let alternatives: Term[][] = [[]]
  for (const group of groups)
    alternatives = alternatives
      .flatMap((alternative) => group.map((term) => [...alternative, term]))
      .slice(0, alternativesMax)
  return alternatives
}

type Check = (document: () => SearchedDocument, position: number) => boolean

/**
 * Whether a document matches a term. Words are checked in the index; the document is built only if that is not enough.
 */
function createCheck({ operator, value }: Term, search: Search<unknown>): Check {
  switch (operator) {
    case 'site': {
      const [host = '', ...path] = value
        .toLowerCase()
        .replace(/^https?:\/\/|^\./, '')
        .split('/')
      return (document) => {
        // Documents have plain https addresses; parsing each with URL would take most of the time of a search.
        const [hostname = '', ...segments] = document().url.slice('https://'.length).toLowerCase().split('/')
        const isOnHost = hostname === host || hostname.endsWith(`.${host}`)
        return isOnHost && segments.join('/').startsWith(path.join('/'))
      }
    }
    case 'inurl':
      return (document) => document().url.toLowerCase().includes(value.toLowerCase())
    case 'intitle':
      return createPhraseCheck(splitWords(value), search, ['title'])
    default:
      return createPhraseCheck(splitWords(value), search, ['title', 'text'])
  }
}

function createPhraseCheck(
  phrase: readonly string[],
  search: Search<unknown>,
  fields: readonly ('title' | 'text')[],
): Check {
  const matches = phrase.map((word) => search.findWord(word, fields))
  return (document, position) => {
    if (!matches.every((positions) => positions.has(position))) return false
    if (phrase.length === 1) return true
    const text = fields.map((field) => document()[field]).join(' ')
    return ` ${splitWords(text).join(' ')} `.includes(` ${phrase.join(' ')} `)
  }
}

const isTextTerm = ({ operator, isNegated }: Term): boolean =>
  !isNegated && operator !== 'site' && operator !== 'inurl'

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
    for (const terms of listAlternatives(groups)) {
      const textTerms = terms.filter(isTextTerm)
      // The index finds plain words; every other term is checked on the documents found.
      const checks = terms
        .filter((term) => !(isTextTerm(term) && term.operator === 'word'))
        .map((term) => ({ check: createCheck(term, search), expected: !term.isNegated }))
      const filter = (item: T, position: number) =>
        checks.every(({ check, expected }) => check(() => toDocument(item), position) === expected)
      for (const item of search.query(textTerms.map(({ value }) => value).join(' '), { filter }).items)
        found.add(item)
    }
    return [...found]
  }
}

/** The text in parts, each marked as matching a word of the query or not: search engines set the former in bold. */
export function splitMatches(text: string, query: string): { text: string; matched: boolean }[] {
  const words = readTerms(query)
    .flat()
    .filter(isTextTerm)
    .flatMap(({ value }) => splitWords(value))
  const isMatch = (part: string) => {
    const plain = splitWords(part).join(' ')
    return words.some((word) => plain === word || (word.length > 3 && plain.startsWith(word)))
  }
  const parts: { text: string; matched: boolean }[] = []
  for (const part of text.split(/([\p{L}\p{N}]+)/u)) {
    if (part === '') continue
    const matched = /^[\p{L}\p{N}]/u.test(part) && isMatch(part)
    const last = parts.at(-1)
    if (last && last.matched === matched) last.text += part
    else parts.push({ text: part, matched })
  }
  return parts
}
