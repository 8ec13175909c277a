// What a search of the chain finds, from the answer of its API or from the linked data of its page.
import type { Page } from '@quarry/kit/outcome'
import { createListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { productFromItem } from './product-item.ts'
import { productFromLinkedData } from './product-linked-data.ts'
import type { ProductRecord } from './product-record.ts'
import { type Result, resultsPerPage, type SearchQuery } from './search-record.ts'

const anyArticle = { ean: '', storeId: null }

export type Found = { results: Result[]; total: number | null; lists: ReturnType<typeof createListReader> }

/** The results of the API's answer, or null where it is none of a search. */
export function resultsFromAnswer(answer: JsonObject, page: Page, query: SearchQuery): Found | null {
  if (!Array.isArray(answer.items)) return null
  const lists = createListReader('json')
  const total = toInteger(answer.total)
  const items = toEntries(answer.items)
  const results = lists.main(
    'results',
    items,
    (item) => resultOf(productFromItem(item, anyArticle), page, unitPriceOf(item)),
    statedOnPage({ total, perPage: resultsPerPage, page: query.page }),
  )
  return { results, total, lists }
}

/** The results of the page's list in linked data, or null where it has none. */
export function resultsFromLinkedData(
  nodes: readonly JsonObject[],
  page: Page,
  query: SearchQuery,
): Found | null {
  const [node] = nodes
  if (!node) return null
  const lists = createListReader('json-ld')
  const total = toInteger(node.numberOfItems)
  const results = lists.main(
    'results',
    toEntries(node.itemListElement),
    (entry) => {
      const item = asObject(entry.item) ?? entry
      return resultOf(productFromLinkedData([item], [], page, anyArticle), page, null)
    },
    statedOnPage({ total, perPage: resultsPerPage, page: query.page }),
  )
  return { results, total, lists }
}

/** An article without a number cannot be looked up: it is unread. */
function resultOf(
  product: ProductRecord | null,
  page: Page,
  unit_price: Result['unit_price'],
): Result | null {
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

/** Of the offer that the site elects, in cents as its other amounts. */
function unitPriceOf(item: JsonObject): Result['unit_price'] {
  const offers = asObjects(at(item, 'variants', 0, 'offers'))
  const offer = offers.find(({ isDefault }) => isDefault === true) ?? (offers.length === 1 ? offers[0] : null)
  const cents = toNumber(at(offer, 'unitPrice', 'price'))
  const unit = asText(at(offer, 'unitPrice', 'unit'))
  return cents === null || unit === null ? null : { price: Math.round(cents) / 100, unit }
}
