// Sentences, paragraphs and product names that read like the plain prose of company pages and adverts. A text is
// made from a generator, so the same subject always says the same.
import type { Random } from './random.ts'
import { adjectives, audiences, type Language, nouns, verbs } from './words.ts'

/**
 * Templates: `{noun}` is replaced with a random noun, `{days}` with a number of days, `{count}` with a larger number.
 */
const sentences: Readonly<Record<Language, readonly string[]>> = {
  en: `Our {noun} {verb} a {adjective} {noun} for {audience}.
Every {noun} is {adjective}, {adjective} and ready within {days} days.
More than {count} {audience} rely on our {adjective} {noun}.
We keep the {noun} {adjective} so that {audience} can focus on their work.
Since the first {noun}, the team {verb} and {verb} with {audience}.
From {noun} to {noun}, nothing leaves the {noun} unchecked.`.split('\n'),
  fr: `Notre {noun} {verb} une {noun} {adjective} pour les {audience}.
Chaque {noun} est {adjective}, {adjective} et prête en {days} jours.
Plus de {count} {audience} nous font confiance pour une {noun} {adjective}.
Une {noun} {adjective}, une {noun} {adjective} : rien de plus, rien de moins.
Depuis la première {noun}, l'atelier {verb} avec les {audience} de la région.`.split('\n'),
  es: `Nuestra {noun} {verb} una {noun} {adjective} para {audience}.
Cada {noun} es {adjective} y {adjective}, lista en {days} días.
Más de {count} {audience} confían en una {noun} {adjective}.
Una {noun} {adjective} que {verb} y {verb} con {audience}.`.split('\n'),
  de: `Unsere {noun} {verb} eine {adjective} {noun} für {audience}.
Mehr als {count} {audience} nutzen eine {adjective} {noun}.
Eine {adjective} {noun}, fertig in {days} Tagen, für {audience}.
Keine {noun} verlässt das Haus, bevor eine {adjective} {noun} sie prüft.`.split('\n'),
}

const taglines: Readonly<Record<Language, string>> = {
  en: 'The {adjective} {noun} for {audience}',
  fr: 'Une {noun} {adjective} pour les {audience}',
  es: 'Una {noun} {adjective} para {audience}',
  de: 'Die {adjective} {noun} für {audience}',
}

const words: Readonly<Record<string, (random: Random, language: Language) => string | number>> = {
  noun: (random, language) => random.pick(nouns[language]),
  verb: (random, language) => random.pick(verbs[language]),
  adjective: (random, language) => random.pick(adjectives[language]),
  audience: (random, language) => random.pick(audiences[language]),
  days: (random) => random.int(2, 30),
  count: (random) => random.int(2, 90) * 10,
}

const fillIn = (template: string, random: Random, language: Language): string =>
  template.replace(/\{(\w+)\}/g, (_, kind) => String(words[kind]?.(random, language)))

export const makeSentence = (random: Random, language: Language = 'en'): string =>
  fillIn(random.pick(sentences[language]), random, language)

export const makeParagraph = (random: Random, language: Language = 'en', count = 4): string =>
  Array.from({ length: count }, () => makeSentence(random, language)).join(' ')

/** A short line without a verb: taglines, subtitles. */
export const makeTagline = (random: Random, language: Language = 'en'): string =>
  fillIn(taglines[language], random, language)

/** A name as products carry them: `Compact Battery S 320`, `Batterie compacte S 320`. */
export function makeProductName(random: Random, language: Language = 'en'): string {
  const model = random.chance(0.6)
    ? ` ${random.pick(['Mk', 'S', 'X', 'Pro', 'One', 'No.'])} ${random.int(2, 990)}`
    : ''
  const noun = random.pick(nouns[language])
  const adjective = random.pick(adjectives[language])
  const nounFirst = language === 'fr' || language === 'es'
  return capitalise(nounFirst ? `${noun} ${adjective}${model}` : `${adjective} ${capitalise(noun)}${model}`)
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The language of texts from that country's sites: its own, or English if the word stock lacks it. */
export const toProseLanguage = (language: string): Language =>
  language in sentences ? (language as Language) : 'en'
