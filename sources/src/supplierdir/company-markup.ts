// Reads a supplier's profile from its markup, in the current look and the oldest one, and the addresses of profiles.
// Returns the fields of a page state, so that all forms are converted by the same code.

import { isUrl } from '@quarry/kit/is-url'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { writtenLink } from '@quarry/kit/read/written-link'
import { toSlug } from './read-supplier.ts'
import { parsePlace } from './search-markup.ts'

const maxLabels = 100
const maxLocations = 200

/** Letters of the company types, by the names that profiles show. */
const typeLetters: ReadonlyMap<string, string> = new Map([
  ['custom manufacturer', 'C'],
  ['turnkey systems integrator', 'Q'],
  ['distributor', 'D'],
  ['finishing service company', 'F'],
  ['manufacturer', 'M'],
  ["manufacturers' representative", 'R'],
  ['exporter', 'E'],
  ['service company', 'S'],
  ['importer', 'I'],
])

/** Null if the markup has no name of a company. */
export function readCompanyMarkup(page: { body: string; url: string }): JsonObject | null {
  const dom = parseDom(page)
  const oldName = dom.one('h1.copro-supplier-name')
  const link = dom.attr('href', 'link[rel="canonical"]') ?? page.url
  const identity = { url: link, tgramsId: findProfile(link, page.url)?.id ?? null }
  if (oldName) return { ...identity, ...readOldest(dom, oldName) }
  const name = dom.text('h1')
  const labels = readLabels(dom)
  // A page of another kind has a heading too, but no label and no location of a supplier.
  if (name === null || (labels.size === 0 && !dom.one(locationsPart))) return null
  return { ...identity, name, ...readCurrent(dom, labels, name, page.url) }
}

const locationsPart = '[data-sentry-component="SupplierLocations"]'

function readCurrent(dom: Dom, labels: Labels, name: string, pageUrl: string): JsonObject {
  const first = (label: string) => labels.get(label)?.texts[0] ?? null
  const listNamed = (label: string) => labels.get(label)?.texts.map((text) => ({ name: text }))
  const locations = readLocations(dom, pageUrl)
  const type = first('primary company type')
  return {
    ...readDescriptions(dom, name),
    address: locations?.[0]?.address,
    yearFounded: first('year founded'),
    numberEmployees: first('no of employees'),
    annualSales: first('annual sales'),
    ownershipType: first('ownership'),
    type: type && typeLetters.get(type.toLowerCase()),
    personnel: labels.get('key personnel')?.texts.map(parsePerson),
    website: writtenLink(labels.get('website')?.list, pageUrl) ?? first('website'),
    families: listNamed('products & services'),
    brands: listNamed('brands'),
    certificationTotals: listNamed('certifications'),
    primaryPhone: readContact(dom, 'tel'),
    email: readContact(dom, 'mailto'),
    fax: first('fax'),
    isClaimed: dom.one('[data-sentry-component="Unclaimed"]') ? false : null,
    locations,
  }
}

type Labels = Map<string, { texts: string[]; list: Dom }>

/** The values under each label, by the label in lower case. "Not available" and empty elements are left out. */
function readLabels(dom: Dom): Labels {
  const labels: Labels = new Map()
  for (const label of dom.all('div.txt-label').slice(0, maxLabels)) {
    const key = label.text()?.replace(/:$/, '').trim().toLowerCase()
    const list = label.parent()?.one('ul')
    if (!key || !list || labels.has(key)) continue
    const items = list.all('li')
    const texts = (items.length > 0 ? items : [list]).map((item) => item.text())
    const statedTexts = texts.filter((text) => text !== null && !/^not available$/i.test(text))
    if (statedTexts.length > 0) labels.set(key, { texts: statedTexts as string[], list })
  }
  return labels
}

/** "Company Description by …" names its author: the company itself, or the directory. */
function readDescriptions(dom: Dom, name: string): JsonObject {
  const texts: JsonObject = {}
  for (const heading of dom.all('h3').slice(0, maxLabels)) {
    const author = /^company description by (.{1,200})$/i.exec(heading.text() ?? '')?.[1]
    const paragraph = heading.next()
    if (author === undefined || paragraph?.tag !== 'p') continue
    const field = toSlug(author) === toSlug(name) ? 'descriptionByCompany' : 'description'
    texts[field] ??= paragraph.text()
  }
  return texts
}

/** Null if the page has no such part, so that "none shown" and "not stated" differ. */
export function readLocations(dom: Dom, pageUrl: string): JsonObject[] | null {
  const part = dom.one(locationsPart)
  if (!part) return null
  const links = part.all('a').slice(0, maxLocations)
  return links.map((link) => {
    const url = link.attr('href')
    const tgramsId = url === null ? null : findProfile(url, pageUrl)?.id
    return { url, tgramsId, address: parsePlace(link.text() ?? '') }
  })
}

const readContact = (dom: Dom, scheme: 'tel' | 'mailto'): string | null => {
  const link = dom.one(`a[href^="${scheme}:"]`)
  const [address = ''] = link?.attr('href')?.replace(`${scheme}:`, '').split('?') ?? []
  return address.trim() || (link?.text() ?? null)
}

/** "Nora Pryce - Plant Manager"; the title may be missing. */
function parsePerson(text: string): JsonObject {
  const [name, ...title] = text.split(' - ')
  return { name, title: title.join(' - ') || null }
}

function readOldest(dom: Dom, heading: Dom): JsonObject {
  const lines = dom.text('span.copro-address-line')?.split(', ') ?? []
  // "Street, Building, City, ST ZIP"; abroad the city comes last.
  const placeParts = /^[A-Z]{2}(?: |$)/.test(lines.at(-1) ?? '') ? 2 : 1
  const street = lines.slice(0, -placeParts)
  return {
    name: removeBadges(heading),
    address: {
      ...parsePlace(lines.slice(-placeParts).join(', ')),
      address1: street[0],
      address2: street[1],
      address3: street[2],
    },
    primaryPhone: dom.text('p.phoneline')?.replace(/^[^\d+(]{1,20}/, ''),
    description: dom.text('#copro_pdm p'),
    families: dom.all('div.prodserv_group h3').map((product) => ({ name: product.text() })),
  }
}

/** The badges of a supplier are elements behind its name. */
function removeBadges(heading: Dom): string | null {
  let name = heading.text() ?? ''
  for (const badge of heading.children().reverse()) {
    const text = badge.text()
    if (text !== null && name.endsWith(text)) name = name.slice(0, -text.length).trim()
  }
  return name || heading.text()
}

const profilePath = /^\/company\/(?:([^/]{1,300})-)?(\d{1,20})(?:\/[a-z-]{1,40})?\/?$/i

/** The number and the words of a profile's address, or null for any other path. */
export function parseProfilePath(pathname: string): { id: string; slug: string | null } | null {
  const [, words, id] = profilePath.exec(pathname) ?? []
  if (id === undefined) return null
  const slug = words === undefined ? null : decodePercent(words).toLowerCase()
  // The words become part of a path again; anything unusual in them is dropped, because the number finds the profile.
  return { id, slug: slug !== null && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*$/u.test(slug) ? slug : null }
}

/** The same for a link on a page. */
export const findProfile = (link: string, base: string) =>
  isUrl(link, base) ? parseProfilePath(new URL(link, base).pathname) : null
