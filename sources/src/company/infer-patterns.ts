// Infers how a company forms its e-mail addresses (api-rules 2.5) and how often it uses each pattern, from published
// contacts. Role addresses (info, sales) never count; personal addresses that fit no pattern stay in the denominator. A
// name is tried in all spellings: with or without accents, particles, hyphens and second surnames, split anywhere.
import { list, namedObject, number, type Static, text } from '@quarry/kit/schema'
import { foldName, foldWrittenOut } from './compare-names.ts'
import { type Contact, isRoleName, isRoleWord } from './contacts.ts'

const patternShare = namedObject('EmailPattern', {
  pattern: text(
    '[F].[L]',
    '[F] given name, [L] surname, [F1] and [L1] their first letters, joined by nothing, `.` or `-`.',
  ),
  percentage: number(77.8, {
    description: 'Of all personal addresses seen at the domain, including those that match no pattern.',
    minimum: 0,
    maximum: 100,
  }),
})
export const emailPatternRecord = list(patternShare)
export type PatternShare = Static<typeof patternShare>

/** From the most to the least common: decides which of two equal shares comes first. */
const commonPatterns =
  '[F].[L] [F1][L] [F] [F][L] [F1].[L] [F][L1] [L].[F] [F]-[L] [L] [L][F1] [F].[L1] [L][F]'.split(' ')
const rank = (pattern: string): number =>
  commonPatterns.includes(pattern) ? commonPatterns.indexOf(pattern) : commonPatterns.length
const compareRanks = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : 1)
const countParts = (pattern: string): number => pattern.split(/[.-]/).length

/** The patterns with their share of all personal addresses in per cent, to one decimal, the largest first. */
export function inferPatterns(contacts: readonly Contact[]): PatternShare[] {
  const personal = contacts
    .map((contact) => ({ ...contact, patterns: findPatterns(contact) }))
    .filter((contact) => !isRole(contact))
  const clearCounts = countEach(personal.flatMap(({ patterns }) => (patterns.length === 1 ? patterns : [])))
  // An ambiguous address counts for the pattern that most clear addresses follow. If that does not decide,
  // a separator more likely separates two names than belongs to one.
  const compareLikelihood = (a: string, b: string) =>
    (clearCounts.get(b) ?? 0) - (clearCounts.get(a) ?? 0) ||
    countParts(b) - countParts(a) ||
    compareRanks(a, b)
  const likeliest = personal.flatMap(({ patterns }) => patterns.toSorted(compareLikelihood).slice(0, 1))
  return [...countEach(likeliest)]
    .toSorted(([a, countA], [b, countB]) => countB - countA || compareRanks(a, b))
    .map(([pattern, matching]) => ({
      pattern,
      percentage: Math.round((matching / personal.length) * 1000) / 10,
    }))
}

function countEach(patterns: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const pattern of patterns) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  return counts
}

/** Every pattern that turns the name into the address. */
export function findPatterns({ name, local }: Contact): string[] {
  const plain = foldName(local)
  const patterns = new Set<string>()
  for (const forms of listNameForms(name)) {
    for (const token of findTokens(plain, forms)) if (!token.endsWith('1]')) patterns.add(token)
    for (let end = 1; end < plain.length; end++)
      for (const separator of ['', '.', '-'])
        if (plain.startsWith(separator, end)) {
          const [left, right] = [plain.slice(0, end), plain.slice(end + separator.length)]
          for (const first of findTokens(left, forms))
            for (const second of findTokens(right, forms))
              if (first.charAt(1) !== second.charAt(1)) patterns.add(first + separator + second)
        }
  }
  return [...patterns]
}

const tokens = ['[F]', '[L]', '[F1]', '[L1]'] as const
const findTokens = (text: string, forms: NameForms) => tokens.filter((token) => forms[token].has(text))

/** `sales@` under any name, `sales-uk@`, and any address of a contact such as "Press office". */
function isRole({ name, local, patterns }: Contact & { patterns: readonly string[] }): boolean {
  const parts = local.replace(/\d{1,9}$/, '').split(/[._-]/)
  return (
    isRoleWord(parts.join('')) ||
    isRoleName(foldName(name)) ||
    (patterns.length === 0 && parts.some(isRoleWord))
  )
}

/** The spellings of each part. Empty if the name leaves that part out or gives only its initial. */
type NameForms = Record<'[F]' | '[L]' | '[F1]' | '[L1]', ReadonlySet<string>>

