// The listings of the pretend portal: some thousands, each made from its index alone, and the fate of those that
// are gone or were never a listing.
import type { Place } from '../../sandbox/places.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { agencyAt, agencyCount, completeCount, type SiteAgency } from './agencies.ts'

/** How the portal shows a listing, or what it does where there is none any more. */
export type Form =
  | 'current'
  | 'old'
  | 'linked-data'
  | 'broken'
  | 'gone-status'
  | 'gone-redirect'
  | 'gone-state'
  | 'gone-old-state'
  | 'gone-words'
  | 'programme'
  | 'old-programme'

export type SiteListing = {
  index: number
  id: number
  form: Form
  isRental: boolean
  kind: 'appartement' | 'maison'
  place: Place
  path: string
  price: number
  rooms: number
  square: number
  text: string
  agency: SiteAgency
  photos: readonly SitePhoto[]
  visit: SiteVisit | null
}

export type SitePhoto = { number: number; caption: string | null; isHorizontal: boolean }
export type SiteVisit = {
  isEnabled: boolean
  kind: string
  needsForm: boolean
  isRentInsured: boolean
  insuranceRate: number | null
}

const listingCount = 4000
const firstId = 200_000_017
const idStep = 7727

/** The listing with that id, or undefined. */
export function listingById(id: number): SiteListing | undefined {
  const index = (id - firstId) / idStep
  return Number.isInteger(index) && index >= 0 && index < listingCount ? makeListing(index) : undefined
}

const gone: readonly Form[] = ['gone-status', 'gone-redirect', 'gone-state', 'gone-old-state', 'gone-words']

function formOf(index: number): Form {
  const round = Math.floor(index / 40)
  if (index % 40 === 13) return gone[round % gone.length] ?? 'gone-status'
  if (index % 40 === 27) return round % 2 === 0 ? 'programme' : 'old-programme'
  if (index % 11 === 5) return 'linked-data'
  if (index % 17 === 9) return 'broken'
  return index % 3 === 1 ? 'old' : 'current'
}

const captions = ['Séjour', 'Cuisine', 'Chambre', 'Salle de bains', 'Jardin', 'Façade'] as const

function makeListing(index: number): SiteListing {
  const random = createRandom('estate listing', index)
  const form = formOf(index)
  const isRental = random.chance(0.4)
  const kind = random.chance(0.65) ? 'appartement' : 'maison'
  // The first listings belong to the agencies that lack nothing.
  const agency = agencyAt(random.int(0, (index < completeCount ? completeCount : agencyCount) - 1))
  const { place } = agency
  const id = firstId + index * idStep
  const square = random.int(14, kind === 'maison' ? 240 : 130)
  const trade = form.endsWith('programme') ? 'achat_neuf' : isRental ? 'locations' : 'achat'
  return {
    index,
    id,
    form,
    isRental,
    kind,
    place,
    path: `/annonces/${trade}/${kind}/${slugify(place.city)}-${place.departmentCode}/${id}.htm`,
    price: isRental ? square * random.int(9, 24) : square * random.int(14, 95) * 100,
    rooms: Math.max(1, Math.round(square / 24)),
    square,
    text: makeParagraph(random, 'fr', 5),
    agency,
    photos: random.chance(0.05)
      ? []
      : Array.from({ length: random.int(1, 9) }, (_, i) => ({
          number: i + 1,
          caption: random.chance(0.5) ? random.pick(captions) : null,
          isHorizontal: random.chance(0.8),
        })),
    visit: random.chance(0.25) ? null : visitOf(isRental, random),
  }
}

function visitOf(isRental: boolean, random: Random): SiteVisit {
  const isRentInsured = isRental && random.chance(0.5)
  return {
    isEnabled: random.chance(0.6),
    kind: random.pick(['physical_visit', 'video_visit']),
    needsForm: random.chance(0.3),
    isRentInsured,
    insuranceRate: isRentInsured ? random.pick([2.2, 2.5, 3.1]) : null,
  }
}
