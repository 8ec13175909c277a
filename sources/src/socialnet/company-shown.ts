// What a company's page shows: the top card, the section about it, and the lists of offices, people, posts and
// related companies. Linked data knows none of the lists.
import { plainText } from '@quarry/kit/read/clean-text'
import type { Dom } from '@quarry/kit/read/dom'
import type { ListReader } from '@quarry/kit/read/list-reader'
import { integerIn, toInteger } from '@quarry/kit/read/numbers'
import { ogProperty, openGraph } from '@quarry/kit/read/open-graph'
import { parseStaffRange, type StaffRange } from '@quarry/kit/read/staff-range'
import { writtenLink } from '@quarry/kit/read/written-link'
import type { CompanyRecord } from './company-info-record.ts'
import { imageIn, withoutQuery } from './links.ts'

export type ShownCompany = {
  id: number | null
  url: string | null
  name: string | null
  logo: string | null
  website: string | null
  specialities: string[]
  industry: string | null
  tagline: string | null
  description: string | null
  founded: number | null
  staffRange: StaffRange | null
  staffCount: number | null
  followers: number | null
  /** "City, Region". */
  headquarters: string | null
  /** The lines of each address, the headquarter's first. */
  locations: string[][]
  posts: CompanyRecord['posts']
  employees: CompanyRecord['employees']
  similar: CompanyRecord['similar_companies']
  affiliated: CompanyRecord['affiliated_companies']
}

export function shownCompany(dom: Dom, pageUrl: string, lists: ListReader): ShownCompany {
  const about = (fact: string) => dom.text(`[data-test-id="about-us__${fact}"] dd`)
  const size = about('size')
  return {
    id: idIn(dom),
    url: withoutQuery(dom.attr('href', 'link[rel="canonical"]'), pageUrl),
    name:
      dom.text('.top-card-layout__title') ?? (dom.one('[data-test-id="about-us"]') ? dom.text('h1') : null),
    logo: imageIn(dom.one('.top-card-layout__entity-image-container'), pageUrl),
    website: writtenLink(dom.one('[data-test-id="about-us__website"] dd'), pageUrl),
    specialities: specialitiesIn(about('specialties')),
    industry: about('industry') ?? dom.text('.top-card-layout__headline'),
    tagline: dom.text('.top-card-layout__second-subline'),
    description: dom.text('[data-test-id="about-us__description"]'),
    founded: toInteger(/\b\d{4}\b/.exec(about('foundedOn') ?? '')?.[0]),
    staffRange: size === null ? null : parseStaffRange(size),
    staffCount: integerIn(dom.text('.face-pile__text') ?? ''),
    followers: followersIn(dom.one('.top-card-layout__first-subline')),
    headquarters: about('headquarters'),
    locations: lists.side('locations', dom.all('div[id^="address-"]'), linesOf),
    posts: lists.side('posts', dom.all('article[data-id="main-feed-card"]'), (card) => toPost(card, pageUrl)),
    employees: lists.side('employees', cardsIn(dom, 'employees-at'), (card) => toPerson(card, pageUrl)),
    similar: lists.side('similar_companies', cardsIn(dom, 'similar-pages'), (card) =>
      toCompany(card, pageUrl),
    ),
    affiliated: lists.side('affiliated_companies', cardsIn(dom, 'affiliated-pages'), (card) =>
      toCompany(card, pageUrl),
    ),
  }
}

/** The lines of an address, or null where it has none. */
function linesOf(address: Dom): string[] | null {
  const lines = address.all('p').map((line) => line.text())
  return lines.some((line) => line !== null) ? lines.filter((line) => line !== null) : null
}

