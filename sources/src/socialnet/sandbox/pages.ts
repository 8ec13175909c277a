// The pretend network's company pages, in the forms such sites have: current ones, older ones whose linked data is a
// graph and whose id stands in a search link only, current ones with broken linked data, and bare ones without sections.
import type { Address } from '../../sandbox/addresses.ts'
import { escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import { type Company, getCompany } from '../../sandbox/companies.ts'
import { listPeople } from '../../sandbox/people.ts'
import { makeSentence } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'

const root = 'https://www.socialnet.example'
const urlOf = (company: Company) => `${root}/company/${company.slug}`
const ghost = `${root}/static/ghost.svg`
const grouped = (count: number) => count.toLocaleString('en-US')
const tracked = (address: string, place: string) => `${address}?trk=${place}`

type Form = 'current' | 'old' | 'broken' | 'bare'
const formOf = ({ index }: Company): Form =>
  index % 17 === 9 ? 'broken' : index % 11 === 5 ? 'old' : index % 13 === 6 ? 'bare' : 'current'

/** A few companies keep their addresses to themselves. */
const hidesPlace = ({ index }: Company) => index >= 40 && index % 29 === 7

export function companyPage(company: Company): string {
  const form = formOf(company)
  return renderPage({
    title: `${company.name} | Socialnet`,
    lang: 'en',
    head: head(company, form),
    body: form === 'bare' ? bareBody(company) : sections(company, form),
    weightKb: form === 'bare' ? 60 : 160 + (company.index % 140),
    seed: 'socialnet',
  })
}

const bareBody = (company: Company): string =>
  `<h2>${escapeHtml(company.name)}</h2><section data-impression-id="organization_guest_links" data-entity-id="urn:li:organization:${company.socialId}"></section>`

function head(company: Company, form: Form): string {
  const figures =
    company.followerCount === null ? '' : `${grouped(company.followerCount)} followers on Socialnet. `
  const description = escapeHtml(
    `${company.name} | ${figures}${company.tagline ?? ''} | ${company.description ?? ''}`,
  )
  const linked = renderLinkedData(linkedData(company, form === 'old'))
  return `<meta name="pageKey" content="d_org_guest_company_overview">
<link rel="canonical" href="${urlOf(company)}">
<meta name="description" content="${description}">
<meta property="og:title" content="${escapeHtml(company.name)} | Socialnet">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${urlOf(company)}">
${form === 'broken' ? linked.slice(0, linked.length >> 1).concat('</script>') : linked}`
}

function linkedData(company: Company, inGraph: boolean): unknown {
  const { headquarters: place, logoPath } = company
  const organization = {
    '@type': 'Organization',
    name: company.name,
    url: urlOf(company),
    ...(hidesPlace(company)
      ? {}
      : {
          address: {
            type: 'PostalAddress',
            streetAddress: place.line1 ?? undefined,
            addressLocality: place.city,
            addressRegion: place.region,
            postalCode: place.postalCode ?? undefined,
            addressCountry: place.countryCode,
          },
        }),
    description: company.description ?? undefined,
    numberOfEmployees:
      company.staffCount === null ? undefined : { value: company.staffCount, '@type': 'QuantitativeValue' },
    logo: logoPath
      ? { contentUrl: root + logoPath, description: company.name, '@type': 'ImageObject' }
      : undefined,
    slogan: company.tagline ?? undefined,
    sameAs: company.website ?? undefined,
  }
  if (!inGraph) return { '@context': 'http://schema.org', ...organization }
  return {
    '@context': 'http://schema.org',
    '@graph': [
      { '@type': 'Organization', name: 'Socialnet', url: root, numberOfEmployees: { value: 18_000 } },
      { '@type': 'WebPage', url: urlOf(company), inLanguage: 'en-US' },
      organization,
      { '@type': 'DiscussionForumPosting', author: { '@type': 'Person', name: 'Somebody' } },
    ],
  }
}

const sections = (company: Company, form: Form): string =>
  [
    topCard(company, form),
    about(company),
    locations(company),
    employees(company),
    updates(company),
    related('affiliated-pages', 'Affiliated pages', company.affiliated, form),
    related('similar-pages', 'Similar pages', company.similar, form),
    jobs(company),
  ].join('\n')

/** As browsers get them: loaded at once, or waiting for a script behind a placeholder. */
const image = (address: string | null, isDelayed: boolean): string =>
  address === null
    ? `<img class="entity" data-ghost-url="${ghost}" src="${ghost}" alt="">`
    : isDelayed
      ? `<img class="entity lazy" data-delayed-url="${address}" data-ghost-url="${ghost}" src="${ghost}" alt="">`
      : `<img class="entity" data-ghost-url="${ghost}" src="${address}" alt="">`

const peopleSearch = (company: Company): string =>
  `${root}/signup?session_redirect=${encodeURIComponent(`${root}/search/results/people/?facetCurrentCompany=${encodeURIComponent(`[${company.socialId}]`)}`)}&amp;trk=org-employees_cta`

function topCard(company: Company, form: Form): string {
  const place = hidesPlace(company)
    ? ''
    : `${escapeHtml(`${company.headquarters.city}, ${company.headquarters.region}`)} <span class="before:middot"></span>`
  const followers = company.followerCount === null ? '' : `${grouped(company.followerCount)} followers`
  const report =
    form === 'old'
      ? ''
      : `<a href="/uas/login?trk=report" data-semaphore-content-type="COMPANY" data-semaphore-content-urn="urn:li:organization:${company.socialId}">Report this company</a>`
  return `<section class="top-card-layout container-lined">
<div class="top-card-layout__entity-image-container flex">${image(company.logoPath && root + company.logoPath, form === 'old')}</div>
<h1 class="top-card-layout__title font-sans"> ${escapeHtml(company.name)} </h1>
<h2 class="top-card-layout__headline"> ${escapeHtml(company.industry)} </h2>
<h3 class="top-card-layout__first-subline"> ${place} ${followers} </h3>
${company.tagline ? `<h4 class="top-card-layout__second-subline"><span class="line-clamp-2">${escapeHtml(company.tagline)}</span></h4>` : ''}
<a class="top-card-layout__cta" href="${root}/login?session_redirect=x">Follow</a>
${company.staffCount === null ? '' : `<a class="face-pile" href="${peopleSearch(company)}"><p class="face-pile__text"> View all ${grouped(company.staffCount)} employees </p></a>`}
${report}</section>`
}

const sizes: readonly [number, string][] = [
  [1, '0-1'],
  [10, '2-10'],
  [50, '11-50'],
  [200, '51-200'],
  [500, '201-500'],
  [1000, '501-1,000'],
  [5000, '1,001-5,000'],
  [10_000, '5,001-10,000'],
]
const sizeOf = (staff: number): string =>
  `${sizes.find(([most]) => staff <= most)?.[1] ?? '10,001+'} employees`

const website = (company: Company): string | null =>
  company.website &&
  `<a data-tracking-control-name="about_website" href="${root}/redir/redirect?url=${encodeURIComponent(company.website).replaceAll('.', '%2E')}&amp;urlhash=7Taq&amp;trk=about_website" rel="noopener"> ${escapeHtml(company.website)} </a><p class="hidden">External link for ${escapeHtml(company.name)}</p>`

function about(company: Company): string {
  const { specialities: all, headquarters } = company
  const facts: [string, string, string | null][] = [
    ['website', 'Website', website(company)],
    ['industry', 'Industry', escapeHtml(company.industry)],
    ['size', 'Company size', company.staffCount === null ? null : sizeOf(company.staffCount)],
    [
      'headquarters',
      'Headquarters',
      hidesPlace(company) ? null : escapeHtml(`${headquarters.city}, ${headquarters.region}`),
    ],
    ['organizationType', 'Type', 'Privately Held'],
    ['foundedOn', 'Founded', company.founded === null ? null : String(company.founded)],
    [
      'specialties',
      'Specialties',
      all.length === 0
        ? null
        : escapeHtml(all.length === 1 ? String(all[0]) : `${all.slice(0, -1).join(', ')}, and ${all.at(-1)}`),
    ],
  ]
  return `<section data-test-id="about-us"><h2>About us</h2>
${company.description ? `<p data-test-id="about-us__description" class="whitespace-pre-wrap">${escapeHtml(company.description)}</p>` : ''}
<dl>${facts
    .filter(([, , value]) => value !== null)
    .map(
      ([id, title, value]) =>
        `<div data-test-id="about-us__${id}"><dt> ${title} </dt><dd> ${value} </dd></div>`,
    )
    .join('\n')}</dl></section>`
}

function locations(company: Company): string {
  if (hidesPlace(company)) return ''
  const lines = (place: Address) => [
    ...(place.line1 === null ? [] : [place.line1]),
    `${place.city}, ${place.region}${place.postalCode === null ? '' : ` ${place.postalCode}`}, ${place.countryCode}`,
  ]
  return `<section><h2>Locations</h2><ul>${company.offices
    .map(
      (office, n) =>
        `<li>${n === 0 ? '<span class="tag-sm"> Primary </span>' : ''}<div id="address-${n}">${lines(office)
          .map((line) => `<p> ${escapeHtml(line)} </p>`)
          .join(
            '',
          )}</div><a href="https://maps.example/?where=${n}" aria-describedby="address-${n}">Get directions</a></li>`,
    )
    .join('')}</ul></section>`
}

function employees(company: Company): string {
  const seen = listPeople(company.index).slice(0, company.index % 5)
  return `<section data-test-id="employees-at"><h2>Employees at ${escapeHtml(company.name)}</h2><ul>${seen
    .map(
      (person) =>
        `<li><a href="${tracked(`${root}/in/${person.slug}`, 'org-employees')}">${image(`${root}/photos/${person.uuid}.jpg`, true)}<div><h3> ${escapeHtml(person.fullName)} </h3><h4> ${escapeHtml(person.title)} </h4></div></a></li>`,
    )
    .join('')}</ul><a href="${peopleSearch(company)}">See all employees</a></section>`
}

/** Posts, every third of them another's that the company passed on. Ids are longer than a number can hold. */
function updates(company: Company): string {
  const random = createRandom('socialnet posts', company.index)
  const cards = Array.from({ length: random.int(0, 10) }, (_, n) => {
    const id = `72${String(random.int(0, 99_999_999)).padStart(8, '0')}${String(random.int(0, 999_999_999)).padStart(9, '0')}`
    const text = makeSentence(random)
    const link = `${root}/posts/${company.slug}_${slugify(text).slice(0, 30)}-activity-${id}-${random.int(1000, 9999)}`
    return `<li><div data-id="entire-feed-card-link"><a data-id="main-feed-card__full-link" href="${tracked(link, 'organization_guest')}" aria-label="Update ${n + 1}"></a>
<article data-activity-urn="urn:li:activity:${id}" data-attributed-urn="urn:li:share:${BigInt(id) - 7n}" data-id="main-feed-card" data-feed-item-list-position="${n + 1}">
${n % 3 === 2 ? `<p><a href="${urlOf(company)}">${escapeHtml(company.name)}</a> reposted this</p>` : ''}<time> ${random.int(1, 30)}d </time>
<a data-semaphore-content-type="POST" data-semaphore-content-urn="urn:li:activity:${id}">Report this post</a>
<p data-test-id="main-feed-activity-card__commentary">${escapeHtml(text)}</p><h3>${escapeHtml(makeSentence(random))}</h3></article></div></li>`
  })
  return `<section data-test-id="updates"><h2>Updates</h2><ul>${cards.join('\n')}</ul></section>`
}

const related = (section: string, title: string, indexes: readonly number[], form: Form): string =>
  indexes.length === 0
    ? ''
    : `<section data-test-id="${section}"><h2>${title}</h2><ul>${indexes
        .map(getCompany)
        .map(
          (other) =>
            `<li><a href="${tracked(urlOf(other), section)}">${image(other.logoPath && root + other.logoPath, form === 'old')}<div><h3> ${escapeHtml(other.name)} </h3><p> ${escapeHtml(other.industry)} </p></div></a></li>`,
        )
        .join('')}</ul></section>`

const jobs = (company: Company): string =>
  `<section data-test-id="browse-jobs"><h2>Browse jobs</h2><ul><li><a href="${root}/jobs/engineer"><h3>Engineer jobs</h3><p>${grouped(1000 + company.index)} open jobs</p></a></li></ul></section>`
