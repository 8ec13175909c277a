// The record of a page of search results, separate from the endpoint, so that readers need not import it.
import { found, type Outcome, type Reading } from '@quarry/kit/outcome'
import { integer, list, named, nullable, object, type Static, text } from '@quarry/kit/schema'
import type { SearchResult } from '../apis/search-result.ts'

const result = object(
  {
    position: integer(1, { description: 'Counts the organic results of this answer from 1.' }),
    title: text('Pluello | Biotechnology Research'),
    link: text('https://www.pluello.example/', { format: 'uri' }),
    domain: text('pluello.example', { description: 'The host of the link, without `www.`.' }),
    displayed_link: nullable(
      text('https://www.pluello.example › about', {
        description: 'The address as the engine shows it; null where it shows none.',
      }),
    ),
    snippet: nullable(
      text('Gene sequencing and lab automation for hospitals.', {
        description: 'The text below the title; null where there is none.',
      }),
    ),
    snippet_matched: list(text('Gene sequencing'), {
      description: 'The parts of the snippet that the engine emphasised.',
    }),
  },
  named('WebsearchResult'),
)

export const record = object({
  organic_results: list(result),
  search_parameters: object(
    {
      q: text('gene sequencing', { description: 'The query, with white space collapsed.' }),
      page: integer(0, { description: 'How many results were skipped.' }),
      engine: text('websearch', { description: 'The name of the source.' }),
    },
    named('WebsearchParameters'),
  ),
})

export type SearchRecord = Static<typeof record>

/** What is searched for, how many results are skipped, and the language and country of the search, as two letters. */
export type SearchQuery = {
  words: string
  skip: number
  language?: string | undefined
  country?: string | undefined
}

export const resultsPerAnswer = 10
export const lastOffset = 10_000

export type Results = { results: SearchResult[]; reading: Reading }

/** The record of these results, which are counted from 1. */
export const toOutcome = (
  { results, reading }: Results,
  { words, skip }: SearchQuery,
): Outcome<SearchRecord> =>
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
