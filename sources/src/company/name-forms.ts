// The ways in which a person's name can stand in an address: with or without accents, particles, hyphens and second
// surnames. A name of several words can be parted into given name and surname in several ways; all are tried.
import { fold, foldWrittenOut } from './fold-name.ts'

/** One way of reading a name. Empty where the name leaves that part out or gives an initial only. */
export type NameForms = {
  firsts: ReadonlySet<string>
  lasts: ReadonlySet<string>
  firstInitials: ReadonlySet<string>
  lastInitials: ReadonlySet<string>
}

const maxWords = 8
const particles = new Set(
  'de del della di da do dos das du des d la las le les lo los van von vom zu zum zur den der ten ter te y e al el bin ibn ben san st af av'.split(
    ' ',
  ),
)
const titles = new Set('dr mr mrs ms miss prof sir dame mme mlle herr frau sra ing dipl'.split(' '))
const suffixes = new Set('jr sr ii iii iv phd mba md cpa esq msc bsc ma ba'.split(' '))

export function nameForms(name: string): NameForms[] {
  const words = wordsOf(name)
  const [first, ...others] = words
  if (first === undefined) return []
  if (others.length === 0) return [{ ...formsOf([first], []) }]
  return partings(words).map(([given, surname]) => formsOf(given, surname))
}

/** The words of the name in order, given name first, without titles, nicknames and middle initials. */
function wordsOf(name: string): string[] {
  const plain = name.slice(0, 200).replace(/\([^()]*\)|["“][^"“”]*["”]/g, ' ')
  const [before = '', after = ''] = plain.split(',', 2)
  const isReversed = !suffixes.has(bare(after)) && bare(after) !== ''
  const words = (isReversed ? `${after} ${before}` : before).split(/\s+/).filter((word) => bare(word) !== '')
  while (words.length > 1 && titles.has(bare(words[0] ?? ''))) words.shift()
  while (words.length > 1 && suffixes.has(bare(words.at(-1) ?? ''))) words.pop()
  const inner = words.filter((word, i) => i === 0 || i === words.length - 1 || !isInitial(word))
  return inner.slice(0, maxWords)
}

const bare = (word: string): string => fold(word).replace(/[^a-z]/g, '')
/** `J.`, `J`, `J.R.`: letters that stand for names. */
const isInitial = (word: string): boolean => /^\p{L}\.?$|^(?:\p{L}\.-?){2,4}$/u.test(word)
const isParticle = (word: string): boolean => particles.has(bare(word)) && !isInitial(word)

/** A particle begins the surname. Without one, any border between two words may be the right one. */
function partings(words: readonly string[]): [string[], string[]][] {
  const particle = words.findIndex((word, i) => i > 0 && i < words.length - 1 && isParticle(word))
  const borders = particle > 0 ? [particle] : words.slice(1).map((_, i) => i + 1)
  return borders.map((border) => [words.slice(0, border), words.slice(border)])
}

function formsOf(given: readonly string[], surname: readonly string[]): NameForms {
  const main = surname.filter((word) => !isParticle(word))
  const firsts = isInitial(given[0] ?? '')
    ? []
    : [...joinings(given), ...joinings(given.slice(0, 1)), firstPiece(given)]
  const lasts = isInitial(surname.at(-1) ?? '')
    ? []
    : [
        ...joinings(surname),
        ...joinings(main),
        ...joinings(main.slice(0, 1)),
        ...joinings(main.slice(-1)),
        firstPiece(main),
        withoutElision(main),
      ]
  return {
    firsts: folded(firsts, 2),
    lasts: folded(lasts, 2),
    firstInitials: folded([initials(given.slice(0, 1), 1), initials(given, 4)], 1),
    lastInitials: folded([initials(surname, 1), initials(main, 1)], 1),
  }
}

/** Words in a row, joined as addresses join them: not at all, with hyphens kept, by hyphens, by dots. */
function joinings(words: readonly string[]): string[] {
  const plain = words.map((word) => word.replace(/['’.]/g, ''))
  const pieces = plain.flatMap((word) => word.split(/[-‐‑]/))
  return [pieces.join(''), plain.join(''), pieces.join('-'), pieces.join('.')]
}

const firstPiece = (words: readonly string[]): string =>
  words[0]?.replace(/['’.]/g, '').split(/[-‐‑]/)[0] ?? ''
/** `d'Alembert` may be alembert. */
const withoutElision = (words: readonly string[]): string =>
  words
    .join('')
    .replace(/^(?:d|l)['’]/i, '')
    .replace(/['’.]/g, '')
const initials = (words: readonly string[], most: number): string =>
  words
    .flatMap((word) => word.split(/[-‐‑.]/))
    .map((piece) => [...piece.replace(/^['’]/, '')][0] ?? '')
    .slice(0, most)
    .join('')

/** Every spelling in plain letters, of at least that length. */
function folded(spellings: readonly string[], leastChars: number): Set<string> {
  const plain = spellings
    .flatMap((spelling) => [fold(spelling), foldWrittenOut(spelling)])
    .map((spelling) => spelling.replace(/[^a-z.-]/g, ''))
  return new Set(plain.filter((spelling) => spelling.length >= leastChars))
}
