// The profiles of the sandbox directory: what a supplier's own page has beside the fields of a search result, and the
// pages: with a state island, with one that is cut off, with markup alone, or in the oldest look.
import { makePhone } from '../../sandbox/addresses.ts'
import { createFinder } from '../../sandbox/catalogue.ts'
import { escapeHtml, renderNextData, renderPage } from '../../sandbox/chrome.ts'
import { getCompany } from '../../sandbox/companies.ts'
import { createRandom } from '../../sandbox/random.ts'
import { buildNameMatch, buildProfilePath, buildResult, listContacts, replaceEmptyLists } from './company.ts'
import { siteLook } from './pages.ts'
import {
  companyTypes,
  expandSupplier,
  findPlace,
  listSuppliers,
  type SiteSupplier,
  toPlaceText,
  toSupplierId,
} from './suppliers.ts'

type SiteProfile = ReturnType<typeof makeProfile>

const certificates = ['ISO 9001:2015', 'ISO 14001', 'AS9100D', 'ISO 13485', 'CE Mark', 'RoHS']
const ranges = ['Pro', 'One', 'Select']
const services = ['Engraving', 'Assembly', 'Prototyping', 'Testing', 'Kitting']
const owners = ['Privately Held', 'Publicly Traded', 'Woman Owned', 'Veteran Owned', 'Family Owned']
const root = 'https://www.supplierdir.example'
const documentHost = 'https://docs.supplierdir.example'
const pictureHost = 'https://img.supplierdir.example'

const findSupplier = createFinder(listSuppliers, ({ id }) => String(id))

export function findProfile(id: string): SiteProfile | undefined {
  const entry = findSupplier(String(Number(id)))
  return entry && makeProfile(expandSupplier(entry))
}

function makeProfile(supplier: SiteSupplier) {
  const { company, place, brands, headings } = supplier
  const random = createRandom('supplier page', company.index)
  const isComplete = company.index < 40
  const has = (share: number) => random.chance(share) || isComplete
  return {
    supplier,
    path: buildProfilePath(supplier),
    brands: has(0.5) ? [...brands, `${company.name.split(' ')[0]} ${random.pick(ranges)}`] : [],
    families: has(0.8) ? headings.map(({ id, name }) => ({ id: Number(id), name })) : [],
    services: has(0.4) ? random.sample(services, 2) : [],
    certificates: has(0.6)
      ? random.sample(certificates, random.int(1, 3)).map((name) => ({ name, total: random.int(1, 4) }))
      : [],
    ownership: has(0.7) ? random.pick(owners) : null,
    groups: company.affiliated.slice(0, 2).map(getCompany),
    fax: has(0.3) ? makePhone(place, random) : null,
    email: has(0.5) ? `${random.pick(['sales', 'info', 'quotes'])}@${company.domain}` : null,
    documents: has(0.3) ? random.int(1, 3) : 0,
    locations: listLocations(supplier),
  }
}

/** The places of the entry and of the company's further sites. */
const listLocations = (supplier: SiteSupplier): string[] => [
  toPlaceText(supplier),
  ...supplier.company.offices.slice(1).map((office) => {
    const { city, postalCode } = office
    const regionCode = findPlace(office)?.regionCode
    return regionCode && postalCode ? `${city}, ${regionCode} ${postalCode}` : city
  }),
]

/** The company of the page state, in the site's own names. */
function buildProfileState(profile: SiteProfile) {
  const { supplier, groups, documents } = profile
  const { company, id } = supplier
  return replaceEmptyLists({
    ...buildResult(supplier, '', null),
    ...buildNameMatch(supplier, null),
    brands: profile.brands.map((name) => ({ name })),
    families: profile.families,
    otherHeadings: profile.services.map((name, n) => ({
      headingId: String(30_000_000 + n),
      naturalName: name,
    })),
    certificationTotals: profile.certificates,
    ownershipType: profile.ownership,
    affiliatedMemberOf: groups.map((group) => ({
      name: group.name,
      tgramsId: toSupplierId(group),
      url: `/company/${group.slug}-${toSupplierId(group)}/profile?cid=${id}`,
    })),
    fax: profile.fax,
    email: profile.email,
    social: company.socialProfiles.map(({ network, handle, url }, n) => ({
      accountId: n % 3 === 2 ? url : handle,
      type: network.toUpperCase(),
      ...(n % 3 === 1 ? { url } : {}),
    })),
    additionalInformation: Array.from({ length: documents }, (_, n) => ({
      id: `d${id}-${n + 1}`,
      title: `${company.name} catalogue ${n + 1}`,
      description: 'Sizes, materials and delivery times.',
      image: `${pictureHost}/documents/d${id}-${n + 1}.jpg`,
      url: `${documentHost}/d${id}-${n + 1}.pdf`,
      section: 'PRODUCT',
      type: n % 2 === 0 ? 'DOCUMENT' : 'IMAGE',
    })),
  })
}