const maxNameChars = 200
const maxWords = 8
const particles = new Set(
  'de del della di da do dos das du des d la las le les lo los van von vom zu zum zur den der ten ter te y e al el bin ibn ben san st af av'.split(
    ' ',
  ),
)
const titles = new Set('dr mr mrs ms miss prof sir dame mme mlle herr frau sra ing dipl'.split(' '))
const suffixes = new Set('jr sr ii iii iv phd mba md cpa esq msc bsc ma ba'.split(' '))

function listNameForms(name: string): NameForms[] {
  const words = splitName(name)
  if (words.length < 2) return words.map((word) => buildForms([word], []))
  // A particle begins the surname. Without one, the surname may begin at any word.
  const particle = words.findIndex((word, i) => i > 0 && i < words.length - 1 && isParticle(word))
  const starts = particle > 0 ? [particle] : words.slice(1).map((_, i) => i + 1)
  return starts.map((start) => buildForms(words.slice(0, start), words.slice(start)))
}

/** The words of the name, given name first, without titles, nicknames and middle initials. */
function splitName(name: string): string[] {
  const plain = name.slice(0, maxNameChars).replace(/\([^()]*\)|["“][^"“”]*["”]/g, ' ')
  const [before = '', after = ''] = plain.split(',', 2)
  const isReversed = !suffixes.has(toLetters(after)) && toLetters(after) !== ''
  const words = (isReversed ? `${after} ${before}` : before)
    .split(/\s+/)
    .filter((word) => toLetters(word) !== '')
  while (words.length > 1 && titles.has(toLetters(words[0] ?? ''))) words.shift()
  while (words.length > 1 && suffixes.has(toLetters(words.at(-1) ?? ''))) words.pop()
  return words.filter((word, i) => i === 0 || i === words.length - 1 || !isInitial(word)).slice(0, maxWords)
}

const toLetters = (word: string): string => foldName(word).replace(/[^a-z]/g, '')
/** `J.`, `J` and `J.R.`. */
const isInitial = (word: string): boolean => /^\p{L}\.?$|^(?:\p{L}\.-?){2,4}$/u.test(word)
const isParticle = (word: string): boolean => particles.has(toLetters(word)) && !isInitial(word)

function buildForms(given: readonly string[], surname: readonly string[]): NameForms {
  const main = surname.filter((word) => !isParticle(word))
  const firsts = [...joinWords(given), ...joinWords(given.slice(0, 1)), takeFirstPiece(given)]
  const lasts = [
    ...[surname, main, main.slice(0, 1), main.slice(-1)].flatMap(joinWords),
    takeFirstPiece(main),
    // `d'Alembert` may be alembert.
    main
      .join('')
      .replace(/^(?:d|l)['’]/i, '')
      .replace(/['’.]/g, ''),
  ]
  return {
    '[F]': foldAll(isInitial(given[0] ?? '') ? [] : firsts, 2),
    '[L]': foldAll(isInitial(surname.at(-1) ?? '') ? [] : lasts, 2),
    '[F1]': foldAll([joinInitials(given.slice(0, 1), 1), joinInitials(given, 4)], 1),
    '[L1]': foldAll([joinInitials(surname, 1), joinInitials(main, 1)], 1),
  }
}

const hyphen = /[-‐‑]/

/** Consecutive words as addresses join them: without a separator, with their own hyphens, by hyphens, by dots. */
function joinWords(words: readonly string[]): string[] {
  const plain = words.map((word) => word.replace(/['’.]/g, ''))
  const pieces = plain.flatMap((word) => word.split(hyphen))
  return [pieces.join(''), plain.join(''), pieces.join('-'), pieces.join('.')]
}

const takeFirstPiece = (words: readonly string[]): string =>
  words[0]?.replace(/['’.]/g, '').split(hyphen)[0] ?? ''

const joinInitials = (words: readonly string[], maxInitials: number): string =>
  words
    .flatMap((word) => word.split(/[-‐‑.]/))
    .map((piece) => [...piece.replace(/^['’]/, '')][0] ?? '')
    .slice(0, maxInitials)
    .join('')

/** Every spelling in plain letters that has at least `minChars`. */
function foldAll(spellings: readonly string[], minChars: number): Set<string> {
  const plain = spellings
    .flatMap((spelling) => [foldName(spelling), foldWrittenOut(spelling)])
    .map((spelling) => spelling.replace(/[^a-z.-]/g, ''))
  return new Set(plain.filter((spelling) => spelling.length >= minChars))
}
