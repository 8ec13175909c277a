// The pages of profiles: with a state island, with one that is cut off, with markup alone, or in the oldest look.
import { escapeHtml, renderNextData, renderPage } from '../../sandbox/chrome.ts'
import { listContacts } from './company.ts'
import { siteLook } from './pages.ts'
import { buildProfileState, type SiteProfile } from './profile.ts'
import { companyTypes } from './suppliers.ts'

const root = 'https://www.supplierdir.example'

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
