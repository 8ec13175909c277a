// The newspapers and magazines of the sandbox, and their headlines, in the language of the outlet. In a template,
// `{name}`, `{city}` and other placeholders are replaced with facts of the company, the funding round or the
// conference.
import type { Company } from './companies.ts'
import type { CountryCode } from './places.ts'
import type { Random } from './random.ts'
import type { Language } from './words.ts'

export type Outlet = { name: string; domain: string; language: Language; country: CountryCode }

const outlet = (name: string, domain: string, language: Language, country: CountryCode): Outlet => ({
  name,
  domain: `${domain}.example`,
  language,
  country,
})

export const outlets: readonly Outlet[] = [
  outlet('The Ledger Post', 'ledgerpost', 'en', 'US'),
  outlet('Founders Wire', 'founderswire', 'en', 'US'),
  outlet('Harbour Gazette', 'harbourgazette', 'en', 'GB'),
  outlet('Round Table Weekly', 'roundtableweekly', 'en', 'GB'),
  outlet('Industry Almanac', 'industryalmanac', 'en', 'US'),
  outlet('Maple Business Journal', 'maplebusiness', 'en', 'CA'),
  outlet('The Evening Circuit', 'eveningcircuit', 'en', 'IE'),
  outlet('Capital Notebook', 'capitalnotebook', 'en', 'US'),
  outlet('Le Courrier des Affaires', 'courrierdesaffaires', 'fr', 'FR'),
  outlet('La Gazette du Numérique', 'gazettedunumerique', 'fr', 'FR'),
  outlet("L'Écho des Régions", 'echodesregions', 'fr', 'FR'),
  outlet('Le Carnet des Startups', 'carnetdesstartups', 'fr', 'FR'),
  outlet('Bruxelles Économie', 'bruxelleseconomie', 'fr', 'BE'),
  outlet('Le Journal du Léman', 'journalduleman', 'fr', 'CH'),
  outlet('El Cuaderno Económico', 'cuadernoeconomico', 'es', 'ES'),
  outlet('Diario de Empresas', 'diariodeempresas', 'es', 'ES'),
  outlet('La Brújula Financiera', 'brujulafinanciera', 'es', 'MX'),
  outlet('Wirtschaft am Morgen', 'wirtschaftammorgen', 'de', 'DE'),
  outlet('Gründerkurier', 'gruenderkurier', 'de', 'DE'),
  outlet('Zürcher Handelsblick', 'zuercherhandelsblick', 'de', 'CH'),
]

type Templates = Readonly<Record<Language, readonly string[]>>

const fillIn = (template: string, facts: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, fact) => facts[fact] ?? '')

export type FundedRound = { company: Company; title: string; moneyRaised: number | null; currency: string }

const roundTemplates: Templates = {
  en: `{name} raises {sum} in {title}
{title}: {name} secures {sum}
{name} lands {sum} to grow in {city}`.split('\n'),
  fr: ['{name} lève {sum} ({title})', '{title} : {name} obtient {sum}'],
  es: ['{name} levanta {sum} ({title})', '{title}: {name} consigue {sum}'],
  de: ['{name} sammelt {sum} ein ({title})', '{title}: {name} erhält {sum}'],
}

const undisclosedSums: Readonly<Record<Language, string>> = {
  en: 'an undisclosed sum',
  fr: 'un montant non dévoilé',
  es: 'una cantidad no revelada',
  de: 'eine ungenannte Summe',
}

function formatSum({ moneyRaised, currency }: FundedRound, language: Language): string {
  if (moneyRaised === null) return undisclosedSums[language]
  const millions = String(Number((moneyRaised / 1_000_000).toPrecision(2)))
  if (language === 'en') return `${currency} ${millions}M`
  return `${millions.replace('.', ',')} ${language === 'de' ? 'Mio.' : 'M'} ${currency}`
}

/** The headline of a report about a funding round; `title` is the name of the round, `Series A`. */
export function writeRoundHeadline(round: FundedRound, language: Language, random: Random): string {
  const { company, title } = round
  const sum = formatSum(round, language)
  return fillIn(random.pick(roundTemplates[language]), { ...toFacts(company), title, sum })
}

const toFacts = ({ name, headquarters }: Company) => ({ name, city: headquarters.city })

const announcements: Templates = {
  en: ['What to expect from {name}', '{name} announces its speakers'],
  fr: ['{name} : le programme se précise', 'Ce qui attend les visiteurs de {name}'],
  es: ['Todo sobre {name}', '{name} anuncia sus ponentes'],
  de: ['Was von {name} zu erwarten ist', '{name} gibt das Programm bekannt'],
}

const reviews: Templates = {
  en: ['Notes from {name}', '{name}: what was said'],
  fr: ['Que retenir de {name} ?', '{name} ouvre ses portes'],
  es: ['Lo que deja {name}', '{name}: las conclusiones'],
  de: ['Was von {name} bleibt', 'Rückblick auf {name}'],
}

/** The headline of a report about a conference: an announcement before its first day, a review from then on. */
export const writeConferenceHeadline = (
  name: string,
  language: Language,
  daysFromStart: number,
  random: Random,
): string => fillIn(random.pick((daysFromStart < 0 ? announcements : reviews)[language]), { name })

const companyTemplates: Templates = {
  en: `{name} opens a new site in {city}
{name} names a new chief executive
How {name} plans to grow from {city}
{name} recalls a product and explains why
{name} unveils its next line`.split('\n'),
  fr: `{name} recrute à {city}
{name} ouvre un site à {city}
Comment {name} veut changer son métier
{name} présente une nouvelle gamme`.split('\n'),
  es: ['{name} abre una sede en {city}', '{name} presenta una nueva gama', '{name} contrata en {city}'],
  de: `{name} eröffnet einen Standort in {city}
{name} stellt neue Produkte vor
Wie {name} von {city} aus wachsen will`.split('\n'),
}

export const writeCompanyHeadline = (company: Company, language: Language, random: Random): string =>
  fillIn(random.pick(companyTemplates[language]), toFacts(company))

const industryTemplates: Readonly<Record<Language, string>> = {
  en: 'Why {speciality} is changing {industry}',
  fr: 'Tendances : {speciality} ({industry})',
  es: 'Tendencias: {speciality} ({industry})',
  de: 'Trends: {speciality} ({industry})',
}

export const writeIndustryHeadline = (industry: string, speciality: string, language: Language): string =>
  fillIn(industryTemplates[language], { industry, speciality })
