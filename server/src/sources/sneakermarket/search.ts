// Sneaker search (interface 2.3): the best matches for a name, a brand, a SKU or a slug, as a plain list.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { looksLikeUrl } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { jsonAnswer } from '../../extract/json-answer.ts'
import { readQueryText } from '../../extract/query-text.ts'
import { assertReadable } from '../../extract/walls.ts'
import { list, object, text } from '../../lib/schema.ts'
import { itemsIn } from './search-items.ts'
import { item, type SneakerItem } from './search-record.ts'

const record = list(item)

type SearchInput = { url: string }

// Decision: a call is one page of the site's largest size, because the interface has no paging and a caller looks
// for a product, not for a catalogue.
const resultsMax = 100

export const search = endpoint({
  method: 'GET',
  path: '/v2/sneakermarket/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Sneaker search',
  description: `Sneakers by name, brand, SKU or slug: the best ${resultsMax} matches.`,
  example: { query: 'canyon runner' },
  params: object({
    query: text('canyon runner', {
      description: 'A product name, a brand, a SKU or a slug.',
      maxLength: 200,
    }),
  }),
  record,

  parse({ query }, site): SearchInput {
    const wanted = readQueryText(query, 'query')
    if (looksLikeUrl(wanted)) throw invalidParameter('query', 'must be a name, brand, SKU or slug, not a URL')
    if (!/[\p{L}\p{N}]/u.test(wanted)) throw invalidParameter('query', 'must have a letter or a digit')
    return { url: site.url(`/api/search?q=${encodeURIComponent(wanted)}&limit=${resultsMax}`).href }
  },

  // A saved answer tells its own results; what was asked matters no more.
  paramsFromUrl(url) {
    const { pathname, searchParams } = new URL(url)
    const lastPart = pathname.split('/').findLast((part) => /[a-z0-9]/i.test(part))
    return { query: (searchParams.get('q') ?? lastPart ?? 'sneakers').slice(0, 200) }
  },

  async run(input, get) {
    return extractSearch(await get(input.url))
  },

  extract: extractSearch,
})

export function extractSearch(page: Page): Outcome<SneakerItem[]> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const answer = itemsIn(jsonAnswer(page.body))
  if (!answer) throw pageChanged('no search results in the answer')
  return found(answer.items.slice(0, resultsMax), answer.reading)
}
