// A supplier as the pretend directory's page state has it: the site's own names, numbers here and texts there.
import { getCompany } from '../../sandbox/companies.ts'
import { countries } from '../../sandbox/places.ts'
import { createRandom } from '../../sandbox/random.ts'
import { contactsOf, type Heading, idOf, type SiteSupplier } from './suppliers.ts'

type Json = Record<string, unknown>

const pictures = 'https://img.supplierdir.example'
const videos = 'https://videos.supplierdir.example'

export const profilePath = ({ company, id }: SiteSupplier): string => `/company/${company.slug}-${id}/profile`

/** A company in a list of results. Every third is written with ids and years as numbers. */
export function resultCompany(supplier: SiteSupplier, term: string, heading: Heading | null): Json {
  const { company } = supplier
  return {
    ...sharedFields(supplier, heading),
    rank: company.index % 2 === 0 ? supplier.rank : supplier.rank.toFixed(4),
    headingBrands: supplier.brands.length > 0 ? supplier.brands.map((name) => ({ name })) : null,
    pdmText: emphasised(supplier.summary, term),
    capabilities:
      supplier.capabilities.length > 0
        ? supplier.capabilities.map(({ type, names }) => ({ type, names, rank: 1 }))
        : null,
    videos: supplier.videoCount > 0 ? videosOf(supplier) : null,
    distance: company.index % 6 === 1 ? (company.index % 90) + 0.5 : null,
    products: supplier.products.length > 0 ? supplier.products.map(productOf(supplier)) : null,
  }
}

/** A company that goes by the words of the search. */
export function nameMatchCompany(supplier: SiteSupplier, heading: Heading | null): Json {
  const { company } = supplier
  const random = createRandom('supplier profile', company.index)
  const socials = company.socialProfiles.map(({ network, handle }) => ({ accountId: handle, type: network }))
  return {
    ...sharedFields(supplier, heading ?? supplier.headings[0] ?? null),
    social: socials.length > 0 ? socials : null,
    premiums: random.chance(0.4) ? random.sample(['ISO 9001', 'AS9100', 'Rapid Quote'], 2) : null,
    personnel: random.chance(0.6) ? contactsOf(company) : null,
    locationTypes: [
      { id: 1, name: 'Headquarters' },
      ...(company.offices.length > 1 ? [{ id: '4', name: 'Warehouse' }] : []),
    ],
    isAffiliationPage: random.chance(0.1),
    descriptionByCompany: company.tagline,
  }
}

function sharedFields(supplier: SiteSupplier, heading: Heading | null): Json {
  const { company, id, headings } = supplier
  const numeric = company.index % 3 === 0
  const asSent = (value: number | null) => (value === null || numeric ? value : String(value))
  const [mainIndex] = company.affiliated
  const main = mainIndex === undefined ? null : getCompany(mainIndex)
  // Whoever carries a higher tier has claimed the entry, and only a claimed entry is looked after or checked.
  const isClaimed = supplier.tier !== 'STANDARD'
  const certified = supplier.tier === 'VERIFIED' || (isClaimed && company.index % 4 !== 0)
  return {
    __typename: 'Company',
    ...(company.index % 5 === 2 ? {} : { url: profilePath(supplier) }),
    name: company.name,
    tgramsId: asSent(id),
    tier: supplier.tier,
    type: supplier.type,
    address: addressOf(supplier),
    website: company.website,
    heading:
      heading && company.index % 2 === 0
        ? { name: heading.name, description: `Suppliers of ${heading.name.toLowerCase()}.` }
        : null,
    headings: headings.length > 0 ? headings.map(headingOf(numeric)) : null,
    logoUrl: company.logoPath && `${pictures}${company.logoPath}`,
    logoTitle: company.logoPath && `${company.name} logo`,
    description: company.description,
    annualSales: supplier.annualSales,
    numberEmployees: supplier.employees,
    yearFounded: asSent(company.founded),
    primaryPhone: supplier.phone,
    catalogType: company.index % 5 === 0 ? 'CATALOG' : null,
    isClaimed,
    isAdvertiser: supplier.tier === 'PREMIUM',
    isTopResponder: isClaimed && company.index % 7 === 0 ? true : null,
    isMultiLocation: company.offices.length > 1,
    // The mark carries the name of the partner that grants it, which changed over the years.
    ...(company.index % 2 === 0 ? { partnerVerified: certified } : { oakledgerVerified: certified }),
    otherActivities: supplier.otherTypes.length > 0 ? supplier.otherTypes : null,
    mainLocationName: main?.name ?? null,
    mainLocationTgramsId: main && idOf(main),
    cid: `c${id}`,
  }
}

const headingOf =
  (numeric: boolean) =>
  ({ id, name }: Heading) => ({ headingId: numeric ? Number(id) : id, naturalName: name, tracking: 'x' })

const productOf =
  ({ id }: SiteSupplier) =>
  (name: string, index: number): Json => ({
    id: `p${id}-${index + 1}`,
    name,
    image: `${pictures}/products/p${id}-${index + 1}.jpg`,
  })

function addressOf({ place, address, company }: SiteSupplier): Json {
  const numeric = company.index % 2 === 0
  const american = place.countryCode === 'US'
  return {
    address1: address.line1,
    address2: address.line2,
    address3: address.line3,
    city: place.city,
    state: place.regionCode,
    stateName: place.region,
    county: american ? `${place.city} County` : null,
    country: countries[place.countryCode].code,
    zip: address.zip,
    zip4: address.zip4,
    latitude: numeric ? address.lat : String(address.lat),
    longitude: numeric ? address.lng : String(address.lng),
  }
}

/** The words of the search set off in the text, as result lists do. */
function emphasised(text: string, term: string): string {
  const words = new Set(term.toLowerCase().split(/\s+/).slice(0, 12))
  return text
    .split(' ')
    .map((word) => (words.has(word.toLowerCase().replace(/[.,]$/, '')) ? `<em>${word}</em>` : word))
    .join(' ')
}

function videosOf({ company, id, videoCount }: SiteSupplier): Json[] {
  return Array.from({ length: videoCount }, (_, index) => ({
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
}
