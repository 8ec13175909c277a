// The record of a page of news and the query, separate from the endpoint, so that readers need not import it.
import { found, type Outcome, type Reading } from '@quarry/kit'
import { boolean, integer, list, namedObject, nullable, object, type Static, text } from '@quarry/kit/schema'

const article = namedObject('NewssearchArticle', {
  position: integer(1, 'Counts the articles of this answer from 1.'),
  title: text('Pluello opens a new site in Lyon'),
  link: text('https://ledgerpost.example/companies/pluello-0741d13a', { format: 'uri' }),
  domain: nullable(
    text('ledgerpost.example', "The outlet's host, without `www.`; null if the link hides it."),
  ),
  source: nullable(text('The Ledger Post', 'The name of the outlet.')),
  date: nullable(text('3 hours ago', 'How long ago, as a text in the language of the edition.')),
  snippet: nullable(
    text(
      'The laboratory moves to larger rooms near the river.',
      'The text below the title; null where there is none.',
    ),
  ),
  displayed_link: nullable(
    text(
      'https://ledgerpost.example › companies',
      'The address as the engine shows it; null where it shows none.',
    ),
  ),
  snippet_matched: list(text('laboratory'), 'The parts of the snippet that the engine emphasised.'),
})

const pagination = namedObject('NewssearchPagination', {
  current: integer(1),
  next: nullable(integer(2, 'The number of the next page, or null on the last.')),
  other_pages: list(integer(2), 'The pages that are known to exist, without this one.'),
  has_next_page: boolean(true),
})

const searchParameters = namedObject('NewssearchParameters', {
  q: text('pluello', 'The query, with white space collapsed.'),
  gl: text('us', 'The country of the edition, in lower case.'),
  hl: text('en', 'The language of the edition, in lower case.'),
  num: integer(10, 'Results per page.'),
  page: integer(1),
  engine: text('newssearch', 'The name of the source.'),
  uule: nullable(text('w+CAIQICIETHlvbg', 'The encoded location, where one was given.')),
  location: nullable(text('Lyon', 'The place, where one was given by its name.')),
})

export const record = object({
  organic_results: list(article),
  pagination,
  search_parameters: searchParameters,
})

export type NewsRecord = Static<typeof record>

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

/** What is read from each form of a response: its articles, and which other pages there are. */
export type NewsPage = ReturnType<typeof cutPage> & { reading: Reading }

type Paged = Pick<NewsQuery, 'num' | 'page'>

/** The other pages, for that many articles. */
export function countPages(certainCount: number, { num, page: current }: Paged) {
  const pageCount = Math.ceil(certainCount / num)
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1)
  return { otherPages: pages.filter((page) => page !== current), hasNextPage: current < pageCount }
}

export const cutPage = (all: readonly Article[], paged: Paged) => ({
  articles: all.slice((paged.page - 1) * paged.num, paged.page * paged.num),
  ...countPages(all.length, paged),
})

/** Refuses a page after the last article that an API returns. */
export const refuseBeyond = (reach: number, api: string, { num, page }: Paged) =>
  (page - 1) * num < reach
    ? null
    : {
        parameter: 'page',
        problem: `must be at most ${Math.ceil(reach / num)} with ${num} articles per page for ${api}`,
      }

export function toOutcome(page: NewsPage, query: NewsQuery): Outcome<NewsRecord> {
  const { articles, otherPages, hasNextPage, reading } = page
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
