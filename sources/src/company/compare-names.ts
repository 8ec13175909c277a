// Compares company names, and reduces any name to plain letters so that spellings with and without accents agree.

const plainLetters: Readonly<Record<string, string>> = {
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
const writtenOutLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

const replaceLetters = (text: string, letters: Readonly<Record<string, string>>): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\x00-\x7f]/g, (letter) => letters[letter] ?? letter)

/** Lower case without accents: `Müller` is `muller`. */
export const foldName = (text: string): string =>
  replaceLetters(text, plainLetters).normalize('NFD').replace(/\p{M}/gu, '')

/** The same with umlauts and rings written out: `Müller` is `mueller`. */
export const foldWrittenOut = (text: string): string => foldName(replaceLetters(text, writtenOutLetters))

const legalForms = new Set(
  'inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag kg ug se sa sas sasu sarl eurl sca bv nv sl slu srl spa lda ab as asa oy aps pty pvt'.split(
    ' ',
  ),
)

/** `Écume & Sons, Ltd.` as the words `ecume sons ltd`. */
const splitWords = (name: string): string[] =>
  foldName(name)
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The name without the legal forms at its end; the name itself if it is nothing else. */
export function removeLegalForm(name: string): string {
  const words = name.trim().split(/\s+/)
  while (words.length > 1 && legalForms.has(splitWords(words.at(-1) ?? '').join(''))) words.pop()
  return words.join(' ').replace(/[,;]$/, '')
}

/** Whether two company names are the same, differ only by a legal form that one leaves out, or are different. */
export function compareNames(a: string, b: string): 'same' | 'same but for the legal form' | 'different' {
  const [shorter = [], longer = []] = [splitWords(a), splitWords(b)].toSorted(
    (first, second) => first.length - second.length,
  )
  const isStart = shorter.length > 0 && shorter.every((word, i) => word === longer[i])
  if (!isStart) return 'different'
  if (shorter.length === longer.length) return 'same'
  const isOnlyForm = longer.slice(shorter.length).every((word) => legalForms.has(word))
  return isOnlyForm ? 'same but for the legal form' : 'different'
}

/**
 * The one company that has exactly the name, else the one that differs only by its legal form; null if there is none
 * or if several are equally good.
 */
export function chooseNamesake<T>(
  companies: readonly T[],
  name: string,
  listNames: (company: T) => readonly string[],
): T | null {
  for (const agreement of ['same', 'same but for the legal form']) {
    const [only, another] = companies.filter((company) =>
      listNames(company).some((own) => compareNames(own, name) === agreement),
    )
    if (only !== undefined) return another === undefined ? only : null
  }
  return null
}