export function renderProfile(profile: SiteProfile): string {
  const { supplier, path } = profile
  const { index, name } = supplier.company
  const isOldest = index % 13 === 7
  const island = renderNextData('/company/[slug]/profile', {
    canonicalUrl: `${root}${path}`,
    data: buildProfileState(profile),
    featuredSuppliers: [{ tgramsId: 1, name: 'Another supplier', address: {} }],
  })
  const isBroken = index % 17 === 10
  const script = isOldest || index % 11 === 4 ? '' : isBroken ? `${island.slice(0, 900)}</script>` : island
  return renderPage({
    ...siteLook,
    title: `${name} - company profile`,
    head: `<link rel="canonical" href="${root}${path}">`,
    body: `${isOldest ? renderOldest(profile) : renderCurrent(profile)}${script}`,
    weightKb: 120,
  })
}

function renderCurrent(profile: SiteProfile): string {
  const { supplier, locations } = profile
  const { company, phone, type, tier } = supplier
  const services = [...profile.families.map(({ name }) => name), ...profile.services]
  return `<h1>${escapeHtml(company.name)}</h1>${tier === 'STANDARD' ? '<div data-sentry-component="Unclaimed">Is this your company?</div>' : ''}
${phone === null ? '' : `<a href="tel:${phone}">Call</a>`}${profile.email === null ? '' : `<a href="mailto:${profile.email}?subject=Quote">Write</a>`}
${renderDescription('Supplierdir', company.description)}${renderDescription(company.name, company.tagline)}
<section class="facts">${Object.entries({
    'Year Founded': [company.founded],
    'No of Employees': [supplier.employees],
    'Annual Sales': [supplier.annualSales],
    'Primary Company Type': [companyTypes[type] ?? ''],
    Ownership: [profile.ownership],
    'Key Personnel': listContacts(company).map((person) => `${person.name} - ${person.title}`),
    'Products & Services': services,
    Brands: profile.brands,
    Certifications: profile.certificates.map(({ name }) => name),
    Fax: [profile.fax],
  })
    .map(renderFact)
    .join('\n')}
<div><div class="txt-label">Website</div><ul>${company.website === null ? '' : `<li><a href="${company.website}" rel="nofollow">${company.website}</a></li>`}</ul></div></section>
<section data-sentry-component="SupplierLocations"><h2>Locations</h2>${locations
    .map((place, n) => `<a href="${profile.path}?cid=${supplier.id}#location-${n}">${escapeHtml(place)}</a>`)
    .join('')}</section>`
}

function renderFact([label, values]: [label: string, values: readonly (string | number | null)[]]): string {
  const items = values
    .filter((value) => value !== null)
    .map((value) => `<li>${escapeHtml(String(value))}</li>`)
  const list = items.length > 0 ? items.join('') : '<li>Not available</li>'
  return `<div><div class="txt-label">${escapeHtml(label)}</div><ul>${list}</ul></div>`
}

const renderDescription = (author: string, text: string | null): string =>
  text === null ? '' : `<h3>Company Description by ${escapeHtml(author)}</h3><p>${escapeHtml(text)}</p>`

function renderOldest({ supplier, locations, families, services }: SiteProfile): string {
  const { company, address, phone, tier } = supplier
  const lines = [address.line1, address.line2, address.line3].filter(Boolean)
  const place = locations[0] ?? ''
  return `<h1 class="copro-supplier-name">${escapeHtml(company.name)} <span class="badge">${tier}</span> <span class="badge">Quotes</span></h1>
<span class="copro-address-line">${escapeHtml([...lines, place].join(', '))}</span>
${phone === null ? '' : `<p class="phoneline">Phone: ${phone}</p>`}
<div id="copro_pdm"><p>${escapeHtml(company.description ?? '')}</p></div>
<div class="prodserv_group">${[...families.map(({ name }) => name), ...services].map((name) => `<h3>${escapeHtml(name)}</h3>`).join('')}</div>`
}
