// What a search of the grocer finds, by the cards of its page: in microdata, or in the markup of the old layout.
import { isUrl } from '@quarry/kit/is-url'
import type { Page, Reading } from '@quarry/kit/outcome'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { linkedImage, linkedName } from '@quarry/kit/read/linked-values'
import { createListReader, statedOnPage } from '@quarry/kit/read/list-reader'
import { microdataReader } from '@quarry/kit/read/microdata'
import { integerIn } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { asList, asObject, asText } from '@quarry/kit/read/values'
import { referenceIn } from './product-address.ts'
import { type Result, resultsPerPage, type SearchQuery } from './search-record.ts'

export type Found = { results: Result[]; total: number | null; reading: Reading }

const carousel = '[class*="carousel" i], [class*="recommend" i], [class*="slider" i]'

/** The results; null where the page is none of a search. */
export function readResults(page: Page, query: SearchQuery): Found | null {
  const dom = parseDom(page)
  const list = dom.one('.search-results')
  if (!list) return null
  const total = integerIn(dom.text('.search-count') ?? '')
  const cards = list.all('article[itemtype$="/Product"]').filter((card) => card.closest(carousel) === null)
  const oldCards = list.all('li.product-item')
  const lists = createListReader(oldCards.length > 0 ? 'dom' : 'microdata')
  const stated = statedOnPage({ total, perPage: resultsPerPage, page: query.page })
  const readItem = microdataReader(dom, page.url)
  const results =
    oldCards.length > 0
      ? lists.main('results', oldCards, (card) => readOldCard(card, page), stated)
      : lists.main('results', cards, (card) => readCard(card, readItem(card), page), stated)
  return { results, total, reading: lists.counted() }
}

function readCard(card: Dom, item: Record<string, unknown>, page: Page): Result | null {
  const title = linkedName(item.name)
  const offer = asObject(asList(item.offers)[0])
  const amount = toPrice(asText(offer?.price))
  return resultOf(card, page, {
    reference: card.attr('data-product-ref'),
    title,
    brand: linkedName(item.brand),
    image: linkedImage(item.image),
    ean: asText(asList(item.gtin13)[0]),
    price: amount?.amount ?? null,
    currency: asText(offer?.priceCurrency) ?? amount?.currency ?? null,
    unit: card.text('.product-unit-price'),
  })
}

function readOldCard(card: Dom, page: Page): Result | null {
  const amount = toPrice(card.text('.price'))
  return resultOf(card, page, {
    reference: card.attr('data-ref'),
    title: card.text('.title'),
    brand: card.text('.brand'),
    image: card.attr('src', 'img'),
    ean: null,
    price: amount?.amount ?? null,
    currency: amount?.currency ?? null,
    unit: card.text('.unit-price'),
  })
}

type Card = {
  reference: string | null
  title: string | null
  brand: string | null
  image: string | null
  ean: string | null
  price: number | null
  currency: string | null
  unit: string | null
}

/** A card without a title, or whose product cannot be looked up, is unread. */
function resultOf(card: Dom, page: Page, shown: Card): Result | null {
  const { origin } = new URL(page.url)
  const link = card.attr('href', 'a')
  const target = link !== null && isUrl(link, page.url) ? new URL(link, page.url) : null
  const reference = shown.reference ?? (target ? referenceIn(target.pathname) : null)
  if (reference === null || shown.title === null) return null
  const { image } = shown
  return {
    id: `pr-${reference}`,
    ean: shown.ean,
    title: shown.title,
    brand: shown.brand,
    image: image !== null && isUrl(image, page.url) ? new URL(image, page.url).href : null,
    url: target?.origin === origin ? `${origin}${target.pathname}` : `${origin}/pr-${reference}`,
    price: shown.price,
    currency_code: shown.currency,
    unit_price: unitPriceOf(shown.unit),
  }
}

/** `11,96 € / kg`. */
function unitPriceOf(text: string | null): Result['unit_price'] {
  const [, written = '', unit = ''] = /^([^/]{1,30})\/ ?(?:le |la )?([^/]{1,12})$/.exec(text ?? '') ?? []
  const price = toPrice(written.trim())
  return price && unit.trim() !== '' ? { price: price.amount, unit: unit.trim() } : null
}
