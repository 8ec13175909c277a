// A page of results from its markup: the form of old pages, of pages whose state arrived broken, and of pages whose
// state holds nothing but advertisements. It shows names, places and filters; the rest stays null.
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { integerIn } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { idInProfileUrl, profileUrl } from './profile-url.ts'
import type { Filter } from './search-filter.ts'

export type ResultsMarkup = {
  /** A company for each card, in the names of a page state; a card without a name gives one without. */
  companies: JsonObject[]
  filters: Filter[]
  /** How many results the page says it shows. */
  shown: number | null
  pagination: {
    perPage: number | null
    totalPages: number | null
    hasNextPage: boolean | null
    totalResults: number | null
  }
}

const maxFilters = 1000

/** What the markup shows, or null where it has no list of results. */
export function resultsFromMarkup(
  page: { body: string; url: string },
  pageNumber: number,
): ResultsMarkup | null {
  const dom = parseDom(page)
  const list = dom.one('ul[data-ref="srp.results"]')
  if (!list) return null
  const children = list.children()
  // Between the cards there may be other things; where none looks like a card, cards have a new look.
  const marked = children.filter((child) => child.one(cardMarks))
  const cards = marked.length > 0 ? marked : children
  // What a card says in a button is a name only if no other card says the same: "Request a quote" stands on all.
  const said = cards.map((card) => card.text('button'))
  const isOwn = (text: string | null | undefined) =>
    said.indexOf(text ?? null) === said.lastIndexOf(text ?? null)
  return {
    companies: cards.map((card, n) => companyIn(card, isOwn(said[n]) ? (said[n] ?? null) : null, page.url)),
    filters: filtersIn(dom),
    ...pagingIn(dom, pageNumber),
  }
}

const cardMarks = '[data-testid*="supplier"], h2, h3, button, a[href*="/company/"]'

/** Where a card has its name, the best place first; the name may be repeated for small screens. */
const namePlaces = ['[data-testid="supplier-name-link"]', '[data-testid*="supplier-name"]', 'h2', 'h3']
const idNames = ['data-tgrams-id', 'data-company-id', 'data-supplier-id']

function companyIn(card: Dom, ownButton: string | null, pageUrl: string): JsonObject {
  const named = namePlaces.map((place) => card.one(place)).find((element) => element?.text())
  const name = named?.text() ?? ownButton
  const stated = idNames.map((id) => card.attr(id) ?? card.attr(id, `[${id}]`)).find((id) => id !== null)
  // A name that is no link leaves the others of its card: to the place on the map, to the products.
  const link = named?.attr('href') ?? card.attr('href', 'a[href*="/company/"]')
  const url = profileUrl({ link, name, id: stated ?? null, pageUrl })
  return {
    name,
    url,
    tgramsId: (url === null ? null : idInProfileUrl(url)) ?? stated ?? null,
    address: placeOf(card.text('[data-testid="srp.supplier-location-link"]') ?? ''),
  }
}

/** "City, ST ZIP", where each part after the city may be missing. */
function placeOf(text: string): JsonObject {
  const match =
    /^([^,]{1,100})(?:, ?([A-Z]{2})(?: (?:(\d{5})(?:-(\d{4}))?|([A-Z]\d[A-Z] ?\d[A-Z]\d)))?)?$/.exec(
      text.trim(),
    )
  const [, city, state, zip, zip4, postalCode] = match ?? []
  return { city, state, zip: zip ?? postalCode, zip4 }
}

function filtersIn(dom: Dom): Filter[] {
  const filters = new Map<string, Filter>()
  for (const input of dom.all('[data-sentry-component="Filter"] input').slice(0, maxFilters)) {
    const id = input.attr('id')
    // Small screens have a second set with the same ids behind a prefix.
    if (id === null || id.startsWith('m-') || filters.has(id)) continue
    const next = input.next()
    const label = (input.closest('label') ?? (next?.tag === 'label' ? next : null))?.text() ?? null
    const open = label?.endsWith(')') ? label.lastIndexOf('(') : -1
    filters.set(id, {
      id,
      count: label && open > 0 ? integerIn(label.slice(open)) : null,
      label: label && open > 0 ? label.slice(0, open).trim() : label,
      section: input.closest('fieldset')?.text('legend') ?? null,
    })
  }
  return [...filters.values()]
}

/** What the links between pages and the line "Showing 26 - 50 of 1,204" tell; what they do not tell is null. */
function pagingIn(dom: Dom, current: number): Pick<ResultsMarkup, 'pagination' | 'shown'> {
  const links = dom.all('nav[aria-label*="agination"] a, [rel~="next"], [rel~="prev"]').slice(0, maxPageLinks)
  const numbers = links
    .map((link) => pageNumberIn(link.attr('href') ?? ''))
    .filter((number) => number !== null)
  const [from, to, total] = shownRange(dom.text('[data-testid*="results-count"]') ?? '')
  return {
    shown: from === null || to === null || to < from || from < 1 ? null : to - from + 1,
    pagination: {
      perPage: perPageBy(from, to, total, current),
      totalPages: numbers.length > 0 ? Math.max(...numbers) : total === 0 ? 0 : null,
      hasNextPage: links.length > 0 || total === 0 ? dom.one('[rel~="next"]') !== null : null,
      totalResults: total,
    },
  }
}

/** The three numbers of "Showing 26 - 50 of 1,204", or nulls. */
function shownRange(line: string): [number | null, number | null, number | null] {
  const [range = '', rest = ''] = line.split(' of ', 2)
  const [before = '', after = ''] = range.split(/[-–—]/, 2)
  const from = before.trim().split(' ').at(-1) ?? ''
  const to = after.trim()
  const total = rest.trim().split(' ', 1)[0] ?? ''
  const isRange = [from, to, total].every((word) => /^\d[\d,.]{0,12}$/.test(word))
  return isRange ? [integerIn(from), integerIn(to), integerIn(total)] : [null, null, null]
}

const maxPageLinks = 100

function pageNumberIn(href: string): number | null {
  const number = Number(/[?&]page_number=(\d{1,6})(?:&|$)/.exec(href)?.[1])
  return Number.isInteger(number) ? number : null
}

/** A full page shows its own size, and a later one tells the size of those before it; a lone short one does not. */
function perPageBy(
  from: number | null,
  to: number | null,
  total: number | null,
  current: number,
): number | null {
  if (from === null || to === null || total === null || from < 1) return null
  if (current > 1) return Number.isInteger((from - 1) / (current - 1)) ? (from - 1) / (current - 1) : null
  return to < total ? to : null
}