/** The id ends the URN in the report link; other pages have it in a section or in the search for its people. */
function idIn(dom: Dom): number | null {
  const urn = dom.attr('data-semaphore-content-urn', '[data-semaphore-content-type="COMPANY"]')
  const id = idOfUrn(urn) ?? idOfSections(dom)
  if (id !== null) return id
  // The search address is wrapped in one or two others, each time escaped again.
  const search =
    dom.attr('href', 'a[href*="facetCurrentCompany"]')?.replace(/%(?:25)*(?=[0-9a-f]{2})/gi, '%') ?? ''
  return toInteger(/facetCurrentCompany(?:=|%3D)(?:\[|%5B|"|%22){0,2}(\d{1,15})/i.exec(search)?.[1])
}

const idOfUrn = (urn: string | null): number | null => toInteger(/:(\d{1,15})$/.exec(urn ?? '')?.[1])

/** The company that the sections of the page are about; null where they are about several. */
function idOfSections(dom: Dom): number | null {
  const ids = new Set(
    dom.all('[data-entity-id*=":organization:"]').map((part) => idOfUrn(part.attr('data-entity-id'))),
  )
  const [id = null] = ids
  return ids.size === 1 ? id : null
}

/** "wind, solar, and storage". A lone "research and development" is one speciality. */
function specialitiesIn(text: string | null): string[] {
  const parts = text?.split(/,\s+/) ?? []
  return parts
    .map((part, i) =>
      (i > 0 && i === parts.length - 1 ? part.replace(/^(?:and|et|und|y)\s+/, '') : part).trim(),
    )
    .filter((part) => part !== '')
}

const figure = /^(\d[\d., '’]{0,20}) \p{L}{3,20}$/u

/** Without borders between the parts, a number before the figure may belong to it or to the city: then neither is read. */
function figureAtEnd(text: string): string | null {
  const [before = '', last = '', unit = ''] = text.split(' ').slice(-3)
  const isRead = /^\d[\d.,]{0,15}$/.test(last) && /^\p{L}{3,20}$/u.test(unit) && /[^\d.,]$/.test(before)
  return isRead ? last : null
}

/** The line is "City, Region · 5,750 followers", the parts in elements of their own; the city may be missing. */
function followersIn(line: Dom | null): number | null {
  const html = line?.html() ?? ''
  const tail = plainText(html.slice(html.lastIndexOf('>') + 1))
  const match = figure.exec(tail ?? '') ?? figure.exec(line?.children().at(-1)?.text() ?? '')
  const shown = match?.[1] ?? figureAtEnd(line?.text() ?? '')
  return shown === null ? null : integerIn(shown)
}

/** The same figure in the page's description for other networks: "Acme | 5,750 followers on …". */
export function followersInMeta(html: string): number | null {
  const description = ogProperty(openGraph(html), 'og:description') ?? ''
  const match =
    /(?:^|\| )([\d.,\u00a0\u202f\u2009]{1,15}) (?:followers?|abonnés|seguidores|seguaci|volgers)\b/i.exec(
      description,
    )
  return match?.[1] === undefined ? null : integerIn(match[1])
}

/** The id is in the post's own name, and in the address of its page. */
function toPost(card: Dom, pageUrl: string): CompanyRecord['posts'][number] | null {
  const urn = card.attr('data-activity-urn') ?? ''
  const around = card.closest('li') ?? card.parent()
  const link = around?.attr('href', 'a[data-id="main-feed-card__full-link"]') ?? null
  const id = /:(\d{1,30})$/.exec(urn)?.[1] ?? /[:-]activity[:-](\d{1,30})/.exec(link ?? '')?.[1]
  const url = withoutQuery(link ?? (urn === '' ? null : `/feed/update/${urn}`), pageUrl)
  return id === undefined ? null : { post_id: id, post_url: url }
}

/** The cards of a section: mostly links, but a card is one also without. */
const cardsIn = (dom: Dom, section: string): Dom[] => dom.all(`[data-test-id="${section}"] li`)

const cardLink = (card: Dom, pageUrl: string) => withoutQuery(card.attr('href', 'a[href]'), pageUrl)

function toPerson(card: Dom, pageUrl: string): CompanyRecord['employees'][number] | null {
  const name = card.text('h3')
  return name === null ? null : { name, profile_url: cardLink(card, pageUrl) }
}

function toCompany(card: Dom, pageUrl: string): CompanyRecord['similar_companies'][number] | null {
  const name = card.text('h3')
  if (name === null) return null
  return { company_url: cardLink(card, pageUrl), company_logo: imageIn(card, pageUrl), company_name: name }
}
