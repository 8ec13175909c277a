// The suppliers of the sandbox directory: the sandbox companies that make, move or repair something.
import { makeAddress, makePhone } from '../../sandbox/addresses.ts'
import { createFinder } from '../../sandbox/catalogue.ts'
import { type Company, investorIndustry, listCompanies } from '../../sandbox/companies.ts'
import { listPlaces, listPlacesIn, type Place } from '../../sandbox/places.ts'
import { capitalise, makeSentence } from '../../sandbox/prose.ts'
import { createRandom, once, type Random } from '../../sandbox/random.ts'
import { industries, splitList } from '../../sandbox/words.ts'

export type SiteSupplier = ReturnType<typeof makeSupplier>

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
const volumes = ['Prototype', 'Low Volume', 'High Volume']
const materials =
  splitList(`Brass, Stainless Steel, Carbon Steel, Aluminum, Copper, Titanium, Nylon, Polycarbonate, PTFE,
  Ceramic, Glass, Rubber`)
const absentIndustries = new Set([
  investorIndustry,
  ...splitList('Financial Services, Media Production, Education, Real Estate, Events Services'),
])

export const listHeadings = once(() =>
  industries
    .filter(({ name }) => !absentIndustries.has(name))
    .flatMap(({ specialities }) => specialities)
    .map((speciality, index) => ({
      index,
      id: String(20_000_000 + index * 101_017),
      name: speciality.split(' ').map(capitalise).join(' '),
    })),
)
export type Heading = ReturnType<typeof listHeadings>[number]

const findHeadingByName = createFinder(listHeadings, ({ name }) => name)

/** All suppliers with the fields that a search needs, the highest rank first. */
export const listSuppliers = once(() =>
  listCompanies()
    .filter(({ industry }) => !absentIndustries.has(industry))
    .map((company) => {
      const { id, rank, tier, type, otherTypes, headings, materials, place } = makeSupplier(company)
      return { company, id, rank, tier, type, otherTypes, headings, materials, place }
    })
    .sort((a, b) => b.rank - a.rank || a.id - b.id),
)
export type SupplierEntry = ReturnType<typeof listSuppliers>[number]

/** The supplier with all fields, made when it is shown. */
export const expandSupplier = ({ company }: SupplierEntry): SiteSupplier => makeSupplier(company)

export const toSupplierId = (company: Company): number => 10_000_017 + company.index * 131

function makeSupplier(company: Company) {
  const random = createRandom('supplier', company.index)
  const place = choosePlace(company, random)
  const headings = company.specialities.flatMap((name) => findHeadingByName(name) ?? [])
  const supplierMaterials = random.sample(materials, random.int(0, 4))
  const type = random.pick(letters)
  const otherLetters = letters.filter((letter) => letter !== type)
  const staff = company.staffCount
  return {
    company,
    id: toSupplierId(company),
    rank: Math.round(random.float() * 1_000_000) / 10_000,
    tier: random.pick(['VERIFIED', 'CLAIMED', 'STANDARD', 'PREMIUM']),
    type,
    otherTypes: random.sample(otherLetters, random.int(0, 3)),
    headings,
    materials: supplierMaterials,
    brands: random.chance(0.4)
      ? [`${company.name.split(' ')[0]}${random.pick(['max', 'flow', 'line'])}`]
      : [],
    place,
    address: makeSupplierAddress(place, random),
    phone: random.chance(0.95) ? makePhone(place, random) : null,
    annualSales: random.chance(0.9) ? formatSales(staff ?? 10) : null,
    employees: staff === null ? null : formatEmployees(staff),
    summary: `${companyTypes[type]} of ${[...headings.map(({ name }) => name.toLowerCase()), ...supplierMaterials.map((name) => `${name.toLowerCase()} parts`)].join(', ') || 'parts to order'}. ${makeSentence(random)}`,
    capabilities: random.chance(0.7)
      ? [
          { type: 'Production Volume', names: random.sample(volumes, random.int(1, 3)) },
          { type: 'Materials', names: supplierMaterials },
        ]
      : [],
    videoCount: random.chance(0.15) ? random.int(1, 3) : 0,
    products: random.chance(0.3)
      ? random
          .sample(supplierMaterials, 2)
          .map((material) => `${material} ${random.pick(['Fitting', 'Plate', 'Rod'])}`)
      : [],
  }
}

export const findPlace = ({ city, countryCode }: Pick<Place, 'city' | 'countryCode'>): Place | undefined =>
  listPlaces().find((place) => place.city === city && place.countryCode === countryCode)

/** "City, ST ZIP"; abroad the city alone. */
export function toPlaceText({ place, address }: SiteSupplier): string {
  const zip = `${address.zip}${address.zip4 ? `-${address.zip4}` : ''}`
  return place.regionCode ? `${place.city}, ${place.regionCode} ${zip}` : place.city
}

/** The directory is North American: most foreign companies are listed with an office there. */
function choosePlace(company: Company, random: Random): Place {
  const home = findPlace(company.headquarters)
  return home && (home.regionCode !== null || random.chance(0.15))
    ? home
    : random.pick(listPlacesIn('US', 'CA'))
}

function makeSupplierAddress(place: Place, random: Random) {
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
function formatEmployees(staff: number): string {
  const from = steps.findLast((step) => step <= staff) ?? 1
  const next = steps[steps.indexOf(from) + 1]
  return next === undefined ? '1000+' : `${from}-${next - 1}`
}

function formatSales(staff: number): string {
  if (staff < 10) return 'Under $1 Mil'
  if (staff < 50) return '$1 - 4.9 Mil'
  if (staff < 200) return '$10 - 24.9 Mil'
  return staff < 1000 ? '$50 - 99.9 Mil' : '$250 Mil. and over'
}
