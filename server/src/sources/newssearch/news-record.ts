// A page of news as callers get it, apart from the endpoint, so that readers need not know it.
import type { Reading } from '../../contract/outcome.ts'
import { boolean, integer, list, nullable, object, type Static, text } from '../../lib/schema.ts'

export const record = object({
  organic_results: list(
    object({
      position: integer(1, { description: 'Counts the articles of this answer from 1.' }),
      title: text('Pluello opens a new site in Lyon'),
      link: text('https://ledgerpost.example/companies/pluello-0741d13a'),
      domain: nullable(text('ledgerpost.example')),
      source: nullable(text('The Ledger Post')),
      date: nullable(text('3 hours ago', { description: 'How long ago, as a text.' })),
      snippet: nullable(text('The laboratory moves to larger rooms near the river.')),
      displayed_link: nullable(text('https://ledgerpost.example › companies')),
      snippet_matched: list(text('laboratory'), {
        description: 'The parts of the snippet that the engine emphasised.',
      }),
    }),
  ),
  pagination: object({
    current: integer(1),
    next: nullable(integer(2, { description: 'The number of the next page, or null on the last.' })),
    other_pages: list(integer(2)),
    has_next_page: boolean(true),
  }),
  search_parameters: object({
    q: text('pluello'),
    gl: text('us'),
    hl: text('en'),
    num: integer(10),
    page: integer(1),
    engine: text('newssearch'),
    uule: nullable(text('w+CAIQICIETHlvbg')),
    location: nullable(text('Lyon')),
  }),
})

export type NewsRecord = Static<typeof record>

/** What each form of an answer gives: its articles, and which other pages there are. */
export type NewsPage = {
  articles: Omit<NewsRecord['organic_results'][number], 'position'>[]
  otherPages: number[]
  hasNextPage: boolean
  reading: Reading
}
