// Headlines of press articles, in the language of the outlet.
import type { Company } from './companies.ts'
import type { Random } from './random.ts'
import type { Language } from './words.ts'

export type FundedRound = { company: Company; title: string; moneyRaised: number | null; currency: string }

/** The headline of a report about a funding round; `title` is the name of the round, `Series A`. */
export function writeRoundHeadline(
  { company, title, moneyRaised, currency }: FundedRound,
  language: Language,
  random: Random,
): string {
  const { name } = company
  const millions = moneyRaised === null ? null : String(Number((moneyRaised / 1_000_000).toPrecision(2)))
  const local = millions?.replace('.', ',')
  switch (language) {
    case 'fr': {
      const sum = local ? `${local} M ${currency}` : 'un montant non dévoilé'
      return random.pick([`${name} lève ${sum} (${title})`, `${title} : ${name} obtient ${sum}`])
    }
    case 'es': {
      const sum = local ? `${local} M ${currency}` : 'una cantidad no revelada'
      return random.pick([`${name} levanta ${sum} (${title})`, `${title}: ${name} consigue ${sum}`])
    }
    case 'de': {
      const sum = local ? `${local} Mio. ${currency}` : 'eine ungenannte Summe'
      return random.pick([`${name} sammelt ${sum} ein (${title})`, `${title}: ${name} erhält ${sum}`])
    }
    case 'en': {
      const sum = millions ? `${currency} ${millions}M` : 'an undisclosed sum'
      return random.pick([
        `${name} raises ${sum} in ${title}`,
        `${title}: ${name} secures ${sum}`,
        `${name} lands ${sum} to grow in ${company.headquarters.city}`,
      ])
    }
  }
}

type ConferenceForms = Readonly<Record<Language, readonly ((name: string) => string)[]>>

const announcements: ConferenceForms = {
  en: [(name) => `What to expect from ${name}`, (name) => `${name} announces its speakers`],
  fr: [(name) => `${name} : le programme se précise`, (name) => `Ce qui attend les visiteurs de ${name}`],
  es: [(name) => `Todo sobre ${name}`, (name) => `${name} anuncia sus ponentes`],
  de: [(name) => `Was von ${name} zu erwarten ist`, (name) => `${name} gibt das Programm bekannt`],
}

const reviews: ConferenceForms = {
  en: [(name) => `Notes from ${name}`, (name) => `${name}: what was said`],
  fr: [(name) => `Que retenir de ${name} ?`, (name) => `${name} ouvre ses portes`],
  es: [(name) => `Lo que deja ${name}`, (name) => `${name}: las conclusiones`],
  de: [(name) => `Was von ${name} bleibt`, (name) => `Rückblick auf ${name}`],
}

/** The headline of a report about a conference: an announcement before its first day, a review from then on. */
export const writeConferenceHeadline = (
  name: string,
  language: Language,
  daysFromStart: number,
  random: Random,
): string => random.pick((daysFromStart < 0 ? announcements : reviews)[language])(name)

const companyForms: Readonly<Record<Language, readonly ((name: string, city: string) => string)[]>> = {
  en: [
    (name, city) => `${name} opens a new site in ${city}`,
    (name) => `${name} names a new chief executive`,
    (name, city) => `How ${name} plans to grow from ${city}`,
    (name) => `${name} recalls a product and explains why`,
    (name) => `${name} unveils its next line`,
  ],
  fr: [
    (name, city) => `${name} recrute à ${city}`,
    (name, city) => `${name} ouvre un site à ${city}`,
    (name) => `Comment ${name} veut changer son métier`,
    (name) => `${name} présente une nouvelle gamme`,
  ],
  es: [
    (name, city) => `${name} abre una sede en ${city}`,
    (name) => `${name} presenta una nueva gama`,
    (name, city) => `${name} contrata en ${city}`,
  ],
  de: [
    (name, city) => `${name} eröffnet einen Standort in ${city}`,
    (name) => `${name} stellt neue Produkte vor`,
    (name, city) => `Wie ${name} von ${city} aus wachsen will`,
  ],
}

export const writeCompanyHeadline = (company: Company, language: Language, random: Random): string =>
  random.pick(companyForms[language])(company.name, company.headquarters.city)

const industryForms: Readonly<Record<Language, (industry: string, speciality: string) => string>> = {
  en: (industry, speciality) => `Why ${speciality} is changing ${industry}`,
  fr: (industry, speciality) => `Tendances : ${speciality} (${industry})`,
  es: (industry, speciality) => `Tendencias: ${speciality} (${industry})`,
  de: (industry, speciality) => `Trends: ${speciality} (${industry})`,
}

export const writeIndustryHeadline = (industry: string, speciality: string, language: Language): string =>
  industryForms[language](industry, speciality)
