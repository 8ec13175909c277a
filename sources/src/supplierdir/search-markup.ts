// Reads a page of results from its markup: old pages, pages whose state is broken, and pages whose state has only
// advertisements. The markup shows names, places and filters; all other fields are null.
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { integerIn } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { buildProfileUrl } from './read-supplier.ts'
import type { Filter } from './search-record.ts'

const maxFilters = 1000
const maxPageLinks = 100

/** Null if the markup has no list of results. */
export function readMarkup(page: { body: string; url: string }, pageNumber: number) {
  const dom = parseDom(page)
  const list = dom.one('ul[data-ref="srp.results"]')
  if (!list) return null
  const children = list.children()
  // Other elements may be between the cards; if no child looks like a card, the cards have a new look.
  const marked = children.filter((child) => child.one(cardMarks))
  const cards = marked.length > 0 ? marked : children
  // The text of a button is a name only if no other card has it: "Request a quote" is on all of them.
  const buttons = cards.map((card) => card.text('button'))
  const isUnique = (text: string | null) => buttons.indexOf(text) === buttons.lastIndexOf(text)
  return {
    /** With the field names of a page state. A card without a name gives a company without a name. */
    companies: cards.map((card, n) => {
      const button = buttons[n] ?? null
      return readCard(card, isUnique(button) ? button : null, page.url)
    }),
    filters: readFilters(dom),
    ...readPaging(dom, pageNumber),
  }
}

const cardMarks = '[data-testid*="supplier"], h2, h3, button, a[href*="/company/"]'

/** Where a card may have its name, the best place first. */
const namePlaces = ['[data-testid="supplier-name-link"]', '[data-testid*="supplier-name"]', 'h2', 'h3']
const idNames = ['data-tgrams-id', 'data-company-id', 'data-supplier-id']

function readCard(card: Dom, uniqueButton: string | null, pageUrl: string): JsonObject {
  const title = namePlaces.map((place) => card.one(place)).find((element) => element?.text())
  const name = title?.text() ?? uniqueButton
  const cardId =
    idNames.map((id) => card.attr(id) ?? card.attr(id, `[${id}]`)).find((id) => id !== null) ?? null
  // If the name is no link, any other link of the card to the company will do: to the map, to the products.
  const link = title?.attr('href') ?? card.attr('href', 'a[href*="/company/"]')
  const url = buildProfileUrl({ link, name, id: cardId }, pageUrl)
  const urlId = /\/company\/(?:[^/]{0,300}-)?(\d{1,20})(?:\/|$)/.exec(
    url === null ? '' : new URL(url).pathname,
  )?.[1]
  return {
    name,
    url,
    tgramsId: urlId ?? cardId,
    address: parsePlace(card.text('[data-testid="srp.supplier-location-link"]') ?? ''),
  }
}

/** "City, ST ZIP"; each part after the city may be missing. */
export function parsePlace(text: string): JsonObject {
  const match =
    /^([^,]{1,100})(?:, ?([A-Z]{2})(?: (?:(\d{5})(?:-(\d{4}))?|([A-Z]\d[A-Z] ?\d[A-Z]\d)))?)?$/.exec(
      text.trim(),
    )
  const [, city, state, zip, zip4, postalCode] = match ?? []
  return { city, state, zip: zip ?? postalCode, zip4 }
}

function readFilters(dom: Dom): Filter[] {
  const filters = new Map<string, Filter>()
  for (const input of dom.all('[data-sentry-component="Filter"] input').slice(0, maxFilters)) {
    const id = input.attr('id')
    // A second set for small screens has the same ids with a prefix.
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

/** From the links between pages and the line "Showing 26 - 50 of 1,204". */
function readPaging(dom: Dom, current: number) {
  const links = dom.all('nav[aria-label*="agination"] a, [rel~="next"], [rel~="prev"]').slice(0, maxPageLinks)
  const numbers = links.flatMap((link) => {
    const number = /[?&]page_number=(\d{1,6})(?:&|$)/.exec(link.attr('href') ?? '')?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  const range = parseRange(dom.text('[data-testid*="results-count"]') ?? '')
  const total = range?.total ?? null
  return {
    /** How many results the page states that it shows. */
    shown: range && range.to >= range.from && range.from >= 1 ? range.to - range.from + 1 : null,
    pagination: {
      per_page: range && readPageSize(range, current),
      total_pages: numbers.length > 0 ? Math.max(...numbers) : total === 0 ? 0 : null,
      has_next_page: links.length > 0 || total === 0 ? dom.one('[rel~="next"]') !== null : null,
      total_results: total,
    },
  }
}

type Range = { from: number; to: number; total: number }

/** The three numbers of "Showing 26 - 50 of 1,204", or null. */
function parseRange(line: string): Range | null {
  const [range = '', rest = ''] = line.split(' of ', 2)
  const [before = '', after = ''] = range.split(/[-–—]/, 2)
  const words = [before.trim().split(' ').at(-1) ?? '', after.trim(), rest.trim().split(' ', 1)[0] ?? '']
  const [from, to, total] = words.map((word) => (/^\d[\d,.]{0,12}$/.test(word) ? integerIn(word) : null))
  return from == null || to == null || total == null ? null : { from, to, total }
}

/** The first page shows the size if more follow it, a later page shows the size of those before it; else null. */
function readPageSize({ from, to, total }: Range, current: number): number | null {
  if (from < 1) return null
  if (current > 1) return Number.isInteger((from - 1) / (current - 1)) ? (from - 1) / (current - 1) : null
  return to < total ? to : null
}
