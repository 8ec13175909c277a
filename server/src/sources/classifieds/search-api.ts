// Classified-ad search (interface 2.11): the caller's filters go to the site's own search, whose JSON answer is
// the same object as the state of its search page.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { findObjects } from '../../extract/find-objects.ts'
import { scriptById } from '../../extract/islands.ts'
import { createListReader, entriesOf, statedOnPage } from '../../extract/list-reader.ts'
import { toInteger } from '../../extract/numbers.ts'
import { type JsonObject, parseJson } from '../../extract/parse-json.ts'
import { asObject, at } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import {
  anything,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  text,
} from '../../lib/schema.ts'
import { ad, readAd } from './ad.ts'
import { type Filters, filterNames, readFilters } from './filters.ts'

const record = object({
  total: nullable(integer(231, { description: 'Matches of the search, over all pages.' })),
  total_all: nullable(integer(231)),
  total_pro: nullable(integer(188)),
  total_private: nullable(integer(43)),
  total_active: nullable(integer(231)),
  total_inactive: nullable(integer(0)),
  total_shippable: nullable(integer(12)),
  max_pages: nullable(integer(7)),
  ads: list(ad),
})

type SearchRecord = Static<typeof record>
type SearchInput = { url: string; search: Required<SiteSearch> }
type SiteSearch = {
  filters: Filters
  owner_type: string
  limit: number
  limit_alu: number
  sort_by: string
  sort_order: string
  offset: number
  extend: boolean
  listing_source: string
}

const example = {
  filters: {
    category: { id: '9' },
    enums: { ad_type: ['offer'] },
    keywords: { text: 'appartement' },
    location: {
      locations: [{ locationType: 'department', label: 'Loire-Atlantique (44)', department_id: '44' }],
    },
    ranges: { price: { min: 50_000, max: 900_000 } },
  },
  owner_type: 'all',
  limit: 35,
  limit_alu: 3,
  sort_by: 'time',
  sort_order: 'desc',
  offset: 0,
  extend: true,
  listing_source: 'direct-search',
} as const

export const searchApi = endpoint({
  method: 'POST',
  path: '/v2/classifieds/search_api',
  credits: 1,
  notFound: 'billed',
  summary: 'Classified-ad search',
  description: 'One page of classified ads by category, keywords, place, price and any attribute.',
  example,
  params: object({
    filters: optional(
      anything({
        description: `A JSON object; its members, all optional: ${filterNames.join(', ')}. \`enums.<key>\` (a list of values) and \`ranges.<key>\` (\`min\`, \`max\`) take any attribute key; an unknown member anywhere else is an error.`,
        examples: [example.filters],
      }),
    ),
    owner_type: optional(oneOf(['all', 'private', 'pro'], { description: 'Whose ads.', default: 'all' })),
    limit: optional(integer(35, { description: 'Ads a page.', default: 35, minimum: 1, maximum: 100 })),
    limit_alu: optional(
      integer(3, {
        description: 'Promoted ads the site may add beside the results; they are not part of the answer.',
        default: 3,
        minimum: 0,
        maximum: 100,
      }),
    ),
    sort_by: optional(
      oneOf(['relevance', 'time', 'price'], { description: 'What to sort by.', default: 'relevance' }),
    ),
    sort_order: optional(
      oneOf(['desc', 'asc'], { description: 'Which way; relevance is always best first.', default: 'desc' }),
    ),
    offset: optional(integer(0, { description: 'Ads to skip.', default: 0, minimum: 0, maximum: 1_000_000 })),
    extend: optional(
      boolean(true, { description: 'Whether the site may widen a search with few matches.', default: true }),
    ),
    listing_source: optional(
      text('direct-search', {
        description: 'Where the search comes from, for the site: letters, digits, hyphens.',
        default: 'direct-search',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        maxLength: 64,
      }),
    ),
  }),
  record,

  parse(params, site): SearchInput {
    // Every default is written out: a call that leaves it to the site and one that names it are the same lookup.
    return {
      url: site.url('/finder/search').href,
      search: {
        filters: readFilters(params.filters),
        owner_type: params.owner_type ?? 'all',
        limit: params.limit ?? 35,
        limit_alu: params.limit_alu ?? 3,
        sort_by: params.sort_by ?? 'relevance',
        sort_order: params.sort_order ?? 'desc',
        offset: params.offset ?? 0,
        extend: params.extend ?? true,
        listing_source: params.listing_source ?? 'direct-search',
      },
    }
  },

  // What a saved page says does not depend on what was asked.
  paramsFromUrl: () => ({}),

  async run(input, get) {
    return extractSearch(await get(input.url, { json: input.search }), input)
  },

  extract: extractSearch,
})

export function extractSearch(page: Page, input: Pick<SearchInput, 'search'>): Outcome<SearchRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const isJson = /^\s*[{[]/.test(page.body.slice(0, 100))
  const data = searchDataIn(isJson ? parseJson(page.body) : scriptById(page.body, '__NEXT_DATA__'))
  if (!data) throw pageChanged('no search results in the answer')
  const lists = createListReader(isJson ? 'json' : 'next-data')
  const record = {
    total: toInteger(data.total),
    total_all: toInteger(data.total_all),
    total_pro: toInteger(data.total_pro),
    total_private: toInteger(data.total_private),
    total_active: toInteger(data.total_active),
    total_inactive: toInteger(data.total_inactive),
    total_shippable: toInteger(data.total_shippable),
    max_pages: toInteger(data.max_pages),
  }
  const ads = lists.main('ads', entriesOf(data.ads), readAd, leastShown(record, input.search))
  return found({ ...record, ads }, lists.counted())
}

/** One, where matches are left behind those that were skipped: how many of them go on a page is the site's choice. */
function leastShown(
  { total, max_pages: lastPage }: Pick<SearchRecord, 'total' | 'max_pages'>,
  { offset, limit }: Pick<SiteSearch, 'offset' | 'limit'>,
): number {
  const page = Math.floor(offset / limit) + 1
  const left = total === null ? null : total - (offset % limit)
  return Math.min(1, statedOnPage({ total: left, perPage: limit, page, lastPage }) ?? 0)
}

// The state may come as a page, as the JSON inside it, or bare; and a release may move it.
function searchDataIn(state: unknown): JsonObject | null {
  const candidates = [
    at(state, 'props', 'pageProps', 'searchData'),
    at(state, 'pageProps', 'searchData'),
    at(state, 'searchData'),
    state,
    ...findObjects(state, ['ads', 'total', 'max_pages']),
  ]
  return candidates.map(asObject).find((candidate) => candidate !== null && isSearchData(candidate)) ?? null
}

/** A search without a match may leave the list of ads out; then the counts tell that it is one. */
const isSearchData = (data: JsonObject): boolean =>
  Array.isArray(data.ads) || (toInteger(data.total) !== null && (data.ads ?? null) === null)
