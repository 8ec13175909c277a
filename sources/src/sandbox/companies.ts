// The companies that all sandbox sites share, so that a profile, a directory entry and an investor agree. Some lack a
// founding year, a tagline or a logo, as real ones do.
import { type Address, makeAddress } from './addresses.ts'
import { createFinder } from './catalogue.ts'
import { countries, listPlaces, listPlacesIn, type Place } from './places.ts'
import { makeParagraph, makeTagline, toProseLanguage } from './prose.ts'
import { createRandom, once, type Random } from './random.ts'
import { slugify } from './slugify.ts'
import {
  industries,
  type Language,
  legalForms,
  legalSeats,
  nameEnds,
  nameNouns,
  nameStarts,
} from './words.ts'

export type Company = ReturnType<typeof completeCompany>

export const companyCount = 3000
/** The first companies lack nothing, so that documented examples show every field. */
const completeCount = 40
const groupSize = 4

export const investorIndustry = 'Venture Capital and Private Equity'

export const listCompanies = once((): readonly Company[] => {
  const drafts = draftCompanies(companyCount)
  const byIndustry = new Map(
    industries.map(({ name }) => [name, drafts.filter((draft) => draft.industry === name)]),
  )
  return drafts.map((draft) => completeCompany(draft, byIndustry.get(draft.industry) ?? []))
})

function completeCompany(draft: CompanyDraft, peers: readonly CompanyDraft[]) {
  const { index, name, slug, industry } = draft
  const random = createRandom('company detail', index)
  const complete = index < completeCount
  const unless = <T>(probability: number, value: T): T | null =>
    random.chance(probability) && !complete ? null : value
  const drawn = random.pick(listPlaces())
  const place = seatFor(name, drawn)
  // If the company is moved to a country that has its legal form, its address and texts are drawn again from a separate
  // random sequence, so that the ids and figures below stay the same.
  const moved = place === drawn ? null : createRandom('company seat', index)
  const drawLocal = <T>(make: (random: Random, place: Place) => T): T => {
    const local = make(random, drawn)
    return moved ? make(moved, place) : local
  }
  const headquarters = drawLocal((source, seat) => makeAddress(seat, source, complete))
  const specialities = industries.find((entry) => entry.name === industry)?.specialities ?? []
  const domain = `${slug}.example`
  // Written out, not spread: objects of one shape take half the time and memory.
  return {
    index,
    uuid: random.uuid(),
    name,
    slug,
    domain,
    website: unless(0.04, `https://www.${domain}`),
    industry,
    founded: unless(0.12, 2024 - Math.floor(random.float() ** 2 * 90)),
    staffCount: unless(0.03, complete ? random.int(60, 20_000) : staffCount(random)),
    tagline: unless(
      0.25,
      drawLocal((source, seat) => makeTagline(source, findLanguage(seat))),
    ),
    description: unless(
      0.05,
      drawLocal((source, seat) => makeParagraph(source, findLanguage(seat), source.int(2, 6))),
    ),
    specialities: complete || random.chance(0.85) ? random.sample(specialities, random.int(2, 6)) : [],
    headquarters,
    /** The headquarters first, then further sites. */
    offices: [headquarters, ...otherOffices(random)],
    followerCount: unless(0.03, Math.floor(10 ** (1 + random.float() * 5))),
    socialId: 1000 + index * 137 + random.int(0, 136),
    /** The path of the logo on each site that shows it; null if the company has none. */
    logoPath: unless(0.08, `/logos/${slug}-${random.int(1000, 9999)}.png`),
    socialProfiles: socialProfiles(slug, random, complete),
    /** Indexes of companies in the same industry. */
    similar: random
      .sample(peers, complete ? 7 : random.int(0, 8))
      .map((peer) => peer.index)
      .filter((peer) => peer !== index),
    /** Indexes of companies in the same group. */
    affiliated: listGroup(index),
  }
}

