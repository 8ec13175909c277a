// The record of a page of news and the query, separate from the endpoint, so that readers need not import it.
import { found, type Outcome, type Reading } from '@quarry/kit/outcome'
import { boolean, integer, list, named, nullable, object, type Static, text } from '@quarry/kit/schema'

const article = object(
  {
    position: integer(1, { description: 'Counts the articles of this answer from 1.' }),
    title: text('Pluello opens a new site in Lyon'),
    link: text('https://ledgerpost.example/companies/pluello-0741d13a', { format: 'uri' }),
    domain: nullable(
      text('ledgerpost.example', {
        description: "The outlet's host, without `www.`; null if the link hides it.",
      }),
    ),
    source: nullable(text('The Ledger Post', { description: 'The name of the outlet.' })),
    date: nullable(
      text('3 hours ago', { description: 'How long ago, as a text in the language of the edition.' }),
    ),
    snippet: nullable(
      text('The laboratory moves to larger rooms near the river.', {
        description: 'The text below the title; null where there is none.',
      }),
    ),
    displayed_link: nullable(
      text('https://ledgerpost.example › companies', {
        description: 'The address as the engine shows it; null where it shows none.',
      }),
    ),
    snippet_matched: list(text('laboratory'), {
      description: 'The parts of the snippet that the engine emphasised.',
    }),
  },
  named('NewssearchArticle'),
)

const pagination = object(
  {
    current: integer(1),
    next: nullable(integer(2, { description: 'The number of the next page, or null on the last.' })),
    other_pages: list(integer(2), { description: 'The pages that are known to exist, without this one.' }),
    has_next_page: boolean(true),
  },
  named('NewssearchPagination'),
)

const searchParameters = object(
  {
    q: text('pluello', { description: 'The query, with white space collapsed.' }),
    gl: text('us', { description: 'The country of the edition, in lower case.' }),
    hl: text('en', { description: 'The language of the edition, in lower case.' }),
    num: integer(10, { description: 'Results per page.' }),
    page: integer(1),
    engine: text('newssearch', { description: 'The name of the source.' }),
    uule: nullable(text('w+CAIQICIETHlvbg', { description: 'The encoded location, where one was given.' })),
    location: nullable(text('Lyon', { description: 'The place, where one was given by its name.' })),
  },
  named('NewssearchParameters'),
)

export const record = object({
  organic_results: list(article),
  pagination,
  search_parameters: searchParameters,
})

export type NewsRecord = Static<typeof record>

/** Words, edition, place and page of a news search. */
export type NewsQuery = {
  words: string
  gl: string
  hl: string
  num: number
  page: number
  location: string | null
  uule: string | null
}

export type Article = Omit<Static<typeof article>, 'position'>

/** What is read from each form of an answer: its articles, and which other pages there are. */
export type NewsPage = {
  articles: Article[]
  otherPages: number[]
  hasNextPage: boolean
  reading: Reading
}

type Paged = Pick<NewsQuery, 'num' | 'page'>

/** The other pages, for that many articles. */
export function countPages(
  known: number,
  { num, page: current }: Paged,
): Pick<NewsPage, 'otherPages' | 'hasNextPage'> {
  const pageCount = Math.ceil(known / num)
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1)
  return { otherPages: pages.filter((page) => page !== current), hasNextPage: current < pageCount }
}

/** One page out of all articles. */
export const cutPage = (known: readonly Article[], paged: Paged): Omit<NewsPage, 'reading'> => ({
  articles: known.slice((paged.page - 1) * paged.num, paged.page * paged.num),
  ...countPages(known.length, paged),
})

/** Refuses a page after the last article that an API returns. */
export const refuseBeyond = (reach: number, api: string, { num, page }: Paged) =>
  (page - 1) * num < reach
    ? null
    : {
        parameter: 'page',
        problem: `must be at most ${Math.ceil(reach / num)} with ${num} articles per page for ${api}`,
      }

export function toOutcome(
  { articles, otherPages, hasNextPage, reading }: NewsPage,
  query: NewsQuery,
): Outcome<NewsRecord> {
  const { words: q, gl, hl, num, page: current, location, uule } = query
  const record = {
    organic_results: articles.map((one, index) => ({ position: index + 1, ...one })),
    pagination: {
      current,
      next: hasNextPage ? current + 1 : null,
      other_pages: otherPages,
      has_next_page: hasNextPage,
    },
    search_parameters: { q, gl, hl, num, page: current, engine: 'newssearch', uule, location },
  }
  return found(record, reading)
}
