// The pretend directory's pages: current ones with linked data and a table of contacts, old ones without linked data
// and with contacts as cards, and current ones whose linked data arrived broken.
import { escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import type { Company } from '../../sandbox/companies.ts'
import { listPeople, listRoleAddresses } from '../../sandbox/people.ts'

const root = 'https://www.company.example'
const grouped = (count: number) => count.toLocaleString('en-US')

type Form = 'current' | 'old' | 'broken'
const formOf = ({ index }: Company): Form =>
  index % 17 === 9 ? 'broken' : index % 11 === 5 ? 'old' : 'current'

/** Some entries are thin: the directory does not know everything. */
const isThin = ({ index }: Company) => index >= 40
const knowsPlace = (company: Company) => !(isThin(company) && company.index % 29 === 7)
const knowsIndustry = (company: Company) => !(isThin(company) && company.index % 31 === 30)
const knowsHeadcount = (company: Company) => !(isThin(company) && company.index % 7 === 3)

const page = (company: Company, title: string, head: string, body: string): string =>
  renderPage({
    title,
    head: `<meta property="og:url" content="${root}/companies/${company.domain}">${head}`,
    body,
    lang: 'en',
    weightKb: 70 + (company.index % 50),
    seed: 'company',
  })

export function companyPage(company: Company): string {
  const form = formOf(company)
  const linked = renderLinkedData(linkedData(company))
  const island =
    form === 'old' ? '' : form === 'broken' ? linked.slice(0, linked.length >> 1).concat('</script>') : linked
  const directory = renderLinkedData({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Company directory',
    url: `${root}/`,
  })
  return page(
    company,
    `${company.name}: company profile`,
    form === 'old' ? '' : directory + island,
    overview(company),
  )
}

const sizes: readonly [least: number, most: number][] = [
  [1, 10],
  [11, 50],
  [51, 200],
  [201, 500],
  [501, 1000],
  [1001, 5000],
  [5001, 10_000],
]
const sizeOf = (staff: number) => sizes.find(([, most]) => staff <= most) ?? null

function linkedData(company: Company): unknown {
  const { staffCount, headquarters, socialProfiles, index, logoPath } = company
  const size = staffCount === null ? null : sizeOf(staffCount)
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${root}/companies/${company.domain}`,
    name: company.name,
    url: company.website ?? undefined,
    description: company.description ?? undefined,
    industry: knowsIndustry(company) ? company.industry : undefined,
    foundingDate:
      company.founded === null
        ? undefined
        : index % 3 === 0
          ? `${company.founded}-04-01`
          : String(company.founded),
    numberOfEmployees:
      staffCount === null
        ? undefined
        : {
            '@type': 'QuantitativeValue',
            ...(knowsHeadcount(company) ? { value: String(staffCount) } : {}),
            minValue: size?.[0] ?? 10_001,
            ...(size ? { maxValue: size[1] } : {}),
          },
    address: knowsPlace(company)
      ? {
          '@type': 'PostalAddress',
          addressLocality: headquarters.city,
          addressCountry: headquarters.countryCode,
        }
      : undefined,
    logo:
      logoPath === null
        ? undefined
        : index % 2 === 0
          ? root + logoPath
          : { '@type': 'ImageObject', url: root + logoPath },
    knowsAbout: index % 4 === 1 ? company.specialities.join(', ') : company.specialities,
    sameAs: socialProfiles.map(({ url }) => url),
  }
}

function overview(company: Company): string {
  const { staffCount, headquarters, specialities, website } = company
  const size = staffCount === null ? null : sizeOf(staffCount)
  const facts: [string, string | null][] = [
    [
      'Website',
      website &&
        `<a href="/redirect?url=${encodeURIComponent(website)}" rel="nofollow">${escapeHtml(website)}</a>`,
    ],
    ['Industry', knowsIndustry(company) ? escapeHtml(company.industry) : null],
    ['Founded', company.founded === null ? null : String(company.founded)],
    [
      'Company size',
      staffCount === null
        ? null
        : size
          ? `${grouped(size[0])} - ${grouped(size[1])} employees`
          : '10,001+ employees',
    ],
    ['Headcount', staffCount === null || !knowsHeadcount(company) ? null : grouped(staffCount)],
    [
      'Headquarters',
      knowsPlace(company) ? escapeHtml(`${headquarters.city}, ${headquarters.countryCode}`) : null,
    ],
    [
      'Specialities',
      specialities.length === 0
        ? null
        : `<ul>${specialities.map((topic) => `<li>${escapeHtml(topic)}</li>`).join('')}</ul>`,
    ],
  ]
  return `<h1>${escapeHtml(company.name)}</h1>
${company.logoPath ? `<img class="company-logo" src="${company.logoPath}" alt="">` : ''}
${company.description ? `<p class="company-description">${escapeHtml(company.description)}</p>` : ''}
<dl class="company-facts">${facts
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `<dt>${label}:</dt><dd>${value}</dd>`)
    .join('\n')}</dl>
<ul class="follow">${company.socialProfiles
    .map(
      ({ network, url }) =>
        `<li><a rel="me nofollow" href="/redirect?url=${encodeURIComponent(url)}">${network}</a></li>`,
    )
    .join('')}</ul>
<a href="/companies/${company.domain}/contacts">Contacts</a>`
}

type Row = { name: string; title: string; email: string | null }

/** People, the functions everybody may write to, and somebody from outside. */
function rowsOf(company: Company): Row[] {
  const people = listPeople(company.index).map(({ fullName, title, email }) => ({
    name: fullName,
    title,
    email,
  }))
  const roles = listRoleAddresses(company.index).map((email) => {
    const role = email.split('@')[0] ?? ''
    return { name: `${role.charAt(0).toUpperCase()}${role.slice(1)} desk`, title: 'General contact', email }
  })
  const outside = { name: 'Robin Hale', title: 'Agency', email: 'robin.hale@outside-agency.example' }
  return [...people.slice(0, 3), ...roles, ...people.slice(3), ...(company.index % 4 === 2 ? [outside] : [])]
}

export function contactsPage(company: Company): string {
  const rows = isThin(company) && company.index % 37 === 0 ? [] : rowsOf(company)
  const body =
    rows.length === 0
      ? '<p>No public contacts yet.</p>'
      : formOf(company) === 'old'
        ? cards(rows)
        : table(rows)
  return page(
    company,
    `Contacts at ${company.name}`,
    '',
    `<h1>Contacts at ${escapeHtml(company.name)}</h1><section id="contacts">${body}</section><p>Something wrong? <a href="/help">Tell us</a>.</p>`,
  )
}

const table = (rows: readonly Row[]): string =>
  `<table class="contacts"><thead><tr><th>Name</th><th>Role</th><th>E-mail</th></tr></thead><tbody>${rows
    .map(
      ({ name, title, email }, n) =>
        `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(title)}</td><td>${email === null ? '–' : mailLink(email, n)}</td></tr>`,
    )
    .join('\n')}</tbody></table>`

const cards = (rows: readonly Row[]): string =>
  `<ul class="contacts">${rows
    .map(
      ({ name, title, email }, n) =>
        `<li><div class="card"><strong class="contact-name">${escapeHtml(name)}</strong><em>${escapeHtml(title)}</em>${email === null ? '' : mailLink(email, n)}</div></li>`,
    )
    .join('\n')}</ul>`

/** Links as hands write them: sometimes with a subject, sometimes in capitals. */
function mailLink(email: string, n: number): string {
  const address = n % 9 === 4 ? email.replace(/^./, (letter) => letter.toUpperCase()) : email
  const subject = n % 5 === 1 ? '?subject=Hello%20there' : ''
  return `<a href="mailto:${escapeHtml(address)}${subject}">${escapeHtml(email)}</a>`
}
