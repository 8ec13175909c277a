// The pretend directory's suppliers: the world's companies that make, move or repair something, with what they offer,
// of which materials and under which headings.
import { makeAddress, makePhone } from '../../sandbox/addresses.ts'
import { type Company, investorIndustry, listCompanies } from '../../sandbox/companies.ts'
import { once } from '../../sandbox/once.ts'
import { listPeople } from '../../sandbox/people.ts'
import { listPlaces, listPlacesIn, type Place } from '../../sandbox/places.ts'
import { capitalise, makeSentence } from '../../sandbox/prose.ts'
import { createRandom, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { industries, splitList } from '../../sandbox/words.ts'

export type Heading = { index: number; id: string; name: string; slug: string }

export type SiteSupplier = {
  company: Company
  id: number
  rank: number
  tier: string
  type: string
  otherTypes: readonly string[]
  headings: readonly Heading[]
  materials: readonly string[]
  brands: readonly string[]
  place: Place
  address: {
    line1: string
    line2: string | null
    line3: string | null
    zip: string
    zip4: string | null
    lat: number
    lng: number
  }
  phone: string | null
  annualSales: string | null
  employees: string | null
  summary: string
  capabilities: readonly { type: string; names: readonly string[] }[]
  videoCount: number
  products: readonly string[]
}

export const companyTypes: Readonly<Record<string, string>> = {
  C: 'Custom Manufacturer',
  Q: 'Turnkey Systems Integrator',
  D: 'Distributor',
  F: 'Finishing Service Company',
  M: 'Manufacturer',
  R: "Manufacturers' Representative",
  E: 'Exporter',
  S: 'Service Company',
  I: 'Importer',
}
const letters = Object.keys(companyTypes)
const materials =
  splitList(`Brass, Stainless Steel, Carbon Steel, Aluminum, Copper, Titanium, Nylon, Polycarbonate, PTFE,
  Ceramic, Glass, Rubber`)
const absentIndustries = new Set([
  investorIndustry,
  'Financial Services',
  'Media Production',
  'Education',
  'Real Estate',
  'Events Services',
])

export const headings = once((): readonly Heading[] =>
  industries
    .filter(({ name }) => !absentIndustries.has(name))
    .flatMap(({ specialities }) => specialities)
    .map((speciality, index) => ({
      index,
      id: String(20_000_000 + index * 101_017),
      name: speciality.split(' ').map(capitalise).join(' '),
      slug: slugify(speciality),
    })),
)

const headingByName = once(() => new Map(headings().map((heading) => [heading.name.toLowerCase(), heading])))

/** What a search looks at, of every supplier: the suppliers themselves are made when they are shown. */
export type SupplierEntry = Pick<
  SiteSupplier,
  'company' | 'id' | 'rank' | 'tier' | 'type' | 'otherTypes' | 'headings' | 'materials' | 'place'
>

/** All suppliers, the highest rank first: the order of every list of the directory. */
export const supplierEntries = once((): readonly SupplierEntry[] =>
  listCompanies()
    .filter((company) => !absentIndustries.has(company.industry))
    .map((company) => entryOf(makeSupplier(company)))
    .sort((a, b) => b.rank - a.rank || a.id - b.id),
)

const entryOf = (supplier: SiteSupplier): SupplierEntry => ({
  company: supplier.company,
  id: supplier.id,
  rank: supplier.rank,
  tier: supplier.tier,
  type: supplier.type,
  otherTypes: supplier.otherTypes,
  headings: supplier.headings,
  materials: supplier.materials,
  place: supplier.place,
})

export const supplierOf = ({ company }: SupplierEntry): SiteSupplier => makeSupplier(company)

export const idOf = (company: Company): number => 10_000_017 + company.index * 131

function makeSupplier(company: Company): SiteSupplier {
  const random = createRandom('supplier', company.index)
  const place = placeOf(company, random)
  const offered = company.specialities.flatMap((name) => headingByName().get(name.toLowerCase()) ?? [])
  const supplied = random.sample(materials, random.int(0, 4))
  const type = random.pick(letters)
  const staff = company.staffCount
  return {
    company,
    id: idOf(company),
    rank: Math.round(random.float() * 1_000_000) / 10_000,
    tier: random.pick(['VERIFIED', 'CLAIMED', 'STANDARD', 'PREMIUM']),
    type,
    otherTypes: random.sample(
      letters.filter((letter) => letter !== type),
      random.int(0, 3),
    ),
    headings: offered,
    materials: supplied,
    brands: random.chance(0.4)
      ? [`${company.name.split(' ')[0]}${random.pick(['max', 'flow', 'line'])}`]
      : [],
    place,
    address: addressOf(place, random),
    phone: random.chance(0.95) ? makePhone(place, random) : null,
    annualSales: random.chance(0.9) ? salesRange(staff ?? 10) : null,
    employees: staff === null ? null : employeeRange(staff),
    summary: `${companyTypes[type]} of ${[...offered.map(({ name }) => name.toLowerCase()), ...supplied.map((name) => `${name.toLowerCase()} parts`)].join(', ') || 'parts to order'}. ${makeSentence(random)}`,
    capabilities: random.chance(0.7)
      ? [
          {
            type: 'Production Volume',
            names: random.sample(['Prototype', 'Low Volume', 'High Volume'], random.int(1, 3)),
          },
          { type: 'Materials', names: supplied },
        ]
      : [],
    videoCount: random.chance(0.15) ? random.int(1, 3) : 0,
    products: random.chance(0.3)
      ? random
          .sample(supplied, 2)
          .map((material) => `${material} ${random.pick(['Fitting', 'Plate', 'Rod'])}`)
      : [],
  }
}

/** The directory is North American at heart: foreign companies are mostly listed with an office there. */
function placeOf(company: Company, random: Random): Place {
  const { city, countryCode } = company.headquarters
  const home = listPlaces().find((place) => place.city === city && place.countryCode === countryCode)
  return home && (home.regionCode !== null || random.chance(0.15))
    ? home
    : random.pick(listPlacesIn('US', 'CA'))
}

function addressOf(place: Place, random: Random): SiteSupplier['address'] {
  const { line1, postalCode, lat, lng } = makeAddress(place, random, true)
  return {
    line1: line1 ?? '',
    line2: random.chance(0.2) ? `Suite ${random.int(100, 900)}` : null,
    line3: random.chance(0.08) ? `Dock ${random.pick(['A', 'B', 'C'])}` : null,
    zip: postalCode ?? '',
    zip4: place.countryCode === 'US' && random.chance(0.7) ? String(random.int(1000, 9999)) : null,
    lat,
    lng,
  }
}

const steps = [1, 10, 50, 100, 200, 500, 1000]
function employeeRange(staff: number): string {
  const from = steps.findLast((step) => step <= staff) ?? 1
  const next = steps[steps.indexOf(from) + 1]
  return next === undefined ? '1000+' : `${from}-${next - 1}`
}

function salesRange(staff: number): string {
  if (staff < 10) return 'Under $1 Mil'
  if (staff < 50) return '$1 - 4.9 Mil'
  if (staff < 200) return '$10 - 24.9 Mil'
  return staff < 1000 ? '$50 - 99.9 Mil' : '$250 Mil. and over'
}

/** The people a directory entry names: a few, where the company shows any. */
export const contactsOf = (company: Company): readonly { name: string; title: string }[] =>
  listPeople(company.index)
    .slice(0, 2)
    .map(({ fullName, title }) => ({ name: fullName, title }))
