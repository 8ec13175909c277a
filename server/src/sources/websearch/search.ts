// Web search (interface 2.10): the organic results for a query, from an offset on.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { toInteger } from '../../extract/numbers.ts'
import { readQueryText } from '../../extract/query-text.ts'
import { assertReadable } from '../../extract/walls.ts'
import { integer, list, nullable, object, optional, type Static, text } from '../../lib/schema.ts'
import { readResults } from './results.ts'

const record = object({
  organic_results: list(
    object({
      position: integer(1, { description: 'Counts the organic results of this answer from 1.' }),
      title: text('Pluello | Biotechnology Research'),
      link: text('https://www.pluello.example/'),
      domain: text('pluello.example'),
      displayed_link: nullable(text('https://www.pluello.example › about')),
      snippet: nullable(text('Gene sequencing and lab automation for hospitals.')),
      snippet_matched: list(text('Gene sequencing'), {
        description: 'The parts of the snippet that the engine emphasised.',
      }),
    }),
  ),
  search_parameters: object({
    q: text('gene sequencing'),
    page: integer(0, { description: 'How many results were skipped.' }),
    engine: text('websearch'),
  }),
})

type SearchRecord = Static<typeof record>
type SearchInput = { url: string; query: string; page: number }

const resultsPerAnswer = 10
const lastOffset = 10_000

export const search = endpoint({
  method: 'POST',
  alsoMethod: 'GET',
  path: '/v2/websearch/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Web search',
  description: 'Up to ten organic results for a query; `page` skips results.',
  example: { query: 'gene sequencing', page: 0 },
  params: object({
    query: text('gene sequencing', {
      description:
        'What to search for. Operators: "a phrase", -without, a OR b, site:host, inurl:part, intitle:word.',
      maxLength: 2048,
    }),
    page: optional(
      integer(0, {
        description: 'Result offset: how many results to skip.',
        minimum: 0,
        maximum: lastOffset,
        default: 0,
      }),
    ),
  }),
  record,

  parse({ query, page = 0 }, site): SearchInput {
    const wanted = readQueryText(query, 'query')
    const asked = new URLSearchParams({ q: wanted, num: String(resultsPerAnswer) })
    if (page > 0) asked.set('start', String(page))
    return { url: site.url(`/search?${asked}`).href, query: wanted, page }
  },

  // Each engine has its own names for the query and for the offset.
  paramsFromUrl(url) {
    const asked = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
    const query = asked.get('q') ?? asked.get('query') ?? asked.get('p')
    const skipped =
      toInteger(asked.get('start')) ??
      toInteger(asked.get('s')) ??
      (toInteger(asked.get('first')) ?? 1) -
        1 +
        ((toInteger(asked.get('pageno')) ?? 1) - 1) * resultsPerAnswer
    return { query: query?.trim() ? query : url, page: Math.min(Math.max(skipped, 0), lastOffset) }
  },

  async run(input, get) {
    return extractSearch(await get(input.url), input)
  },

  extract: extractSearch,
})

export function extractSearch(page: Page, input: SearchInput): Outcome<SearchRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  const read = readResults(page)
  if (!read) {
    // Asked only now: the title of a search for "access denied" is that of a wall.
    assertReadable(page)
    throw pageChanged('no search results in any known layout')
  }
  return found(
    {
      organic_results: read.results.map((result, index) => ({ position: index + 1, ...result })),
      search_parameters: { q: input.query, page: input.page, engine: 'websearch' },
    },
    read.reading,
  )
}
