// Suppliers in the page state of the sandbox directory, in the site's own names, with some numbers as texts.
import { type Company, getCompany } from '../../sandbox/companies.ts'
import { listPeople } from '../../sandbox/people.ts'
import { createRandom } from '../../sandbox/random.ts'
import { type Heading, type SiteSupplier, toSupplierId } from './suppliers.ts'

const pictures = 'https://img.supplierdir.example'
const videos = 'https://videos.supplierdir.example'

export const buildProfilePath = ({ company, id }: SiteSupplier): string =>
  `/company/${company.slug}-${id}/profile`

/** A company in a list of results. Every third has ids and years as numbers. */
export function buildResult(supplier: SiteSupplier, term: string, heading: Heading | null) {
  const { company } = supplier
  return replaceEmptyLists({
    ...buildSharedFields(supplier, heading),
    rank: company.index % 2 === 0 ? supplier.rank : supplier.rank.toFixed(4),
    headingBrands: supplier.brands.map((name) => ({ name })),
    pdmText: emphasise(supplier.summary, term),
    capabilities: supplier.capabilities.map((capability) => ({ ...capability, rank: 1 })),
    videos: buildVideos(supplier),
    distance: company.index % 6 === 1 ? (company.index % 90) + 0.5 : null,
    products: supplier.products.map((name, n) => ({
      id: `p${supplier.id}-${n + 1}`,
      name,
      image: `${pictures}/products/p${supplier.id}-${n + 1}.jpg`,
    })),
  })
}

/** The site has null for a list without entries. */
export const replaceEmptyLists = (company: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(company).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 0 ? null : value,
    ]),
  )

/** A company whose name has the words of the search. */
export function buildNameMatch(supplier: SiteSupplier, heading: Heading | null) {
  const { company } = supplier
  const random = createRandom('supplier profile', company.index)
  return replaceEmptyLists({
    ...buildSharedFields(supplier, heading ?? supplier.headings[0] ?? null),
    social: company.socialProfiles.map(({ network, handle }) => ({ accountId: handle, type: network })),
    premiums: random.chance(0.4) ? random.sample(['ISO 9001', 'AS9100', 'Rapid Quote'], 2) : null,
    personnel: random.chance(0.6) ? listContacts(company) : null,
    locationTypes: [
      { id: 1, name: 'Headquarters' },
      ...(company.offices.length > 1 ? [{ id: '4', name: 'Warehouse' }] : []),
    ],
    isAffiliationPage: random.chance(0.1),
    descriptionByCompany: company.tagline,
  })
}

function buildSharedFields(supplier: SiteSupplier, heading: Heading | null) {
  const { company, id, headings } = supplier
  const isNumeric = company.index % 3 === 0
  const toValue = (value: number | null) => (value === null || isNumeric ? value : String(value))
  const [mainIndex] = company.affiliated
  const main = mainIndex === undefined ? null : getCompany(mainIndex)
  // Entries above the lowest tier are claimed, and only claimed entries are maintained and verified.
  const isClaimed = supplier.tier !== 'STANDARD'
  const isVerified = supplier.tier === 'VERIFIED' || (isClaimed && company.index % 4 !== 0)
  return {
    ...(company.index % 5 === 2 ? {} : { url: buildProfilePath(supplier) }),
    name: company.name,
    tgramsId: toValue(id),
    tier: supplier.tier,
    type: supplier.type,
    address: buildAddress(supplier),
    website: company.website,
    heading:
      heading && company.index % 2 === 0
        ? { name: heading.name, description: `Suppliers of ${heading.name.toLowerCase()}.` }
        : null,
    headings: headings.map((one) => ({
      headingId: isNumeric ? Number(one.id) : one.id,
      naturalName: one.name,
    })),
    logoUrl: company.logoPath && `${pictures}${company.logoPath}`,
    logoTitle: company.logoPath && `${company.name} logo`,
    description: company.description,
    annualSales: supplier.annualSales,
    numberEmployees: supplier.employees,
    yearFounded: toValue(company.founded),
    primaryPhone: supplier.phone,
    catalogType: company.index % 5 === 0 ? 'CATALOG' : null,
    isClaimed,
    isAdvertiser: supplier.tier === 'PREMIUM',
    isTopResponder: isClaimed && company.index % 7 === 0 ? true : null,
    isMultiLocation: company.offices.length > 1,
    // The field has the name of the partner that grants the mark, which has changed.
    ...(company.index % 2 === 0 ? { partnerVerified: isVerified } : { oakledgerVerified: isVerified }),
    otherActivities: supplier.otherTypes,
    mainLocationName: main?.name ?? null,
    mainLocationTgramsId: main && toSupplierId(main),
  }
}

/** The people whom the directory names. */
export const listContacts = ({ index }: Company) =>
  listPeople(index)
    .slice(0, 2)
    .map(({ fullName, title }) => ({ name: fullName, title }))

function buildAddress({ place, address, company }: SiteSupplier) {
  const isNumeric = company.index % 2 === 0
  return {
    address1: address.line1,
    address2: address.line2,
    address3: address.line3,
    city: place.city,
    state: place.regionCode,
    stateName: place.region,
    county: place.countryCode === 'US' ? `${place.city} County` : null,
    country: place.countryCode,
    zip: address.zip,
    zip4: address.zip4,
    latitude: isNumeric ? address.lat : String(address.lat),
    longitude: isNumeric ? address.lng : String(address.lng),
  }
}

function emphasise(text: string, term: string): string {
  const words = new Set(term.toLowerCase().split(/\s+/).slice(0, 12))
  return text
    .split(' ')
    .map((word) => (words.has(word.toLowerCase().replace(/[.,]$/, '')) ? `<em>${word}</em>` : word))
    .join(' ')
}

const buildVideos = ({ company, id, videoCount }: SiteSupplier) =>
  Array.from({ length: videoCount }, (_, index) => ({
    id: `v${id}-${index + 1}`,
    title: `A tour of ${company.name}`,
    text: `How ${company.name} works`,
    description: 'A walk through the works.',
    duration: 60 + ((id + index * 37) % 300),
    url: `${videos}/v${id}-${index + 1}`,
    image: `${pictures}/videos/v${id}-${index + 1}.jpg`,
    label: 'Company video',
    player: `${videos}/player/v${id}-${index + 1}`,
    type: 'company',
    uploadedDate: `2025-0${1 + (id % 9)}-1${index}`,
  }))
