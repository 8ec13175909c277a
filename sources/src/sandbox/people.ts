// The people of a company and their e-mail addresses, derived from the company's index at each call. Addresses follow
// the company's naming pattern, with a share of exceptions as real domains have.
import { type Company, getCompany } from './companies.ts'
import { namesByLanguage, titles } from './names.ts'
import { countries } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { slugify } from './slugify.ts'

/** Identifies a person: the index of the company and the person's position in it. */
export type PersonRef = { companyIndex: number; personIndex: number }

type NamedPerson = ReturnType<typeof makePerson>
export type Person = NamedPerson & { email: string | null }

/** Naming habits in the notation of the specification (2.5): `[F].[L]` is jane.doe. */
export const namings = {
  '[F].[L]': (first: string, last: string) => `${first}.${last}`,
  '[F1][L]': (first: string, last: string) => `${first.charAt(0)}${last}`,
  '[F][L1]': (first: string, last: string) => `${first}${last.charAt(0)}`,
  '[F]': (first: string) => first,
  '[L].[F]': (first: string, last: string) => `${last}.${first}`,
  '[F]-[L]': (first: string, last: string) => `${first}-${last}`,
  '[F][L]': (first: string, last: string) => `${first}${last}`,
  '[F1].[L]': (first: string, last: string) => `${first.charAt(0)}.${last}`,
} as const

export type Naming = keyof typeof namings

/** The patterns of a company's addresses, which an inference should find. */
export function makeNamingHabit(companyIndex: number) {
  const random = createRandom('naming', companyIndex)
  const dominant = random.weighted<Naming>([
    ['[F].[L]', 50],
    ['[F1][L]', 20],
    ['[F]', 12],
    ['[F][L1]', 6],
    ['[L].[F]', 4],
    ['[F]-[L]', 3],
    ['[F][L]', 3],
    ['[F1].[L]', 2],
  ])
  const others = (Object.keys(namings) as Naming[]).filter((naming) => naming !== dominant)
  return {
    dominant,
    second: random.pick(others),
    /** Of all addresses: how many follow the dominant pattern, and how many follow no pattern. */
    dominantShare: 0.5 + random.float() * 0.36,
    oddShare: 0.07 + random.float() * 0.07,
    /** Whether hyphens inside a name stay in the address. */
    keepsHyphens: random.chance(0.5),
  }
}

/** How many people of the company are listed: more in larger ones, up to 40, and never more than it employs. */
export function countPeople(companyIndex: number): number {
  const spread = 0.5 + createRandom('people', companyIndex).float()
  const staff = getCompany(companyIndex).staffCount ?? 20
  return Math.min(40, staff, Math.round(3 + staff ** 0.5 * spread))
}

export function listPeople(companyIndex: number): readonly Person[] {
  const company = getCompany(companyIndex)
  const people = Array.from({ length: countPeople(companyIndex) }, (_, personIndex) =>
    makePerson(company, personIndex),
  )
  const emails = addressesFor(people, company)
  return people.map((person, index) => ({ ...person, email: emails[index] ?? null }))
}

function makePerson(company: Company, personIndex: number) {
  const random = createRandom('person', company.index, personIndex)
  const home = countries[company.headquarters.countryCode].language
  const language = random.chance(0.8) ? home : random.pick(['en', 'fr', 'es', 'de', 'nl'])
  const stock = namesByLanguage[language] ?? namesByLanguage.en
  if (!stock) throw new Error('no names')
  const first = random.pick(stock.first)
  const last = random.pick(stock.last)
  const initial = random.chance(0.06) ? ` ${random.pick([...'ABCDEFGHJKLMPRST'])}.` : ''
  const fullName = `${first}${initial} ${last}`
  return {
    companyIndex: company.index,
    personIndex,
    uuid: random.uuid(),
    first,
    last,
    fullName,
    title: personIndex === 0 ? 'Chief Executive Officer' : random.pick(titles),
    // The number at the end identifies the person, so that a profile address needs no index.
    slug: `${slugify(fullName)}-${(company.index * 64 + personIndex + 46_656).toString(36)}`,
  }
}

/** One address or null per person. Shares are exact numbers of people, not probabilities. */
function addressesFor(people: readonly NamedPerson[], company: Company): (string | null)[] {
  const random = createRandom('addresses', company.index)
  const habit = makeNamingHabit(company.index)
  const odd = Math.round(people.length * habit.oddShare)
  const dominant = Math.max(1, Math.round(people.length * habit.dominantShare))
  const order = random.shuffle(people.map((_, index) => index))
  const usedLocalParts = new Set<string>()
  return people.map((person, index) => {
    if (random.chance(0.1) && people.length > 4) return null
    const rank = order.indexOf(index)
    const naming = rank < dominant ? habit.dominant : rank < people.length - odd ? habit.second : null
    const local = naming ? localPart(person, naming, habit.keepsHyphens) : oddLocalPart(person, random)
    // The second of two people with one name gets a number. A few addresses have a tag after a plus.
    const number = usedLocalParts.has(local) ? String(index + 2) : ''
    const tag = random.chance(0.02) ? `+${random.pick(['news', 'work', 'git'])}` : ''
    usedLocalParts.add(local)
    return `${local}${number}${tag}@${company.domain}`
  })
}

function localPart(person: Pick<Person, 'first' | 'last'>, naming: Naming, keepsHyphens: boolean): string {
  const plain = (name: string) => {
    const hyphenated = slugify(name.replaceAll(' ', ''))
    return keepsHyphens ? hyphenated : hyphenated.replaceAll('-', '')
  }
  return namings[naming](plain(person.first), plain(person.last))
}

/** An address that follows no pattern: a nickname, a number, old initials. */
const oddLocalPart = (person: Pick<Person, 'first' | 'last'>, random: Random): string => {
  const first = slugify(person.first).replaceAll('-', '')
  return random.pick([
    `${first.slice(0, 3)}${random.int(10, 99)}`,
    `the.${first.slice(0, 4)}${random.int(1, 9)}`,
    `x${random.int(1000, 9999)}`,
    `${first.slice(0, 2)}z${random.int(1, 99)}`,
  ])
}

const roles = ['info', 'sales', 'contact', 'support', 'press', 'jobs', 'billing'] as const

/** Addresses that belong to no person; an inference must not count them. */
export const listRoleAddresses = (companyIndex: number): readonly string[] =>
  createRandom('roles', companyIndex)
    .sample(roles, 2 + (companyIndex % 3))
    .map((role) => `${role}@${getCompany(companyIndex).domain}`)

export const pickPerson = (companyIndex: number, random: Random): PersonRef => ({
  companyIndex,
  personIndex: random.int(0, countPeople(companyIndex) - 1),
})

export function getPerson(ref: PersonRef): Person {
  const person = listPeople(ref.companyIndex)[ref.personIndex]
  if (!person) throw new RangeError(`no person ${ref.companyIndex}/${ref.personIndex}`)
  return person
}
