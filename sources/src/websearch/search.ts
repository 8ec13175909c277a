// Web search (api-rules 2.10): the organic results for a query, from an offset on.
import { endpoint } from '@quarry/kit'
import { readQueryText, readTwoLetterCode } from '@quarry/kit/read/query-text'
import { integer, object, optional, textParam } from '@quarry/kit/schema'
import { braveWeb } from './providers/brave.ts'
import { searxngSearch } from './providers/searxng.ts'
import { site } from './providers/site.ts'
import { lastOffset, record, type SearchQuery } from './search-record.ts'

export const search = endpoint({
  method: 'POST',
  alsoMethod: 'GET',
  path: '/v2/websearch/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Web search',
  description: 'Up to ten organic results for a query; `page` skips results.',
  example: { query: 'gene sequencing', page: 0 },
  moreExamples: [
    { query: '"heat pumps" -solar', page: 10 },
    { query: 'intitle:careers inurl:careers Lyon' },
    { query: 'pluello site:pluello.example' },
  ],
  params: object({
    query: textParam(
      'gene sequencing',
      'What to search for. Operators: "a phrase", -without, a OR b, site:host, inurl:part, intitle:word.',
    ),
    page: optional(
      integer(0, {
        description: 'Result offset: how many results to skip.',
        minimum: 0,
        maximum: lastOffset,
        default: 0,
      }),
    ),
    hl: optional(textParam('fr', 'Two-letter code of the language that results should have.')),
    gl: optional(
      textParam(
        'fr',
        'Two-letter code of the country to search from. Its main language applies without `hl`.',
      ),
    ),
  }),
  record,
  parse({ query, page = 0, hl, gl }): SearchQuery {
    const [language, country] = [readTwoLetterCode('hl', hl), readTwoLetterCode('gl', gl)]
    return { words: readQueryText(query, 'query'), skip: page, language, country }
  },
  providers: [site, searxngSearch, braveWeb],
})
