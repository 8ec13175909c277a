// Names as a keyboard without accents writes them: how two spellings of a company or a person are compared.

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

const spelled = (text: string, by: Readonly<Record<string, string>>): string =>
  text.replace(/[^\x00-\x7f]/g, (letter) => by[letter] ?? letter)

/** Lower case without accents: `Müller` is `muller`. */
export const fold = (text: string): string =>
  spelled(text.toLowerCase().normalize('NFC'), letters).normalize('NFD').replace(/\p{M}/gu, '')

/** The same with umlauts and rings written out: `Müller` is `mueller`. */
export const foldWrittenOut = (text: string): string =>
  fold(spelled(text.toLowerCase().normalize('NFC'), german))

const legalForms = new Set(
  'inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag kg ug se sa sas sasu sarl eurl sca bv nv sl slu srl spa lda ab as asa oy aps pty pvt'.split(
    ' ',
  ),
)

/** `Écume & Sons, Ltd.` as the words `ecume sons ltd`. */
const wordsOf = (name: string): string[] =>
  fold(name)
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The name without the legal forms at its end; the name itself where it is nothing else. */
export function withoutLegalForm(name: string): string {
  const words = name.trim().split(/\s+/)
  while (words.length > 1 && legalForms.has(wordsOf(words.at(-1) ?? '').join(''))) words.pop()
  return words.join(' ').replace(/[,;]$/, '')
}

/** How well two company names agree: the whole name, the name but for a legal form that one leaves out, or not. */
export function compareNames(a: string, b: string): 'same' | 'same but for the legal form' | 'different' {
  const [first, second] = [wordsOf(a), wordsOf(b)]
  if (first.length === 0 || second.length === 0) return 'different'
  if (first.join(' ') === second.join(' ')) return 'same'
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first]
  const rest = longer.slice(shorter.length)
  const begins = longer.slice(0, shorter.length).join(' ') === shorter.join(' ')
  return begins && rest.length > 0 && rest.every((word) => legalForms.has(word))
    ? 'same but for the legal form'
    : 'different'
}
