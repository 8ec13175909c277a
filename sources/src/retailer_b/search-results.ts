// Reads the results of a search from the cards of its page: microdata, or the markup of the old layout.
import type { Page, Reading } from '@quarry/kit'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { linkedImage, linkedName } from '@quarry/kit/read/linked-values'
import { createListReader, statedOnPage } from '@quarry/kit/read/list-reader'
import { microdataReader } from '@quarry/kit/read/microdata'
import { integerIn } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { asList, asObject, asText } from '@quarry/kit/read/values'
import { nullable, type Static, text } from '@quarry/kit/schema'
import {
  createSearchRecord,
  productFields,
  resultsPerPage,
  type SearchQuery,
} from '../shops/product-search.ts'
import { carousel, readReference, resolveUrl } from './product-address.ts'

export const searchRecord = createSearchRecord('RetailerB', {
  id: text('pr-C1000000', '`pr-` and the reference; `product` takes it as `query`.'),
  ean: nullable(text('3250100000005', 'The article number, where the site shows it.')),
  ...productFields({
    title: 'Biscuits au beurre',
    image: 'https://media.retailer-b.example/C1000000/1.jpg',
    url: 'https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000',
  }),
})

export type SearchRecord = Static<typeof searchRecord>
type Result = SearchRecord['results'][number]
type Results = { results: Result[]; total: number | null; reading: Reading }

/** The results, or null if the page is not a search's. */
export function readResults(page: Page, query: SearchQuery): Results | null {
  const dom = parseDom(page)
  const list = dom.one('.search-results')
  if (!list) return null
  const total = integerIn(dom.text('.search-count') ?? '')
  const cards = list.all('article[itemtype$="/Product"]').filter((card) => card.closest(carousel) === null)
  const oldCards = list.all('li.product-item')
  const lists = createListReader(oldCards.length > 0 ? 'dom' : 'microdata')
  const statedCount = statedOnPage({ total, perPage: resultsPerPage, page: query.page })
  const readItem = microdataReader(dom, page.url)
  const results =
    oldCards.length > 0
      ? lists.main('results', oldCards, (card) => readOldCard(card, page), statedCount)
      : lists.main('results', cards, (card) => readCard(card, readItem(card), page), statedCount)
  return { results, total, reading: lists.counted() }
}

function readCard(card: Dom, item: Record<string, unknown>, page: Page): Result | null {
  const offer = asObject(asList(item.offers)[0])
  const price = toPrice(asText(offer?.price))
  return toResult(card, page, card.attr('data-product-ref'), linkedName(item.name), {
    ean: asText(asList(item.gtin13)[0]),
    brand: linkedName(item.brand),
    image: linkedImage(item.image),
    price: price?.amount ?? null,
    currency_code: asText(offer?.priceCurrency) ?? price?.currency ?? null,
    unit_price: readUnitPrice(card.text('.product-unit-price')),
  })
}

function readOldCard(card: Dom, page: Page): Result | null {
  const price = toPrice(card.text('.price'))
  return toResult(card, page, card.attr('data-ref'), card.text('.title'), {
    ean: null,
    brand: card.text('.brand'),
    image: card.attr('src', 'img'),
    price: price?.amount ?? null,
    currency_code: price?.currency ?? null,
    unit_price: readUnitPrice(card.text('.unit-price')),
  })
}

/** Null, and counted as unread, without a title or a reference to look it up by. */
function toResult(
  card: Dom,
  page: Page,
  ownReference: string | null,
  title: string | null,
  fields: Omit<Result, 'id' | 'title' | 'url'>,
): Result | null {
  const { origin } = new URL(page.url)
  const href = resolveUrl(card.attr('href', 'a'), page.url)
  const target = href === null ? null : new URL(href)
  const reference = ownReference ?? (target ? readReference(target.pathname) : null)
  if (reference === null || title === null) return null
  const { ean, brand, image, ...priceFields } = fields
  return {
    ...{ id: `pr-${reference}`, ean, title, brand },
    image: resolveUrl(image, page.url),
    url: target?.origin === origin ? `${origin}${target.pathname}` : `${origin}/pr-${reference}`,
    ...priceFields,
  }
}

/** `11,96 € / kg`. */
function readUnitPrice(line: string | null): Result['unit_price'] {
  const [, amount = '', unit = ''] = /^([^/]{1,30})\/ ?(?:le |la )?([^/]{1,12})$/.exec(line ?? '') ?? []
  const price = toPrice(amount.trim())
  return price && unit.trim() !== '' ? { price: price.amount, unit: unit.trim() } : null
}
