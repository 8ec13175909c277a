// The sandbox professional network: company pages by username, redirects to them, and removed companies. Older pages
// have linked data as a graph and the id in a search link only; some have broken linked data, some no sections.

import type { Address } from '../../sandbox/addresses.ts'
import { cutIsland, escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import {
  type Company,
  findCompanyByDomain,
  findCompanyBySlug,
  findCompanyBySocialId,
  getCompany,
} from '../../sandbox/companies.ts'
import { listPeople } from '../../sandbox/people.ts'
import { makeSentence } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'
import { createSite, redirect, renderMessage, route, type SiteLook } from '../../sandbox/site.ts'
import { slugify } from '../../sandbox/slugify.ts'

const siteLook: SiteLook = { seed: 'socialnet', lang: 'en', weightKb: 50 }

export const sandbox = createSite({
  routes: [
    route('/lookup/company', ({ url }) => {
      const company = findCompanyByDomain(url.searchParams.get('website') ?? '')
      // A profile that names no website is not found by it.
      return company?.website ? redirectTo(company) : undefined
    }),
    route(/^\/company\/unavailable\/?$/, () => renderMessage(siteLook, 200, 'This page is unavailable')),
    route(/^\/company\/(\d+)(?:\/[a-z-]+)?\/?$/, (_, id) => {
      const company = findCompanyBySocialId(Number(id))
      return company && redirectTo(company)
    }),
    route(/^\/company\/([^/]+)(?:\/[a-z-]+)?\/?$/, (_, name) => {
      const company = findCompanyBySlug(name)
      return removedCompanies.get(name)?.() ?? (company && companyPage(company))
    }),
  ],
  notFound: () => renderMessage(siteLook, 404, 'Page not found'),
})

const redirectTo = ({ slug }: Company) => redirect(`/company/${slug}`)

const removedCompanies = new Map([
  ['gone-for-good', () => renderMessage(siteLook, 410, 'This page was removed')],
  ['gone-elsewhere', () => redirect('/company/unavailable/', 302)],
  ['gone-quietly', () => renderMessage(siteLook, 200, 'Page not found')],
])

const root = 'https://www.socialnet.example'
const placeholder = `${root}/static/ghost.svg`
const companyUrl = ({ slug }: Company) => `${root}/company/${slug}`
const organizationUrn = ({ socialId }: Company) => `urn:li:organization:${socialId}`
const formatCount = (count: number) => count.toLocaleString('en-US')
const addTracking = (address: string, place: string) => `${address}?trk=${place}`

type Form = 'current' | 'old' | 'broken' | 'bare'
const chooseForm = ({ index }: Company): Form =>
  index % 17 === 9 ? 'broken' : index % 11 === 5 ? 'old' : index % 13 === 6 ? 'bare' : 'current'

/** Where the company is; undefined for the few that publish no address. */
const findSeat = ({ index, headquarters }: Company): Address | undefined =>
  index >= 40 && index % 29 === 7 ? undefined : headquarters
const formatSeat = (seat: Address) => escapeHtml(`${seat.city}, ${seat.region}`)

function companyPage(company: Company): string {
  const form = chooseForm(company)
  return renderPage({
    title: `${company.name} | Socialnet`,
    lang: 'en',
    head: renderHead(company, form),
    body: form === 'bare' ? renderBareBody(company) : renderSections(company, form),
    weightKb: form === 'bare' ? 60 : 160 + (company.index % 140),
    seed: 'socialnet',
  })
}

const renderBareBody = (company: Company): string =>
  `<h2>${escapeHtml(company.name)}</h2><section data-impression-id="organization_guest_links" data-entity-id="${organizationUrn(company)}"></section>`

const formatFollowers = ({ followerCount }: Company): string =>
  followerCount === null ? '' : `${formatCount(followerCount)} followers`

function renderHead(company: Company, form: Form): string {
  const followers = formatFollowers(company)
  const description = escapeHtml(
    `${company.name} | ${followers && `${followers} on Socialnet. `}${company.tagline ?? ''} | ${company.description ?? ''}`,
  )
  const linked = renderLinkedData(buildLinkedData(company, form === 'old'))
  return `<meta name="pageKey" content="d_org_guest_company_overview">
<link rel="canonical" href="${companyUrl(company)}">
<meta name="description" content="${description}">
<meta property="og:title" content="${escapeHtml(company.name)} | Socialnet">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${companyUrl(company)}">
${form === 'broken' ? cutIsland(linked) : linked}`
}

function buildLinkedData(company: Company, isGraph: boolean) {
  const { logoPath, staffCount } = company
  const seat = findSeat(company)
  const organization = {
    '@type': 'Organization',
    name: company.name,
    url: companyUrl(company),
    address: seat && {
      type: 'PostalAddress',
      streetAddress: seat.line1 ?? undefined,
      addressLocality: seat.city,
      addressRegion: seat.region,
      postalCode: seat.postalCode ?? undefined,
      addressCountry: seat.countryCode,
    },
    description: company.description ?? undefined,
    numberOfEmployees: staffCount === null ? undefined : { value: staffCount, '@type': 'QuantitativeValue' },
    logo: logoPath && { contentUrl: root + logoPath, description: company.name, '@type': 'ImageObject' },
    slogan: company.tagline ?? undefined,
    sameAs: company.website ?? undefined,
  }
  if (!isGraph) return organization
  return {
    '@graph': [
      { '@type': 'Organization', name: 'Socialnet', url: root, numberOfEmployees: { value: 18_000 } },
      { '@type': 'WebPage', url: companyUrl(company), inLanguage: 'en-US' },
      organization,
      { '@type': 'DiscussionForumPosting', author: { '@type': 'Person', name: 'Somebody' } },
    ],
  }
}

const renderSections = (company: Company, form: Form): string =>
  [
    renderTopCard(company, form),
    renderAbout(company),
    renderLocations(company),
    renderEmployees(company),
    renderUpdates(company),
    renderRelated('affiliated-pages', 'Affiliated pages', company.affiliated, form),
    renderRelated('similar-pages', 'Similar pages', company.similar, form),
    `<section data-test-id="browse-jobs"><h2>Browse jobs</h2><ul><li><a href="${root}/jobs/engineer"><h3>Engineer jobs</h3><p>${formatCount(1000 + company.index)} open jobs</p></a></li></ul></section>`,
  ].join('\n')

/** A delayed image shows a placeholder until a script loads it; without an address the placeholder stays. */
function renderImage(address: string | null, isDelayed: boolean): string {
  if (address === null || !isDelayed)
    return `<img class="entity" data-ghost-url="${placeholder}" src="${address ?? placeholder}" alt="">`
  return `<img class="entity lazy" data-delayed-url="${address}" data-ghost-url="${placeholder}" src="${placeholder}" alt="">`
}

const renderLogo = ({ logoPath }: Company, form: Form) =>
  renderImage(logoPath && root + logoPath, form === 'old')

const peopleSearchUrl = (company: Company): string =>
  `${root}/signup?session_redirect=${encodeURIComponent(`${root}/search/results/people/?facetCurrentCompany=${encodeURIComponent(`[${company.socialId}]`)}`)}&amp;trk=org-employees_cta`

function renderTopCard(company: Company, form: Form): string {
  const seat = findSeat(company)
  const place = seat ? `${formatSeat(seat)} <span class="before:middot"></span>` : ''
  const report =
    form === 'old'
      ? ''
      : `<a href="/uas/login?trk=report" data-semaphore-content-type="COMPANY" data-semaphore-content-urn="${organizationUrn(company)}">Report this company</a>`
  return `<section class="top-card-layout container-lined">
<div class="top-card-layout__entity-image-container flex">${renderLogo(company, form)}</div>
<h1 class="top-card-layout__title font-sans"> ${escapeHtml(company.name)} </h1>
<h2 class="top-card-layout__headline"> ${escapeHtml(company.industry)} </h2>
<h3 class="top-card-layout__first-subline"> ${place} ${formatFollowers(company)} </h3>
${company.tagline ? `<h4 class="top-card-layout__second-subline"><span class="line-clamp-2">${escapeHtml(company.tagline)}</span></h4>` : ''}
<a class="top-card-layout__cta" href="${root}/login?session_redirect=x">Follow</a>
${company.staffCount === null ? '' : `<a class="face-pile" href="${peopleSearchUrl(company)}"><p class="face-pile__text"> View all ${formatCount(company.staffCount)} employees </p></a>`}
${report}</section>`
}

const sizeLimits = [1, 10, 50, 200, 500, 1000, 5000, 10_000]

/** `0-1 employees`, `2-10 employees` and so on up to `10,001+ employees`. */
function formatSize(staff: number): string {
  const most = sizeLimits.find((limit) => staff <= limit)
  const least = formatCount((sizeLimits.findLast((limit) => staff > limit) ?? -1) + 1)
  return `${most === undefined ? `${least}+` : `${least}-${formatCount(most)}`} employees`
}

const renderWebsite = (website: string, name: string): string =>
  `<a data-tracking-control-name="about_website" href="${root}/redir/redirect?url=${encodeURIComponent(website).replaceAll('.', '%2E')}&amp;urlhash=7Taq&amp;trk=about_website" rel="noopener"> ${escapeHtml(website)} </a><p class="hidden">External link for ${escapeHtml(name)}</p>`

function renderAbout(company: Company): string {
  const { website, staffCount, founded, description } = company
  const seat = findSeat(company)
  const facts: [id: string, title: string, html: string | null | undefined][] = [
    ['website', 'Website', website && renderWebsite(website, company.name)],
    ['industry', 'Industry', escapeHtml(company.industry)],
    ['size', 'Company size', staffCount === null ? null : formatSize(staffCount)],
    ['headquarters', 'Headquarters', seat && formatSeat(seat)],
    ['organizationType', 'Type', 'Privately Held'],
    ['foundedOn', 'Founded', founded === null ? null : String(founded)],
    ['specialties', 'Specialties', escapeHtml(joinWords(company.specialities))],
  ]
  return `<section data-test-id="about-us"><h2>About us</h2>
${description ? `<p data-test-id="about-us__description" class="whitespace-pre-wrap">${escapeHtml(description)}</p>` : ''}
<dl>${facts
    .filter(([, , html]) => html)
    .map(
      ([id, title, html]) =>
        `<div data-test-id="about-us__${id}"><dt> ${title} </dt><dd> ${html} </dd></div>`,
    )
    .join('\n')}</dl></section>`
}

/** `wind, solar, and storage`. */
const joinWords = (words: readonly string[]): string =>
  words.map((word, i) => (i > 0 && i === words.length - 1 ? `and ${word}` : word)).join(', ')

function renderLocations(company: Company): string {
  if (!findSeat(company)) return ''
  const items = company.offices.map(({ line1, city, region, postalCode, countryCode }, n) => {
    const lines = [line1, `${city}, ${region}${postalCode === null ? '' : ` ${postalCode}`}, ${countryCode}`]
    const html = lines.map((line) => (line === null ? '' : `<p> ${escapeHtml(line)} </p>`)).join('')
    return `<li>${n === 0 ? '<span class="tag-sm"> Primary </span>' : ''}<div id="address-${n}">${html}</div><a href="https://maps.example/?where=${n}" aria-describedby="address-${n}">Get directions</a></li>`
  })
  return `<section><h2>Locations</h2><ul>${items.join('')}</ul></section>`
}

function renderEmployees(company: Company): string {
  const items = listPeople(company.index)
    .slice(0, company.index % 5)
    .map(
      ({ slug, uuid, fullName, title }) =>
        `<li><a href="${addTracking(`${root}/in/${slug}`, 'org-employees')}">${renderImage(`${root}/photos/${uuid}.jpg`, true)}<div><h3> ${escapeHtml(fullName)} </h3><h4> ${escapeHtml(title)} </h4></div></a></li>`,
    )
  return `<section data-test-id="employees-at"><h2>Employees at ${escapeHtml(company.name)}</h2><ul>${items.join('')}</ul><a href="${peopleSearchUrl(company)}">See all employees</a></section>`
}

/** Every third post is a repost. Ids are larger than a JavaScript number can hold. */
function renderUpdates(company: Company): string {
  const random = createRandom('socialnet posts', company.index)
  const cards = Array.from({ length: random.int(0, 10) }, (_, n) => {
    const id = `72${String(random.int(0, 99_999_999)).padStart(8, '0')}${String(random.int(0, 999_999_999)).padStart(9, '0')}`
    const text = makeSentence(random)
    const link = `${root}/posts/${company.slug}_${slugify(text).slice(0, 30)}-activity-${id}-${random.int(1000, 9999)}`
    return `<li><div data-id="entire-feed-card-link"><a data-id="main-feed-card__full-link" href="${addTracking(link, 'organization_guest')}" aria-label="Update ${n + 1}"></a>
<article data-activity-urn="urn:li:activity:${id}" data-attributed-urn="urn:li:share:${BigInt(id) - 7n}" data-id="main-feed-card" data-feed-item-list-position="${n + 1}">
${n % 3 === 2 ? `<p><a href="${companyUrl(company)}">${escapeHtml(company.name)}</a> reposted this</p>` : ''}<time> ${random.int(1, 30)}d </time>
<a data-semaphore-content-type="POST" data-semaphore-content-urn="urn:li:activity:${id}">Report this post</a>
<p data-test-id="main-feed-activity-card__commentary">${escapeHtml(text)}</p><h3>${escapeHtml(makeSentence(random))}</h3></article></div></li>`
  })
  return `<section data-test-id="updates"><h2>Updates</h2><ul>${cards.join('\n')}</ul></section>`
}

function renderRelated(section: string, title: string, indexes: readonly number[], form: Form): string {
  if (indexes.length === 0) return ''
  const items = indexes
    .map(getCompany)
    .map(
      (other) =>
        `<li><a href="${addTracking(companyUrl(other), section)}">${renderLogo(other, form)}<div><h3> ${escapeHtml(other.name)} </h3><p> ${escapeHtml(other.industry)} </p></div></a></li>`,
    )
  return `<section data-test-id="${section}"><h2>${title}</h2><ul>${items.join('')}</ul></section>`
}
