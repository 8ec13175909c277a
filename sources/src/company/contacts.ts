// The people that the directory lists for a company, with their e-mail addresses: a table on current pages, cards on
// older ones, and JSON-LD if a page shows neither.
import { type Page, pageChanged, type Reading } from '@quarry/kit'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asObjects, asText } from '@quarry/kit/read/values'
import { findOrganization, findPageDomain } from './company-page.ts'

/** A person's name, and the part of their address before the @. */
export type Contact = { name: string; local: string }

const maxContacts = 1000
const listSelectors = ['#contacts', 'table.contacts', 'ul.contacts']
const anyList = listSelectors.join(', ')

/** The contacts with an address at the domain, each address once. Throws if the page has no list of contacts. */
export function readContacts(page: Page, queryDomain: string): { contacts: Contact[]; reading: Reading } {
  const domain = findPageDomain(page) ?? queryDomain
  const dom = parseDom(page)
  const shown = findShownEntries(dom).slice(0, maxContacts)
  const entries = shown.length > 0 ? shown : findLinkedEntries(jsonLd(page.body), page.url)
  if (entries.length === 0 && !dom.one(anyList)) throw pageChanged('the page has no list of contacts')
  const lists = createListReader(shown.length > 0 || entries.length === 0 ? 'dom' : 'json-ld')
  const ownEntries = entries.filter((entry) => isOwn(entry, domain))
  const all = lists.main('contacts', ownEntries, ({ name, address }): Contact | null =>
    name === null || address === null ? null : { name, local: address.local },
  )
  return {
    contacts: [...new Map(all.map((contact) => [contact.local, contact])).values()],
    reading: lists.counted(),
  }
}

type Address = { local: string; domain: string }
type Entry = { name: string | null; address: Address | null; isInList: boolean }

/** Leaves out people of other companies and role addresses without a name (`info@`). */
function isOwn({ name, address, isInList }: Entry, domain: string): boolean {
  if (address === null) return isInList
  return address.domain === domain && (name !== null || !isRoleWord(address.local))
}

/** All `mailto:` links, and the rows and cards that show an address as text. */
function findShownEntries(dom: Dom): Entry[] {
  const mailLink = 'a[href^="mailto:" i]'
  const linked = dom
    .all(mailLink)
    .map((link) => readEntry(link.closest('tr') ?? link.closest('li'), link.attr('href') ?? ''))
  const unlinked = dom
    .all(listSelectors.flatMap((list) => [`${list} tr`, `${list} li`]).join(', '))
    .filter((row) => row.text()?.includes('@') && !row.one(mailLink))
    .map((row) => readEntry(row, row.text()?.match(addressInText)?.[0] ?? ''))
  return [...linked, ...unlinked]
}

const addressInText = /[^@\s<>,;"():]{1,64}@[^@\s<>,;"():]{1,253}/

/** A text with an @ is not a name: the address may be in the first cell. */
function readEntry(row: Dom | null, email: string): Entry {
  const name = row?.text('.contact-name') ?? row?.text('th') ?? row?.text('td') ?? null
  return {
    name: name?.includes('@') ? null : name,
    address: parseEmail(email),
    isInList: (row?.closest(anyList) ?? null) !== null,
  }
}

/** Nodes of type Person, and the employees of the company's node. */
function findLinkedEntries(nodes: readonly JsonObject[], pageUrl: string): Entry[] {
  const employees = asObjects(asList(findOrganization(nodes, pageUrl)?.employee))
  return [...filterByType(nodes, 'Person'), ...employees].slice(0, maxContacts).flatMap((person) => {
    const email = asText(person.email)
    return email === null ? [] : [{ name: asText(person.name), address: parseEmail(email), isInList: true }]
  })
}

/** `mailto:Jane.Doe+news@acme.example?subject=…` is jane.doe at acme.example. */
function parseEmail(email: string): Address | null {
  const text = decodePercent(email.replace(/^mailto:/i, '').replace(/\?.*$/s, '')).trim()
  const [, local = '', host = ''] = /^([^@\s<>,;"]{1,64})@([^@\s<>,;"]{1,253})$/.exec(text) ?? []
  const domain = companyDomain(host)
  const untagged = local.toLowerCase().replace(/\+.*$/s, '')
  return domain === null || untagged === '' ? null : { local: untagged, domain }
}

const roles = new Set(
  `abuse accounting accounts admin administration billing booking bookings business careers compliance compta
  comptabilite contact contabilidad customercare customerservice data dpo empleo enquiries enquiry events facturation
  feedback finance general hello help helpdesk hi hostmaster hr info infos information inquiries investors invoice
  invoices invoicing it jobs kontakt legal mail mailbox management marketing media news newsletter noreply
  donotreply office operations order orders partner partners partnerships payments postmaster pr presse press privacy
  procurement purchasing recruiting recruitment recrutement reception reservations rgpd rh root sales security service
  services shop soporte store studio suppliers support team tech technical training ventas vente ventes vertrieb web
  webmaster welcome`.split(/\s+/),
)
const unitWords = new Set(
  'and department desk dept line enquiries room uk us eu fr de es unit relations relation'.split(' '),
)

export const isRoleWord = (word: string): boolean => roles.has(word)

/** Whether a contact's folded name is that of a role: "press office", "sales team uk". */
export function isRoleName(name: string): boolean {
  const [first = '', ...others] = name.split(/[^a-z]+/).filter((word) => word !== '')
  return isRoleWord(first) && others.every((word) => roles.has(word) || unitWords.has(word))
}
