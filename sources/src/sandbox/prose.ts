// Sentences, paragraphs and product names that read like the plain prose of company pages and adverts. A text is
// made from a generator, so the same subject always says the same.
import type { Random } from './random.ts'
import { adjectives, audiences, type Language, nouns, verbs } from './words.ts'

type Form = (random: Random) => string

const forms: Readonly<Record<Language, readonly Form[]>> = {
  en: [
    (r) => `Our ${en.noun(r)} ${en.verb(r)} a ${en.adjective(r)} ${en.noun(r)} for ${en.audience(r)}.`,
    (r) =>
      `Every ${en.noun(r)} is ${en.adjective(r)}, ${en.adjective(r)} and ready within ${r.int(2, 30)} days.`,
    (r) => `More than ${r.int(2, 90) * 10} ${en.audience(r)} rely on our ${en.adjective(r)} ${en.noun(r)}.`,
    (r) => `We keep the ${en.noun(r)} ${en.adjective(r)} so that ${en.audience(r)} can focus on their work.`,
    (r) => `Since the first ${en.noun(r)}, the team ${en.verb(r)} and ${en.verb(r)} with ${en.audience(r)}.`,
    (r) => `From ${en.noun(r)} to ${en.noun(r)}, nothing leaves the ${en.noun(r)} unchecked.`,
  ],
  fr: [
    (r) =>
      `Notre ${fr.noun(r)} ${fr.verb(r)} une ${fr.noun(r)} ${fr.adjective(r)} pour les ${fr.audience(r)}.`,
    (r) =>
      `Chaque ${fr.noun(r)} est ${fr.adjective(r)}, ${fr.adjective(r)} et prête en ${r.int(2, 30)} jours.`,
    (r) =>
      `Plus de ${r.int(2, 90) * 10} ${fr.audience(r)} nous font confiance pour une ${fr.noun(r)} ${fr.adjective(r)}.`,
    (r) =>
      `Une ${fr.noun(r)} ${fr.adjective(r)}, une ${fr.noun(r)} ${fr.adjective(r)} : rien de plus, rien de moins.`,
    (r) =>
      `Depuis la première ${fr.noun(r)}, l'atelier ${fr.verb(r)} avec les ${fr.audience(r)} de la région.`,
  ],
  es: [
    (r) => `Nuestra ${es.noun(r)} ${es.verb(r)} una ${es.noun(r)} ${es.adjective(r)} para ${es.audience(r)}.`,
    (r) => `Cada ${es.noun(r)} es ${es.adjective(r)} y ${es.adjective(r)}, lista en ${r.int(2, 30)} días.`,
    (r) => `Más de ${r.int(2, 90) * 10} ${es.audience(r)} confían en una ${es.noun(r)} ${es.adjective(r)}.`,
    (r) => `Una ${es.noun(r)} ${es.adjective(r)} que ${es.verb(r)} y ${es.verb(r)} con ${es.audience(r)}.`,
  ],
  de: [
    (r) => `Unsere ${de.noun(r)} ${de.verb(r)} eine ${de.adjective(r)} ${de.noun(r)} für ${de.audience(r)}.`,
    (r) => `Mehr als ${r.int(2, 90) * 10} ${de.audience(r)} nutzen eine ${de.adjective(r)} ${de.noun(r)}.`,
    (r) => `Eine ${de.adjective(r)} ${de.noun(r)}, fertig in ${r.int(2, 30)} Tagen, für ${de.audience(r)}.`,
    (r) => `Keine ${de.noun(r)} verlässt das Haus, bevor eine ${de.adjective(r)} ${de.noun(r)} sie prüft.`,
  ],
}

const vocabulary = (language: Language) => ({
  adjective: (random: Random) => random.pick(adjectives[language]),
  noun: (random: Random) => random.pick(nouns[language]),
  verb: (random: Random) => random.pick(verbs[language]),
  audience: (random: Random) => random.pick(audiences[language]),
})
const en = vocabulary('en')
const fr = vocabulary('fr')
const es = vocabulary('es')
const de = vocabulary('de')

export const makeSentence = (random: Random, language: Language = 'en'): string =>
  random.pick(forms[language])(random)

export const makeParagraph = (random: Random, language: Language = 'en', sentences = 4): string =>
  Array.from({ length: sentences }, () => makeSentence(random, language)).join(' ')

const taglines: Readonly<Record<Language, Form>> = {
  en: (r) => `The ${en.adjective(r)} ${en.noun(r)} for ${en.audience(r)}`,
  fr: (r) => `Une ${fr.noun(r)} ${fr.adjective(r)} pour les ${fr.audience(r)}`,
  es: (r) => `Una ${es.noun(r)} ${es.adjective(r)} para ${es.audience(r)}`,
  de: (r) => `Die ${de.adjective(r)} ${de.noun(r)} für ${de.audience(r)}`,
}

/** A short line without a verb: taglines, subtitles. */
export const makeTagline = (random: Random, language: Language = 'en'): string => taglines[language](random)

/** A name as products carry them: `Compact Battery S 320`, `Batterie compacte S 320`. */
export function makeProductName(random: Random, language: Language = 'en'): string {
  const model = random.chance(0.6)
    ? ` ${random.pick(['Mk', 'S', 'X', 'Pro', 'One', 'No.'])} ${random.int(2, 990)}`
    : ''
  const noun = vocabulary(language).noun(random)
  const adjective = vocabulary(language).adjective(random)
  const nounFirst = language === 'fr' || language === 'es'
  return capitalise(nounFirst ? `${noun} ${adjective}${model}` : `${adjective} ${capitalise(noun)}${model}`)
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The language of texts from that country's sites: its own, or English if the word stock lacks it. */
export const toProseLanguage = (language: string): Language =>
  language in forms ? (language as Language) : 'en'
