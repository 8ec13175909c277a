// The listings of the sandbox portal: some thousands, in every form of page and with every way of being removed; and
// the estate agencies that offer them, which exist on the portal only.
import { makeAddress, makeAddressLine } from '../../sandbox/addresses.ts'
import { findById, type IdRange, toId } from '../../sandbox/catalogue.ts'
import { namesByLanguage } from '../../sandbox/names.ts'
import { listFrenchPlaces, type Place } from '../../sandbox/places.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom, once, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { splitList } from '../../sandbox/words.ts'

export const root = 'https://www.realestate-fr.example'
export const images = 'https://img.realestate-fr.example'

const goneForms = ['gone-status', 'gone-redirect', 'gone-state', 'gone-old-state', 'gone-words'] as const

/** How the portal shows a listing, or how it reports a removed one. */
type ShownForm = 'current' | 'old' | 'linked-data' | 'broken' | 'programme' | 'old-programme'
export type Form = ShownForm | (typeof goneForms)[number]

export type SiteListing = ReturnType<typeof makeListing>

const ids: IdRange = { count: 4000, first: 200_000_017, step: 7727 }

export const findListing = (id: string | number): SiteListing | undefined => findById(ids, id, makeListing)

/** The listing `places` positions after this one; undefined at the end. */
export const findNeighbour = ({ id }: SiteListing, places: number): SiteListing | undefined =>
  findListing(id + places * ids.step)

function chooseForm(index: number): Form {
  const round = Math.floor(index / 40)
  if (index % 40 === 13) return goneForms[round % goneForms.length] ?? 'gone-status'
  if (index % 40 === 27) return round % 2 === 0 ? 'programme' : 'old-programme'
  if (index % 11 === 5) return 'linked-data'
  if (index % 17 === 9) return 'broken'
  return index % 3 === 1 ? 'old' : 'current'
}

const captions = ['Séjour', 'Cuisine', 'Chambre', 'Salle de bains', 'Jardin', 'Façade'] as const

function makeListing(index: number) {
  const random = createRandom('estate listing', index)
  const form = chooseForm(index)
  const isRental = random.chance(0.4)
  const kind = random.chance(0.65) ? 'appartement' : 'maison'
  // The first listings belong to the agencies with complete data.
  const agency = agencyAt(random.int(0, (index < completeCount ? completeCount : agencyCount) - 1))
  const { place } = agency
  const id = toId(ids, index)
  const square = random.int(14, kind === 'maison' ? 240 : 130)
  const trade = form.endsWith('programme') ? 'achat_neuf' : isRental ? 'locations' : 'achat'
  const price = isRental ? square * random.int(9, 24) : square * random.int(14, 95) * 100
  const rooms = Math.max(1, Math.round(square / 24))
  return {
    ...{ index, id, form, isRental, kind, place, price, rooms, square, agency },
    title: `${kind} ${rooms} pièces`,
    path: `/annonces/${trade}/${kind}/${slugify(place.city)}-${place.departmentCode}/${id}.htm`,
    text: makeParagraph(random, 'fr', 5),
    photos: random.chance(0.05)
      ? []
      : Array.from({ length: random.int(1, 9) }, (_, i) => ({
          number: i + 1,
          caption: random.chance(0.5) ? random.pick(captions) : null,
          isHorizontal: random.chance(0.8),
        })),
    visit: random.chance(0.25) ? null : makeVisit(isRental, random),
    facts: makeFacts({ index, isRental, kind, place, price, rooms }),
  }
}

const amenities = splitList('Balcon, Terrasse, Cave, Ascenseur, Parking, Cuisine équipée, Jardin, Digicode')
const districts = splitList('Centre, Gare, Les Halles, Saint-Michel, Bords de rivière')
const certificateLetters = [...'ABCDEFG']

type Home = { index: number; isRental: boolean; kind: string; place: Place; price: number; rooms: number }

/** Drawn from a separate random sequence, so that ids and figures of the listing do not change. */
function makeFacts({ index, isRental, kind, place, price, rooms }: Home) {
  const random = createRandom('estate facts', index)
  const isComplete = index < completeCount
  const unless = <T>(probability: number, value: T): T | null =>
    random.chance(probability) && !isComplete ? null : value
  const isPrecise = isComplete || random.chance(0.3)
  const spot = makeAddress(place, random, true)
  return {
    bedrooms: unless(0.1, Math.max(0, rooms - 1)),
    floor: kind === 'maison' ? null : unless(0.2, random.int(0, 7)),
    land: kind === 'maison' ? unless(0.1, random.int(80, 1800)) : null,
    charges: isRental ? unless(0.2, random.int(20, 180)) : null,
    previousPrice: isComplete || random.chance(0.2) ? Math.round(price * 1.05) : null,
    energy: unless(0.15, random.pick(certificateLetters)),
    emission: unless(0.15, random.pick(certificateLetters)),
    street: isPrecise ? spot.line1 : null,
    district: unless(0.4, random.pick(districts)),
    postalCode: spot.postalCode,
    point: isPrecise ? { latitude: spot.lat, longitude: spot.lng } : null,
    amenities: random.sample(amenities, random.int(isComplete ? 2 : 0, 6)),
    /** Minutes into a year. The listing gets a new publication date each year, so that examples stay current. */
    publishedMinute: random.int(0, 360 * 24 * 60),
    updatedAfterMinutes: random.int(60, 5000),
  }
}

function makeVisit(isRental: boolean, random: Random) {
  const isRentInsured = isRental && random.chance(0.5)
  return {
    isEnabled: random.chance(0.6),
    kind: random.pick(['physical_visit', 'video_visit']),
    needsForm: random.chance(0.3),
    isRentInsured,
    insuranceRate: isRentInsured ? random.pick([2.2, 2.5, 3.1]) : null,
  }
}

export type SiteAgency = ReturnType<typeof makeAgency>

const agencyCount = 320
/** The first agencies have complete data, so that documented examples show every field. */
const completeCount = 40

/** Blocks of phone numbers that are reserved for fiction. */
const phoneBlocks = ['01 99 00', '02 61 91', '03 53 01', '04 65 71', '05 36 49'] as const

const agencies = once(() => Array.from({ length: agencyCount }, (_, index) => makeAgency(index)))

const agencyAt = (index: number): SiteAgency => agencies()[index % agencyCount] as SiteAgency

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
