// The ways in which a person's name can be written in an e-mail address: with or without accents, particles, hyphens
// and second surnames. A name of several words can be split into given name and surname in several ways; all are tried.
import { foldName, foldWrittenOut } from './compare-names.ts'

/** The spellings of each part. Empty where the name leaves that part out or gives only its initial. */
export type NameForms = Record<'[F]' | '[L]' | '[F1]' | '[L1]', ReadonlySet<string>>

const maxNameChars = 200
const maxWords = 8
const particles = new Set(
  'de del della di da do dos das du des d la las le les lo los van von vom zu zum zur den der ten ter te y e al el bin ibn ben san st af av'.split(
    ' ',
  ),
)
const titles = new Set('dr mr mrs ms miss prof sir dame mme mlle herr frau sra ing dipl'.split(' '))
const suffixes = new Set('jr sr ii iii iv phd mba md cpa esq msc bsc ma ba'.split(' '))

export function listNameForms(name: string): NameForms[] {
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
