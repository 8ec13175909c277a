// What a search of retailer B finds, as callers get it, apart from the endpoint, so that readers need not know it.
import { integer, list, named, nullable, number, object, type Static, text } from '@quarry/kit/schema'

const result = object(
  {
    id: text('pr-C1000000', { description: '`pr-` and the reference; `product` takes it as `query`.' }),
    ean: nullable(text('3250100000005', { description: 'The article number, where it is told.' })),
    title: text('Biscuits au beurre'),
    brand: nullable(text('Maison Velmont')),
    image: nullable(text('https://media.retailer-b.example/C1000000/1.jpg', { format: 'uri' })),
    url: text('https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000', { format: 'uri' }),
    price: nullable(number(3.49, { description: 'With all taxes.' })),
    currency_code: nullable(text('EUR', { description: 'ISO 4217 code, in capitals.' })),
    unit_price: nullable(
      object(
        { price: number(17.45), unit: text('kg', { description: 'As the site writes it.' }) },
        { description: 'The price of one unit, in the same currency.' },
      ),
    ),
  },
  named('RetailerBResult'),
)

export const record = object({
  results: list(result),
  pagination: object(
    {
      page: integer(1, { description: 'Counts from 1.' }),
      per_page: integer(24),
      total_pages: nullable(integer(4)),
      total_results: nullable(integer(73, { description: 'Null where the site does not say.' })),
    },
    named('RetailerBPagination'),
  ),
})

export type SearchRecord = Static<typeof record>
export type Result = Static<typeof result>

export type SearchQuery = { words: string; page: number }

export const resultsPerPage = 24
export const lastPage = 1000

export const searchRecord = (
  results: Result[],
  { page }: SearchQuery,
  total: number | null,
): SearchRecord => ({
  results,
  pagination: {
    page,
    per_page: resultsPerPage,
    total_pages: total === null ? null : Math.ceil(total / resultsPerPage),
    total_results: total,
  },
})
