// Reads what a company's page shows: the top card, the section about it, and the lists of offices, people, posts and
// related companies, which the JSON-LD does not have.
import { plainText } from '@quarry/kit/read/clean-text'
import type { Dom } from '@quarry/kit/read/dom'
import type { ListReader } from '@quarry/kit/read/list-reader'
import { integerIn, toInteger } from '@quarry/kit/read/numbers'
import { ogProperty, openGraph } from '@quarry/kit/read/open-graph'
import { parseStaffRange } from '@quarry/kit/read/staff-range'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asTexts } from '@quarry/kit/read/values'
import { writtenLink } from '@quarry/kit/read/written-link'
import type { CompanyRecord } from './record.ts'

export function readShownCompany(dom: Dom, pageUrl: string, lists: ListReader) {
  const about = (fact: string) => dom.text(`[data-test-id="about-us__${fact}"] dd`)
  /** Most cards are links, but one without a link counts too. */
  const cards = (section: string) => dom.all(`[data-test-id="${section}"] li`)
  const readCompany = (card: Dom) => readCompanyCard(card, pageUrl)
  return {
    company_id: findId(dom),
    company_url: removeQuery(dom.attr('href', 'link[rel="canonical"]'), pageUrl),
    company_name:
      dom.text('.top-card-layout__title') ?? (dom.one('[data-test-id="about-us"]') ? dom.text('h1') : null),
    logo_url: findImage(dom.one('.top-card-layout__entity-image-container'), pageUrl),
    website: writtenLink(dom.one('[data-test-id="about-us__website"] dd'), pageUrl),
    specialities: splitSpecialities(about('specialties')),
    industry: about('industry') ?? dom.text('.top-card-layout__headline'),
    tagline: dom.text('.top-card-layout__second-subline'),
    description: dom.text('[data-test-id="about-us__description"]'),
    founded: toInteger(/\b\d{4}\b/.exec(about('foundedOn') ?? '')?.[0]),
    staff_range: parseStaffRange(about('size') ?? ''),
    staff_count: integerIn(dom.text('.face-pile__text') ?? ''),
    follower_count: readFollowers(dom.one('.top-card-layout__first-subline')),
    cityAndRegion: about('headquarters'),
    /** The lines of each address, the headquarter's first. */
    locations: lists.side('locations', dom.all('div[id^="address-"]'), readLines),
    posts: lists.side('posts', dom.all('article[data-id="main-feed-card"]'), (card) =>
      readPost(card, pageUrl),
    ),
    employees: lists.side('employees', cards('employees-at'), (card) => {
      const name = card.text('h3')
      return name === null ? null : { name, profile_url: findCardUrl(card, pageUrl) }
    }),
    similar_companies: lists.side('similar_companies', cards('similar-pages'), readCompany),
    affiliated_companies: lists.side('affiliated_companies', cards('affiliated-pages'), readCompany),
  }
}

/** The absolute address without query and fragment, which carry tracking parameters; null if `link` is not a link. */
export function removeQuery(link: string | null, base: string): string | null {
  const address = unwrapLink(link, base)
  if (address === null) return null
  const url = new URL(address)
  url.search = ''
  url.hash = ''
  return url.href
}

/** The image that a script would load, else the one that is there; null for the placeholder. */
function findImage(element: Dom | null, base: string): string | null {
  const image = element?.one('img[data-delayed-url], img[src]')
  const link = image?.attr('data-delayed-url') ?? image?.attr('src') ?? null
  return link === image?.attr('data-ghost-url') ? null : unwrapLink(link, base)
}

function readLines(address: Dom): string[] | null {
  const lines = asTexts(address.all('p').map((line) => line.text()))
  return lines.length > 0 ? lines : null
}

