// The product search of a shop: parameters, query and record, the same for every retailer but for the ids of its
// products.
import { readQueryText } from '@quarry/kit/read/query-text'
import { integer, list, namedObject, nullable, number, object, optional, text } from '@quarry/kit/schema'

export type SearchQuery = { words: string; page: number }

export const resultsPerPage = 24
const lastPage = 1000

export const searchParams = (example: string) =>
  object({
    query: text(example, { description: 'Words to search for.', maxLength: 500 }),
    page: optional(integer(1, { description: 'Counts from 1.', minimum: 1, maximum: lastPage, default: 1 })),
  })

export const parseSearch = ({ query, page = 1 }: { query: string; page?: number }): SearchQuery => ({
  words: readQueryText(query, 'query'),
  page,
})

/** The fields of a result after the ids of the retailer. */
export const productFields = (example: { title: string; image: string; url: string }) => ({
  title: text(example.title),
  brand: nullable(text('Maison Velmont')),
  image: nullable(text(example.image, { format: 'uri' })),
  url: text(example.url, { format: 'uri' }),
  price: nullable(number(3.49, 'With all taxes.')),
  currency_code: nullable(text('EUR', 'ISO 4217 code, in capitals.')),
  unit_price: nullable(
    object(
      { price: number(17.45), unit: text('kg', "In the site's words.") },
      'The price of one unit, in the same currency.',
    ),
  ),
})

export const createSearchRecord = <P extends Parameters<typeof object>[0]>(name: string, fields: P) =>
  object({
    results: list(namedObject(`${name}Result`, fields)),
    pagination: namedObject(`${name}Pagination`, {
      page: integer(1, 'Counts from 1.'),
      per_page: integer(24),
      total_pages: nullable(integer(4)),
      total_results: nullable(integer(73, 'Null where the site does not say.')),
    }),
  })

export const buildSearchRecord = <Result>(
  results: Result[],
  { page }: SearchQuery,
  total: number | null,
) => ({
  results,
  pagination: {
    page,
    per_page: resultsPerPage,
    total_pages: total === null ? null : Math.ceil(total / resultsPerPage),
    total_results: total,
  },
})

export type SearchRecord<Result> = ReturnType<typeof buildSearchRecord<Result>>
