// A page of search results as callers get it, apart from the endpoint, so that readers need not know it.
import { integer, list, nullable, object, type Static, text } from '../../lib/schema.ts'

export const record = object({
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

export type SearchRecord = Static<typeof record>

/** What is searched for, and how many results are skipped. */
export type SearchQuery = { words: string; skip: number }

export const resultsPerAnswer = 10
export const lastOffset = 10_000

/** The record of these results, which are counted from 1. */
export const searchRecord = (
  results: readonly Omit<SearchRecord['organic_results'][number], 'position'>[],
  { words, skip }: SearchQuery,
): SearchRecord => ({
  organic_results: results.map((result, index) => ({ position: index + 1, ...result })),
  search_parameters: { q: words, page: skip, engine: 'websearch' },
})