/** From the URN in the report link, else from the URN of a section, else from the link to the search for employees. */
function findId(dom: Dom): number | null {
  const urn = dom.attr('data-semaphore-content-urn', '[data-semaphore-content-type="COMPANY"]')
  const id = parseUrn(urn) ?? findIdInSections(dom)
  if (id !== null) return id
  // The search address is wrapped in one or two others, each time escaped again.
  const search =
    dom.attr('href', 'a[href*="facetCurrentCompany"]')?.replace(/%(?:25)*(?=[0-9a-f]{2})/gi, '%') ?? ''
  return toInteger(/facetCurrentCompany(?:=|%3D)(?:\[|%5B|"|%22){0,2}(\d{1,15})/i.exec(search)?.[1])
}

const parseUrn = (urn: string | null): number | null => toInteger(/:(\d{1,15})$/.exec(urn ?? '')?.[1])

/** Null if the sections are about several companies. */
function findIdInSections(dom: Dom): number | null {
  const sections = dom.all('[data-entity-id*=":organization:"]')
  const ids = new Set(sections.map((section) => parseUrn(section.attr('data-entity-id'))))
  const [id = null] = ids
  return ids.size === 1 ? id : null
}

/** "wind, solar, and storage". A lone "research and development" is one speciality. */
function splitSpecialities(text: string | null): string[] {
  const parts = text?.split(/,\s+/) ?? []
  const last = parts.length > 1 ? parts.pop() : undefined
  return asTexts([...parts, last?.replace(/^(?:and|et|und|y)\s+/, '')])
}

const figure = /^(\d[\d., '’]{0,20}) \p{L}{3,20}$/u

/** The line is "City, Region · 5,750 followers", each part in its own element; the city may be missing. */
function readFollowers(line: Dom | null): number | null {
  const html = line?.html() ?? ''
  const tail = plainText(html.slice(html.lastIndexOf('>') + 1))
  const match = figure.exec(tail ?? '') ?? figure.exec(line?.children().at(-1)?.text() ?? '')
  const digits = match?.[1] ?? readFigureAtEnd(line?.text() ?? '')
  return digits === null ? null : integerIn(digits)
}

/** Without elements, a number before the figure may be part of it or of the city: then the result is null. */
function readFigureAtEnd(text: string): string | null {
  const [before = '', last = '', unit = ''] = text.split(' ').slice(-3)
  const isClear = /^\d[\d.,]{0,15}$/.test(last) && /^\p{L}{3,20}$/u.test(unit) && /[^\d.,]$/.test(before)
  return isClear ? last : null
}

/** The same figure in the page's Open Graph description: "Acme | 5,750 followers on …". */
export function readFollowersInMeta(html: string): number | null {
  const description = ogProperty(openGraph(html), 'og:description') ?? ''
  const match =
    /(?:^|\| )([\d.,\u00a0\u202f\u2009]{1,15}) (?:followers?|abonnés|seguidores|seguaci|volgers)\b/i.exec(
      description,
    )
  return match?.[1] === undefined ? null : integerIn(match[1])
}

/** The id is in the post's URN and in the address of its page. */
function readPost(card: Dom, pageUrl: string): CompanyRecord['posts'][number] | null {
  const urn = card.attr('data-activity-urn') ?? ''
  const item = card.closest('li') ?? card.parent()
  const link = item?.attr('href', 'a[data-id="main-feed-card__full-link"]') ?? null
  const id = /:(\d{1,30})$/.exec(urn)?.[1] ?? /[:-]activity[:-](\d{1,30})/.exec(link ?? '')?.[1]
  const url = removeQuery(link ?? (urn === '' ? null : `/feed/update/${urn}`), pageUrl)
  return id === undefined ? null : { post_id: id, post_url: url }
}

const findCardUrl = (card: Dom, pageUrl: string) => removeQuery(card.attr('href', 'a[href]'), pageUrl)

function readCompanyCard(card: Dom, pageUrl: string): CompanyRecord['similar_companies'][number] | null {
  const name = card.text('h3')
  if (name === null) return null
  return {
    company_url: findCardUrl(card, pageUrl),
    company_logo: findImage(card, pageUrl),
    company_name: name,
  }
}
