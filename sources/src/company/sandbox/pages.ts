// The pages of the sandbox company directory. Current ones have linked data and a table of contacts; old ones have no
// linked data and show contacts as cards; on broken ones the linked data is cut off.
import { cutIsland, escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import type { Company } from '../../sandbox/companies.ts'
import { listPeople, listRoleAddresses } from '../../sandbox/people.ts'
import { capitalise } from '../../sandbox/prose.ts'

const root = 'https://www.company.example'
const formatCount = (count: number) => count.toLocaleString('en-US')

type Form = 'current' | 'old' | 'broken'
const chooseForm = ({ index }: Company): Form =>
  index % 17 === 9 ? 'broken' : index % 11 === 5 ? 'old' : 'current'

/** The first 40 entries lack nothing; of the others, one in `every` lacks a fact. */
const isLacking = ({ index }: Company, every: number, remainder: number) =>
  index >= 40 && index % every === remainder

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
  const form = chooseForm(company)
  const linked = renderLinkedData(buildLinkedData(company))
  const directory = renderLinkedData({ '@type': 'Organization', name: 'Company directory', url: `${root}/` })
  const island = form === 'broken' ? cutIsland(linked) : linked
  const head = form === 'old' ? '' : directory + island
  return page(company, `${company.name}: company profile`, head, renderCompany(company))
}

function collectFacts(company: Company) {
  const { staffCount, headquarters, industry } = company
  return {
    industry: isLacking(company, 31, 30) ? undefined : industry,
    headcount: isLacking(company, 7, 3) ? undefined : (staffCount ?? undefined),
    size: staffCount === null ? undefined : toSize(staffCount),
    place: isLacking(company, 29, 7) ? undefined : headquarters,
  }
}

const sizeLimits = [10, 50, 200, 500, 1000, 5000, 10_000]

function toSize(staff: number): { least: number; most: number | undefined } {
  const most = sizeLimits.find((limit) => staff <= limit)
  const least = (sizeLimits.findLast((limit) => staff > limit) ?? 0) + 1
  return { least, most }
}

function buildLinkedData(company: Company) {
  const { index, founded, logoPath, specialities } = company
  const { industry, headcount, size, place } = collectFacts(company)
  const logo = logoPath === null ? undefined : root + logoPath
  return {
    '@type': 'Organization',
    '@id': `${root}/companies/${company.domain}`,
    name: company.name,
    url: company.website ?? undefined,
    description: company.description ?? undefined,
    industry,
    foundingDate: founded === null ? undefined : index % 3 === 0 ? `${founded}-04-01` : String(founded),
    numberOfEmployees: size && {
      '@type': 'QuantitativeValue',
      value: headcount && String(headcount),
      minValue: size.least,
      maxValue: size.most,
    },
    address: place && {
      '@type': 'PostalAddress',
      addressLocality: place.city,
      addressCountry: place.countryCode,
    },
    logo: logo && index % 2 !== 0 ? { '@type': 'ImageObject', url: logo } : logo,
    knowsAbout: index % 4 === 1 ? specialities.join(', ') : specialities,
    sameAs: company.socialProfiles.map(({ url }) => url),
  }
}

function renderCompany(company: Company): string {
  const { website, specialities, description, logoPath } = company
  const { industry, headcount, size, place } = collectFacts(company)
  const facts = {
    Website: website && renderOutsideLink(website, website),
    Industry: industry && escapeHtml(industry),
    Founded: company.founded,
    'Company size': size && `${formatSize(size)} employees`,
    Headcount: headcount && formatCount(headcount),
    Headquarters: place && escapeHtml(`${place.city}, ${place.countryCode}`),
    Specialities: specialities.length > 0 ? `<ul>${specialities.map(renderItem).join('')}</ul>` : null,
  }
  return `<h1>${escapeHtml(company.name)}</h1>
${logoPath ? `<img class="company-logo" src="${logoPath}" alt="">` : ''}
${description ? `<p class="company-description">${escapeHtml(description)}</p>` : ''}
<dl class="company-facts">${Object.entries(facts)
    .flatMap(([label, html]) => (html ? [`<dt>${label}:</dt><dd>${html}</dd>`] : []))
    .join('\n')}</dl>
<ul class="follow">${company.socialProfiles
    .map(({ network, url }) => `<li>${renderOutsideLink(url, network, 'me nofollow')}</li>`)
    .join('')}</ul>
<a href="/companies/${company.domain}/contacts">Contacts</a>`
}

const renderOutsideLink = (url: string, text: string, rel = 'nofollow') =>
  `<a rel="${rel}" href="/redirect?url=${encodeURIComponent(url)}">${escapeHtml(text)}</a>`

const renderItem = (text: string) => `<li>${escapeHtml(text)}</li>`

const formatSize = ({ least, most }: { least: number; most: number | undefined }) =>
  most === undefined ? `${formatCount(least)}+` : `${formatCount(least)} - ${formatCount(most)}`

type Contact = { name: string; title: string; email: string | null }

/** People and role addresses of the company, and on every fourth page a person of another company. */
function listContacts(company: Company): Contact[] {
  const people = listPeople(company.index).map(({ fullName: name, title, email }) => ({ name, title, email }))
  const roles = listRoleAddresses(company.index).map((email) => {
    const role = capitalise(email.split('@')[0] ?? '')
    return { name: `${role} desk`, title: 'General contact', email }
  })
  const outsider = { name: 'Robin Hale', title: 'Agency', email: 'robin.hale@outside-agency.example' }
  return [...people.slice(0, 3), ...roles, ...people.slice(3), ...(company.index % 4 === 2 ? [outsider] : [])]
}

export function contactsPage(company: Company): string {
  const contacts = isLacking(company, 37, 0) ? [] : listContacts(company)
  const render = chooseForm(company) === 'old' ? renderCards : renderTable
  const list = contacts.length === 0 ? '<p>No public contacts yet.</p>' : render(contacts)
  const body = `<h1>Contacts at ${escapeHtml(company.name)}</h1><section id="contacts">${list}</section><p>Something wrong? <a href="/help">Tell us</a>.</p>`
  return page(company, `Contacts at ${company.name}`, '', body)
}

function renderTable(contacts: readonly Contact[]): string {
  const rows = contacts.map(({ name, title, email }, n) => {
    const cells = [escapeHtml(name), escapeHtml(title), mailLink(email, n) || '–']
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<table class="contacts"><thead><tr><th>Name</th><th>Role</th><th>E-mail</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function renderCards(contacts: readonly Contact[]): string {
  const cards = contacts.map(
    ({ name, title, email }, n) =>
      `<li><div class="card"><strong class="contact-name">${escapeHtml(name)}</strong><em>${escapeHtml(title)}</em>${mailLink(email, n)}</div></li>`,
  )
  return `<ul class="contacts">${cards.join('\n')}</ul>`
}

/** As people write such links: some with a subject, some with a capital. */
function mailLink(email: string | null, n: number): string {
  if (email === null) return ''
  const address = n % 9 === 4 ? capitalise(email) : email
  const subject = n % 5 === 1 ? '?subject=Hello%20there' : ''
  return `<a href="mailto:${escapeHtml(address)}${subject}">${escapeHtml(email)}</a>`
}
