// A search: parameters, record and price, and the reader of the result page.
import { endpoint, found, type Page, pageChanged, searchProvider } from '@quarry/kit'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { createListReader } from '@quarry/kit/read/list-reader'
import { integerIn } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { assertReadable } from '@quarry/kit/read/walls'
import { integer, list, nullable, number, object, type Static, text } from '@quarry/kit/schema'

const result = object({
  name: text('Copper lantern 7'),
  url: nullable(text('https://www.my-source.example/items/7', { format: 'uri' })),
  price: nullable(number(24.5)),
  currency: nullable(text('EUR')),
})
const record = object({ total: nullable(integer(12)), results: list(result) })

/** Reads a result page. It has no state and does no I/O. */
export function readResults(page: Page) {
  assertReadable(page)
  const dom = parseDom(page)
  const total = dom.text('.total')
  if (total === null) throw pageChanged('no number of results')
  // Counts the items that the page shows and those that could be read, so that none is lost in silence.
  const lists = createListReader('dom')
  const results = lists.main('results', dom.all('li.result'), (item) => readResult(item, page.url))
  return found<Static<typeof record>>({ total: integerIn(total), results }, lists.counted())
}

/** Null for an item that cannot be read. */
function readResult(item: Dom, base: string): Static<typeof result> | null {
  const name = item.text('.name')
  if (name === null) return null
  const href = item.attr('href', 'a')
  const price = toPrice(item.text('.price') ?? '')
  return {
    name,
    url: href !== null && URL.canParse(href, base) ? new URL(href, base).href : null,
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
  }
}

export const lookup = endpoint({
  method: 'GET',
  path: '/v2/my_source/search',
  credits: 1,
  notFound: 'free',
  summary: 'Search',
  description: 'Items that match some words.',
  example: { query: 'copper' },
  params: object({
    query: text('copper', { description: 'Words of the name.', minLength: 1, maxLength: 100 }),
  }),
  record,
  // Equal lookups give equal queries, because the query is the key of the cache.
  parse: ({ query }) => query.trim().toLowerCase().replaceAll(/\s+/g, ' '),
  providers: [
    searchProvider({
      page: (words: string, site) => site.url(`/search?q=${encodeURIComponent(words)}`),
      extract: readResults,
    }),
  ],
})
