// Reads the results of a search from the response of the site's API or from the linked data of its page.
import type { Page } from '@quarry/kit'
import { createListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { type Static, text } from '@quarry/kit/schema'
import {
  createSearchRecord,
  productFields,
  resultsPerPage,
  type SearchQuery,
} from '../shops/product-search.ts'
import { readItem } from './product-item.ts'
import { readLinkedProduct } from './product-linked-data.ts'
import type { ProductRecord } from './product-record.ts'

export const searchRecord = createSearchRecord('RetailerA', {
  ean: text('3210100000009', 'The article number; `product` takes it as `query`.'),
  ...productFields({
    title: 'Batterie compacte S 320',
    image: 'https://media.retailer-a.example/3210100000009/1.jpg',
    url: 'https://www.retailer-a.example/p/batterie-compacte-s-320-3210100000009',
  }),
})

export type SearchRecord = Static<typeof searchRecord>
type Result = SearchRecord['results'][number]

const anyProduct = { ean: '', storeId: null }

/** The results in a response of the API, or null if it is not a search's. */
export function readApiResults(response: JsonObject, page: Page, query: SearchQuery) {
  if (!Array.isArray(response.items)) return null
  return readResults('json', response.items, response.total, query, (item) =>
    toResult(readItem(item, anyProduct), page, readUnitPrice(item)),
  )
}

/** The results in the page's linked data, or null without a list. */
export function readLinkedResults([node]: readonly JsonObject[], page: Page, query: SearchQuery) {
  if (!node) return null
  return readResults('json-ld', node.itemListElement, node.numberOfItems, query, (entry) => {
    const item = asObject(entry.item) ?? entry
    return toResult(readLinkedProduct([item], [], page, anyProduct), page, null)
  })
}

function readResults(
  form: string,
  items: unknown,
  stated: unknown,
  { page }: SearchQuery,
  read: (item: JsonObject) => Result | null,
) {
  const lists = createListReader(form)
  const total = toInteger(stated)
  const onPage = statedOnPage({ total, perPage: resultsPerPage, page })
  return { results: lists.main('results', toEntries(items), read, onPage), total, lists }
}

/** Null, and counted as unread, without an article number: it could not be looked up. */
function toResult(product: ProductRecord | null, page: Page, unit_price: Result['unit_price']) {
  if (!product || product.ean === '') return null
  const { ean, title, brand, image, offer, data_layer } = product
  const { slug } = offer.elected_offer
  return {
    ean,
    title,
    brand,
    image,
    url: `${new URL(page.url).origin}/p/${slug === null ? '' : `${encodeURIComponent(slug)}-`}${ean}`,
    price: offer.price.price,
    currency_code: data_layer.currency_code,
    unit_price,
  }
}

/** The unit price of the site's default offer, which is in cents. */
function readUnitPrice(item: JsonObject): Result['unit_price'] {
  const offers = asObjects(at(item, 'variants', 0, 'offers'))
  const offer = offers.find(({ isDefault }) => isDefault === true) ?? (offers.length === 1 ? offers[0] : null)
  const cents = toNumber(at(offer, 'unitPrice', 'price'))
  const unit = asText(at(offer, 'unitPrice', 'unit'))
  return cents === null || unit === null ? null : { price: Math.round(cents) / 100, unit }
}
