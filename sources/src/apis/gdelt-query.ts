// What a caller searches for in the words of GDELT's own query language: phrases, words to leave out, alternatives and
// sites mean the same there and are written otherwise. Whatever else is an operator to GDELT is only a word here.

const shortestPhrase = 5
/** GDELT itself proposes to write "f-16" so. */
const shortestPointed = 4
const shortestWord = 2
const mostChars = 500
/** Articles of grammar, which say nothing and are too short for GDELT. */
const fillers = new Set(['a', 'à', 'y'])

export type GdeltQuery = { query: string } | { problem: string }

type Term = { text: string; isWithout: boolean }

/** `problem` completes "query …", where GDELT cannot be asked for these words. */
export function toGdeltQuery(words: string): GdeltQuery {
  if (words.length > mostChars) return { problem: `must have at most ${mostChars} characters for GDELT` }
  const parts = words.match(/-?"[^"]*"?|[^\s"]+/g) ?? []
  const groups: Term[][] = []
  let isAlternative = false
  for (const part of parts) {
    if (part === 'OR') {
      isAlternative = groups.length > 0
      continue
    }
    if (part === 'AND' || fillers.has(part)) continue
    const terms = parseTerms(part)
    if ('problem' in terms) return terms
    const [first] = terms
    const before = groups.at(-1)
    // Alternatives are single words or phrases that shall be there.
    const joins =
      isAlternative && before && first && [...before, ...terms].every(({ isWithout }) => !isWithout)
    if (joins && terms.length === 1) before.push(first)
    else groups.push(...terms.map((term) => [term]))
    if (terms.length > 0) isAlternative = false
  }
  if (!groups.flat().some(({ isWithout }) => !isWithout))
    return { problem: 'must have a word to search for that GDELT can find' }
  return { query: groups.map(writeGroup).join(' ') }
}

/** Parentheses may stand around alternatives, and nowhere else. */
const writeGroup = (group: readonly Term[]): string => {
  const texts = group.map(({ text, isWithout }) => `${isWithout ? '-' : ''}${text}`)
  return texts.length > 1 ? `(${texts.join(' OR ')})` : texts.join('')
}

const isHost = (text: string): boolean =>
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(text) && text.split('.').every((label) => label.length <= 63)

function parseTerms(part: string): Term[] | { problem: string } {
  const isWithout = part.startsWith('-') && part.length > 1
  const bare = isWithout ? part.slice(1) : part
  const [, operator, value = ''] = /^(site|inurl|intitle):(.*)$/i.exec(bare) ?? []
  if (operator !== undefined) {
    if (operator.toLowerCase() !== 'site' || !isHost(value))
      return { problem: 'must not use inurl: or intitle:, and site: only with a host, for GDELT' }
    return [{ text: `domain:${value.toLowerCase()}`, isWithout }]
  }
  const isPhrase = bare.startsWith('"')
  const plain = bare.replace(/[^\p{L}\p{M}\p{N}&.'’-]+/gu, ' ')
  const texts = isPhrase ? [plain] : plain.split(' ')
  const trimmed = texts.map((text) => withoutEnd(text.replace(/^[^\p{L}\p{N}]+/u, ''))).filter(Boolean)
  if (trimmed.some((text) => !isFindable(text)))
    return {
      problem: `must have words of at least ${shortestWord} and phrases of at least ${shortestPhrase} characters for GDELT`,
    }
  return trimmed.map((text) => ({ text: quoted(text), isWithout }))
}

const isPlainWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(text)

const isFindable = (text: string): boolean =>
  text.length >= (isPlainWord(text) ? shortestWord : text.includes(' ') ? shortestPhrase : shortestPointed)

/** A word with a dash, a point or the like is a phrase to GDELT; a short word in quotes is refused by it. */
const quoted = (text: string): string => (isPlainWord(text) ? text : `"${text}"`)

/** Letter by letter: what a pattern does at the end of a text it would try from every place in it. */
function withoutEnd(text: string): string {
  const signs = [...text]
  while (signs.length > 0 && !/[\p{L}\p{M}\p{N}]/u.test(signs.at(-1) ?? '')) signs.pop()
  return signs.join('')
}
