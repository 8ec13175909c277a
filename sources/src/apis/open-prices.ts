// Open Prices, by the community of Open Food Facts: prices that people saw, with the place and the day. The reporter
// and the receipt of a price are neither read nor stored.
import { type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { plainText } from '@quarry/kit/read/clean-text'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { toDate } from '@quarry/kit/read/dates'
import { hasForm } from '@quarry/kit/read/has-form'
import { dropFields, jsonObject } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asText, at } from '@quarry/kit/read/values'

export const openPrices = upstreamApi({
  name: 'open-prices',
  title: 'Open Prices',
  hosts: ['prices.openfoodfacts.org'],
  licence: 'ODbL-1.0',
  credit: 'Open Prices contributors, database under ODbL 1.0',
  homepage: 'https://prices.openfoodfacts.org',
  // It publishes no limit.
  rateLimit: { perSecond: 2 },
  needsContact: true,
  redact: dropFields('owner', 'proof', 'owner_comment'),
})

const pricesPerPage = 10

/** The newest prices of an article, anywhere or at one location. Prices without a date would come first. */
export const newestPricesUrl = (code: string, location: string | null): string =>
  `https://prices.openfoodfacts.org/api/v1/prices?${new URLSearchParams({
    product_code: code,
    ...(location === null ? {} : { location_id: location }),
    date__gte: '2000-01-01',
    duplicate_of__isnull: 'true',
    order_by: '-date,-id',
    size: String(pricesPerPage),
  })}`

export const openPricesPage = (code: string): string => `https://prices.openfoodfacts.org/products/${code}`

export type NewestPrice = ReturnType<typeof readNewestPrice>

/** The newest price, or null without any report, and how many prices were reported. */
export function readNewestPrice(page: Page, code: string, location: string | null) {
  const response = jsonObject(page)
  const total = toInteger(response?.total)
  if (!Array.isArray(response?.items) || total === null || total < 0) throw pageChanged('no JSON of prices')
  if (response.items.length === 0) {
    if (total > 0) throw pageChanged(`none of ${total} prices in the answer`)
    return { newest: null, total }
  }
  const items = toEntries(response.items)
  const isOther = (item: JsonObject) =>
    asText(item.product_code) !== code || (location !== null && asText(item.location_id) !== location)
  if (items.some(isOther)) throw pageChanged('a price is that of another product or location')
  if (!items.every((item) => hasForm(item, priceForm))) throw pageChanged('a price has another form')
  // People report prices without a currency too.
  const newest = items.map(readPrice).find((price) => price !== null) ?? null
  return { newest, total }
}

const priceForm = {
  price: 'scalar',
  currency: 'text',
  date: 'text',
  location_id: 'scalar',
  location: { osm_name: 'text' },
} as const

/** Null without an amount or a currency. */
function readPrice(item: JsonObject) {
  const price = toNumber(item.price)
  const currency = currencyCode(item.currency)
  if (price === null || price < 0 || currency === null || !/^[A-Z]{3}$/.test(currency)) return null
  return {
    price,
    currency,
    date: toDate(item.date),
    locationId: toInteger(item.location_id),
    locationName: plainText(asText(at(item, 'location', 'osm_name'))),
  }
}
