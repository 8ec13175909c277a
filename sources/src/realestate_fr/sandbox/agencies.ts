// The estate agencies of the sandbox portal, some hundreds all over France. They exist on the portal only, not among
// the companies of the sandbox.
import { makeAddressLine } from '../../sandbox/addresses.ts'
import { namesByLanguage } from '../../sandbox/names.ts'
import { once } from '../../sandbox/once.ts'
import { listFrenchPlaces, type Place } from '../../sandbox/places.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'

export const root = 'https://www.realestate-fr.example'
export const images = 'https://img.realestate-fr.example'

export type SiteAgency = ReturnType<typeof makeAgency>

export const agencyCount = 320
/** The first agencies have complete data, so that documented examples show every field. */
export const completeCount = 40

/** Blocks of phone numbers that are reserved for fiction. */
const phoneBlocks = ['01 99 00', '02 61 91', '03 53 01', '04 65 71', '05 36 49'] as const

const agencies = once(() => Array.from({ length: agencyCount }, (_, index) => makeAgency(index)))

export const agencyAt = (index: number): SiteAgency => agencies()[index % agencyCount] as SiteAgency

function makeAgency(index: number) {
  const random = createRandom('estate agency', index)
  const lacks = (probability: number) => random.chance(probability) && index >= completeCount
  const place = random.pick(listFrenchPlaces())
  const family = random.pick(namesByLanguage.fr?.last ?? [])
  const name = random.pick([
    `Agence ${family}`,
    `Cabinet ${family}`,
    `${family} Immobilier`,
    `${place.city} Immobilier`,
    `Le Toit ${family}`,
  ])
  const [id, slug] = [40_000 + index, slugify(name)]
  const address = makeAddressLine(place, random)
  const digits = () => String(random.int(0, 99)).padStart(2, '0')
  return {
    index,
    id,
    rcuId: `RC-${340_000 + index * 7}`,
    name,
    profileUrl: `${root}/professionnels/${slug}-${id}`,
    place,
    address,
    phone: lacks(0.08) ? null : `${random.pick(phoneBlocks)} ${digits()} ${digits()}`,
    description: lacks(0.2) ? null : makeParagraph(random, 'fr', 2),
    logoUrl: lacks(0.08) ? null : `${images}/agences/${id}.png`,
    website: lacks(0.12) ? null : `https://www.${slug}-immo.example`,
    networkLogoUrl: lacks(0.6) ? null : `${images}/reseaux/${random.int(1, 12)}.png`,
    profession: random.weightedKey({ Agence: 80, Mandataire: 15, Notaire: 5 }),
    rating: lacks(0.3) ? null : { score: random.int(30, 50) / 10, reviews: random.int(1, 240) },
    isContactHidden: random.chance(0.1),
    legal: lacks(0.1) ? null : makeLegalNotice({ name, place, address }, lacks, random),
  }
}

function makeLegalNotice(
  { name, place, address }: { name: string; place: Place; address: string },
  lacks: (probability: number) => boolean,
  random: Random,
) {
  const isIndividual = lacks(0.15)
  const isGuaranteed = !lacks(0.2)
  const companyName = isIndividual
    ? name
    : `${name} ${random.pick(['et associés', 'Transactions', 'Gestion'])}`
  const form = isIndividual ? 'EI' : random.pick(['SARL', 'SAS', 'SASU', 'EURL'])
  // Under the names that the state of older pages has.
  return {
    socialReason: companyName,
    // A company with partners does not have the form of a one-person company.
    legalForm: companyName.endsWith('et associés')
      ? form.replace('SASU', 'SAS').replace('EURL', 'SARL')
      : form,
    isIndividual,
    shareCapital: isIndividual ? null : random.pick([1000, 5000, 7622.45, 8000, 30_000, 150_000]),
    rcsSiren: String(random.int(300_000_000, 949_999_999)),
    headquarterAddress: random.chance(0.7) ? address : makeAddressLine(place, random),
    financialGuaranteeFund: isGuaranteed
      ? random.pick(['Caisse de garantie du Val', 'Garantie Mutuelle du Toit'])
      : null,
    financialGuaranteeAmount: isGuaranteed ? random.pick([110_000, 120_000, 500_000]) : null,
    professionalCardNumber: `CPI ${random.int(1000, 9599)} ${random.int(2015, 2024)} 000 ${random.int(100, 999)} ${random.int(100, 999)}`,
    professionalCardPrefecture: `CCI ${place.departmentName}`,
  }
}