/** The drawn place, or one in a country that has the legal form at the end of the company's name. */
function seatFor(name: string, drawn: Place): Place {
  const seats = legalSeats[name.slice(name.lastIndexOf(' ') + 1)]
  if (!seats || seats.includes(drawn.countryCode)) return drawn
  const allowed = listPlacesIn(...seats)
  return allowed[drawn.index % allowed.length] ?? drawn
}

const findLanguage = ({ countryCode }: Place): Language => toProseLanguage(countries[countryCode].language)

/** Many companies are small and few are large, but every size class has some. */
const staffCount = (random: Random): number => Math.max(1, Math.floor(10 ** (random.float() ** 1.5 * 4.8)))

const otherOffices = (random: Random): Address[] =>
  random
    .sample(listPlaces(), random.weightedNumber({ 0: 60, 1: 20, 2: 12, 5: 6, 9: 2 }))
    .map((place) => makeAddress(place, random))

/** A quarter of the companies belong to a group of neighbours; membership is mutual. */
function listGroup(index: number): number[] {
  const first = index - (index % groupSize)
  const size = createRandom('group', first).weightedNumber({ 1: 70, 2: 12, 3: 10, 4: 8 })
  if (index - first >= size) return []
  return Array.from({ length: size }, (_, offset) => first + offset).filter(
    (member) => member !== index && member < companyCount,
  )
}

/** The company's name on each network, and the share of companies that use it. */
const listNetworks = (slug: string) => [
  { network: 'socialnet', path: '/company/', handle: slug, share: 0.9 },
  { network: 'microblog', path: '/', handle: slug.replaceAll('-', '_').slice(0, 15), share: 0.6 },
  { network: 'videos', path: '/@', handle: slug.replaceAll('-', ''), share: 0.3 },
  { network: 'photos', path: '/', handle: slug.replaceAll('-', '.'), share: 0.4 },
  { network: 'code', path: '/', handle: slug, share: 0.2 },
]

const socialProfiles = (slug: string, random: Random, complete: boolean) =>
  listNetworks(slug)
    .filter(({ share }) => random.chance(share) || complete)
    .map(({ network, path, handle }) => ({
      network,
      url: `https://www.${network}.example${path}${handle}`,
      handle,
    }))

/** The company at that position; throws for an unknown position. */
export function getCompany(index: number): Company {
  const company = listCompanies()[index]
  if (!company) throw new RangeError(`no company ${index}`)
  return company
}

export const findCompanyBySlug = createFinder(listCompanies, ({ slug }) => slug)
export const findCompanyByUuid = createFinder(listCompanies, ({ uuid }) => uuid)
export const findCompanyBySocialId = createFinder(listCompanies, ({ socialId }) => socialId)
/** Accepts the bare domain, with or without `www.`. */
export const findCompanyByDomain = (domain: string): Company | undefined =>
  findCompanyBySlug(/^(?:www\.)?([a-z0-9-]+)\.example$/i.exec(domain)?.[1] ?? '')

type CompanyDraft = { index: number; name: string; slug: string; industry: string }

/** Draws the names of all companies together, because they must be unique; other details depend on the index alone. */
function draftCompanies(count: number): CompanyDraft[] {
  const usedSlugs = new Set<string>()
  const weights = industries.map((industry) => [industry, industry.weight] as const)
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom('company', index)
    const industry = random.weighted(weights)
    let name = companyName(random, industry.kind)
    while (usedSlugs.has(slugify(name))) name = companyName(random, industry.kind)
    const slug = slugify(name)
    usedSlugs.add(slug)
    return { index, name, slug, industry: industry.name }
  })
}

function companyName(random: Random, kind: string): string {
  const coined = random.pick(nameStarts) + random.pick(nameEnds)
  const noun = random.pick(nameNouns)
  return random.weighted<() => string>([
    [() => `${coined} ${kind}`, 30],
    [() => `${noun} ${kind}`, 8],
    [() => `${coined} ${random.pick(legalForms)}`, 18],
    [() => coined, 20],
    [() => `${noun} & ${random.pick(nameNouns)}`, 8],
    [() => `${coined} ${noun}`, 12],
    [() => `${noun} ${kind} ${random.pick(legalForms)}`, 10],
  ])()
}
