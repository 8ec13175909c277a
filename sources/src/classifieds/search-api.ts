// Classified-ad search (api-rules 2.11): passes the caller's filters to the site's own search.
import { endpoint } from '@quarry/kit'
import { anything, boolean, integer, object, oneOf, optional, text } from '@quarry/kit/schema'
import { filterNames, readFilters } from './filters.ts'
import { searchApiSite } from './providers/search-site.ts'
import { record } from './search-record.ts'

const defaults = {
  owner_type: 'all',
  limit: 35,
  limit_alu: 3,
  sort_by: 'relevance',
  sort_order: 'desc',
  offset: 0,
  extend: true,
  listing_source: 'direct-search',
} as const

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
  ...defaults,
  sort_by: 'time',
} as const

export const searchApi = endpoint({
  method: 'POST',
  path: '/v2/classifieds/search_api',
  credits: 1,
  notFound: 'billed',
  summary: 'Classified-ad search',
  description: 'One page of classified ads by category, keywords, place, price and any attribute.',
  example,
  moreExamples: [
    { filters: { keywords: { text: 'vélo' } }, limit: 10 },
    { filters: { category: { id: '2' } }, sort_by: 'price', sort_order: 'asc', limit: 10 },
  ],
  params: object({
    filters: optional(
      anything({
        description: `A JSON object; its members, all optional: ${filterNames.join(', ')}. \`enums.<key>\` (a list of values) and \`ranges.<key>\` (\`min\`, \`max\`) take any attribute key; an unknown member anywhere else is an error.`,
        examples: [example.filters],
      }),
    ),
    owner_type: optional(oneOf(['all', 'private', 'pro'], { description: 'Type of owner.', default: 'all' })),
    limit: optional(integer(35, { description: 'Ads per page.', default: 35, minimum: 1, maximum: 100 })),
    limit_alu: optional(
      integer(3, {
        description:
          'How many promoted ads the site may put first when sorting by relevance. Ads that it lists separately are left out.',
        default: 3,
        minimum: 0,
        maximum: 100,
      }),
    ),
    sort_by: optional(
      oneOf(['relevance', 'time', 'price'], { description: 'What to sort by.', default: 'relevance' }),
    ),
    sort_order: optional(
      oneOf(['desc', 'asc'], {
        description: 'Sort direction; relevance is always best first.',
        default: 'desc',
      }),
    ),
    offset: optional(integer(0, { description: 'Ads to skip.', default: 0, minimum: 0, maximum: 1_000_000 })),
    extend: optional(
      boolean(true, {
        description: 'Whether the site may widen a search with few matches to the surroundings of its place.',
        default: true,
      }),
    ),
    listing_source: optional(
      text('direct-search', {
        description:
          'Where the search comes from: letters, digits, hyphens. For values other than direct-search the site may leave out promoted ads and surroundings.',
        default: 'direct-search',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        maxLength: 64,
      }),
    ),
  }),
  record,

  // Defaults are filled in, so that a call with and one without them are the same lookup.
  parse: ({ filters, ...params }) => ({ filters: readFilters(filters), ...defaults, ...params }),
  providers: [searchApiSite],
})
