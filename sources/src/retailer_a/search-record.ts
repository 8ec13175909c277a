// What a search of retailer A finds, as callers get it, apart from the endpoint, so that readers need not know it.
import { integer, list, named, nullable, number, object, type Static, text } from '@quarry/kit/schema'

const result = object(
  {
    ean: text('3210100000009', { description: 'The article number; `product` takes it as `query`.' }),
    title: text('Batterie compacte S 320'),
    brand: nullable(text('Maison Velmont')),
    image: nullable(text('https://media.retailer-a.example/3210100000009/1.jpg', { format: 'uri' })),
    url: text('https://www.retailer-a.example/p/batterie-compacte-s-320-3210100000009', { format: 'uri' }),
    price: nullable(number(3.49, { description: 'With all taxes.' })),
    currency_code: nullable(text('EUR', { description: 'ISO 4217 code, in capitals.' })),
    unit_price: nullable(
      object(
        { price: number(17.45), unit: text('kg', { description: 'As the site writes it.' }) },
        { description: 'The price of one unit, in the same currency.' },
      ),
    ),
  },
  named('RetailerAResult'),
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
    named('RetailerAPagination'),
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
