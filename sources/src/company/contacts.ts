// The people that a directory lists for a company, with their addresses: a table today, cards on older pages, and
// linked data where a page shows neither.
import { type Page, pageChanged, type Reading } from '@quarry/kit/outcome'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { jsonLd, ofType } from '@quarry/kit/read/json-ld'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asObject, asText } from '@quarry/kit/read/values'
import { organizationOf } from './company-linked-data.ts'
import { domainOfPage } from './directory.ts'
import { isRoleWord } from './role-words.ts'

/** A person's name, and what stands before the @ of their address. */
export type Contact = { name: string; local: string }

const maxContacts = 1000

/** Everybody with an address at the domain, each address once. Throws where the page has no list of contacts. */
export function contactsIn(page: Page, askedDomain: string): { contacts: Contact[]; reading: Reading } {
  const domain = domainOfPage(page) ?? askedDomain
  const dom = parseDom(page)
  const shown = contactsShown(dom).slice(0, maxContacts)
  const listed = shown.length > 0 ? shown : linkedContacts(jsonLd(page.body), page.url)
  if (listed.length === 0 && !dom.one(homes)) throw pageChanged('the page has no list of contacts')
  const lists = createListReader(shown.length > 0 || listed.length === 0 ? 'dom' : 'json-ld')
  const own = listed.filter((contact) => isOwn(contact, domain))
  const read = lists.main('contacts', own, ({ name, address }): Contact | null =>
    name === null || address === null ? null : { name, local: address.local },
  )
  return {
    contacts: [...new Map(read.map((contact) => [contact.local, contact])).values()],
    reading: lists.counted(),
  }
}

const homes = '#contacts, table.contacts, ul.contacts'

type Address = { local: string; domain: string }
type Listed = { name: string | null; address: Address | null; isInList: boolean }

/** Somebody from outside is no contact of the company, and an office without a name nobody's. */
function isOwn({ name, address, isInList }: Listed, domain: string): boolean {
  if (address === null) return isInList
  return address.domain === domain && (name !== null || !isRoleWord(address.local))
}

/** Links to write to somebody, and the rows and cards that show an address without one. */
function contactsShown(dom: Dom): Listed[] {
  const linked = dom.all('a[href^="mailto:" i]').map((link) => {
    const around = link.closest('tr') ?? link.closest('li')
    return contactIn(around, link.attr('href') ?? '')
  })
  const rows = homes.split(', ').flatMap((home) => [`${home} tr`, `${home} li`])
  const bare = dom
    .all(rows.join(', '))
    .filter((row) => row.text()?.includes('@') && !row.one('a[href^="mailto:" i]'))
  return [...linked, ...bare.map((row) => contactIn(row, row.text()?.match(writtenAddress)?.[0] ?? ''))]
}

const writtenAddress = /[^@\s<>,;"():]{1,64}@[^@\s<>,;"():]{1,253}/

/** The name stands in a cell of the row or card; another cell, or the link's own text, is the address. */
function contactIn(around: Dom | null, email: string): Listed {
  const name = around?.text('.contact-name') ?? around?.text('th') ?? around?.text('td') ?? null
  return {
    name: name?.includes('@') ? null : name,
    address: readAddress(email),
    isInList: (around?.closest(homes) ?? null) !== null,
  }
}

/** People stand by themselves or as the organization's employees. */
function linkedContacts(nodes: readonly JsonObject[], pageUrl: string): Listed[] {
  const employees = asList(organizationOf(nodes, pageUrl)?.employee)
    .map(asObject)
    .filter((person) => person !== null)
  return [...ofType(nodes, 'Person'), ...employees]
    .slice(0, maxContacts)
    .filter((person) => asText(person.email) !== null)
    .map((person) => ({
      name: asText(person.name),
      address: readAddress(asText(person.email) ?? ''),
      isInList: true,
    }))
}

/** `mailto:Jane.Doe+news@acme.example?subject=…` is jane.doe at acme.example. */
function readAddress(email: string): Address | null {
  const text = decodePercent(email.replace(/^mailto:/i, '').replace(/\?.*$/s, '')).trim()
  const [, local = '', host = ''] = /^([^@\s<>,;"]{1,64})@([^@\s<>,;"]{1,253})$/.exec(text) ?? []
  const domain = companyDomain(host)
  const untagged = local.toLowerCase().replace(/\+.*$/s, '')
  return domain === null || untagged === '' ? null : { local: untagged, domain }
}
