// The record of a page of search results, and the main languages of countries, separate from the endpoint, so that
// readers need not import it.
import { found } from '@quarry/kit'
import { integer, list, namedObject, nullable, object, type Static, text } from '@quarry/kit/schema'
import type { SearchResult, SearchResults } from '../apis/search-result.ts'

const result = namedObject('WebsearchResult', {
  position: integer(1, 'Counts the organic results of this answer from 1.'),
  title: text('Pluello | Biotechnology Research'),
  link: text('https://www.pluello.example/', { format: 'uri' }),
  domain: text('pluello.example', 'The host of the link, without `www.`.'),
  displayed_link: nullable(
    text(
      'https://www.pluello.example › about',
      'The address as the engine shows it; null where it shows none.',
    ),
  ),
  snippet: nullable(
    text(
      'Gene sequencing and lab automation for hospitals.',
      'The text below the title; null where there is none.',
    ),
  ),
  snippet_matched: list(text('Gene sequencing'), 'The parts of the snippet that the engine emphasised.'),
})

export const record = object({
  organic_results: list(result),
  search_parameters: namedObject('WebsearchParameters', {
    q: text('gene sequencing', 'The query, with white space collapsed.'),
    page: integer(0, 'How many results were skipped.'),
    engine: text('websearch', 'The name of the source.'),
  }),
})

export type SearchRecord = Static<typeof record>

/** What is searched for, how many results are skipped, and the language and country of the search, as two letters. */
export type SearchQuery = {
  words: string
  skip: number
  language?: string | undefined
  country?: string | undefined
}

export const resultsPerResponse = 10
export const lastOffset = 10_000

export type Results = SearchResults<SearchResult>

export const toOutcome = ({ results, reading }: Results, { words, skip }: SearchQuery) =>
  found(
    {
      organic_results: results.map((result, index) => ({
        position: index + 1,
        ...result,
        domain: result.domain ?? '',
      })),
      search_parameters: { q: words, page: skip, engine: 'websearch' },
    },
    reading,
  )

/** The main languages of countries that have one, by two-letter codes. */
export const mainLanguages: Readonly<Record<string, string>> = {
  ...{ at: 'de', br: 'pt', cz: 'cs', de: 'de', dk: 'da', es: 'es', fi: 'fi', fr: 'fr', gr: 'el', hu: 'hu' },
  ...{ it: 'it', jp: 'ja', kr: 'ko', mx: 'es', nl: 'nl', no: 'no', pl: 'pl', pt: 'pt', ro: 'ro', ru: 'ru' },
  ...{ se: 'sv', tr: 'tr', ua: 'uk' },
}
