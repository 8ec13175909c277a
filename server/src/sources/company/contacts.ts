// The people that a directory lists for a company, with their addresses: a table today, cards on older pages, and
// linked data where a page shows neither.
import { type Page, pageChanged } from '../../contract.ts'
import { companyDomain } from '../../extract/company-domain.ts'
import { decodePercent } from '../../extract/decode-percent.ts'
import { type Dom, parseDom } from '../../extract/dom.ts'
import { jsonLd, ofType } from '../../extract/json-ld.ts'
import type { JsonObject } from '../../extract/parse-json.ts'
import { asList, asObject, asText } from '../../extract/values.ts'
import { organizationOf } from './company-linked-data.ts'
import { domainOfPage } from './directory.ts'

/** A person's name, and what stands before the @ of their address. */
export type Contact = { name: string; local: string }

const maxContacts = 1000

/** Everybody with an address at the domain, each address once. Throws where the page has no list of contacts. */
export function contactsIn(page: Page, askedDomain: string): Contact[] {
  const domain = domainOfPage(page) ?? askedDomain
  const dom = parseDom(page)
  const shown = dom.all('a[href^="mailto:" i]').slice(0, maxContacts).map(contactShown)
  const listed = shown.length > 0 ? shown : linkedContacts(jsonLd(page.body), page.url)
  if (listed.length === 0 && !dom.one('#contacts, table.contacts, ul.contacts'))
    throw pageChanged('the page has no list of contacts')
  const byAddress = new Map<string, Contact>()
  for (const { name, email } of listed) {
    const address = readAddress(email)
    if (name !== null && address?.domain === domain)
      byAddress.set(address.local, { name, local: address.local })
  }
  return [...byAddress.values()]
}

type Listed = { name: string | null; email: string }

/** The name stands in a cell of the link's row or card; the link's own text is the address. */
function contactShown(link: Dom): Listed {
  const around = link.closest('tr') ?? link.closest('li')
  const name = around?.text('.contact-name') ?? around?.text('th') ?? around?.text('td') ?? null
  return { name: name?.includes('@') ? null : name, email: link.attr('href') ?? '' }
}

/** People stand by themselves or as the organization's employees. */
function linkedContacts(nodes: readonly JsonObject[], pageUrl: string): Listed[] {
  const employees = asList(organizationOf(nodes, pageUrl)?.employee)
    .map(asObject)
    .filter((person) => person !== null)
  return [...ofType(nodes, 'Person'), ...employees]
    .slice(0, maxContacts)
    .map((person) => ({ name: asText(person.name), email: asText(person.email) ?? '' }))
}

/** `mailto:Jane.Doe+news@acme.example?subject=…` is jane.doe at acme.example. */
function readAddress(email: string): { local: string; domain: string } | null {
  const text = decodePercent(email.replace(/^mailto:/i, '').replace(/\?.*$/s, '')).trim()
  const [, local = '', host = ''] = /^([^@\s<>,;"]{1,64})@([^@\s<>,;"]{1,253})$/.exec(text) ?? []
  const domain = companyDomain(host)
  const untagged = local.toLowerCase().replace(/\+.*$/s, '')
  return domain === null || untagged === '' ? null : { local: untagged, domain }
}
