// The lookup of one item: parameters, record and price, and the reader of its page.
import { endpoint, found, type Page, pageChanged, provider } from '@quarry/kit'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { linkedName } from '@quarry/kit/read/linked-values'
import { toNumber } from '@quarry/kit/read/numbers'
import { asList, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { nullable, number, object, type Static, text } from '@quarry/kit/schema'

const record = object({
  id: text('7'),
  name: text('Copper lantern 7'),
  brand: nullable(text('Northlight')),
  price: nullable(number(24.5)),
  currency: nullable(text('EUR')),
})

/** Reads the page of an item. It has no state and does no I/O. */
export function readItem(page: Page) {
  // A bot wall is a failure, never a record.
  assertReadable(page)
  const [product] = filterByType(jsonLd(page.body), 'Product')
  const id = asText(product?.sku)
  const name = asText(product?.name)
  // What every page of an item has; without it this is another page.
  if (id === null || name === null) throw pageChanged('no product with sku and name')
  const [offer] = asList(product?.offers)
  return found<Static<typeof record>>(
    {
      id,
      name,
      brand: linkedName(product?.brand),
      price: toNumber(at(offer, 'price')),
      currency: asText(at(offer, 'priceCurrency')),
    },
    { form: 'json-ld' },
  )
}

export const lookup = endpoint({
  method: 'GET',
  path: '/v2/my_source/item',
  credits: 1,
  notFound: 'billed',
  summary: 'Item',
  description: 'One item, by its number or the address of its page.',
  example: { query: '7' },
  params: object({ query: text('7', { description: 'The number of an item, or the address of its page.' }) }),
  record,
  parse: ({ query }, addresses) =>
    /^\d{1,9}$/.test(query) ? String(Number(query)) : addresses.read(query, 'query'),
  providers: [
    provider({
      page: (id: string, site) => site.url(`/items/${id}`),
      address: ({ url }) => /^\/items\/(\d{1,9})$/.exec(url.pathname)?.[1] ?? null,
      addressForm: 'the address of an item (/items/<number>)',
      extract: readItem,
    }),
  ],
})
