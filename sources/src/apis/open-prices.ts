// Open Prices, by the community of Open Food Facts: prices that people saw, with the place and the day. The reporter and
// the receipt of a price are neither read nor stored.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { plainText } from '@quarry/kit/read/clean-text'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { toDate } from '@quarry/kit/read/dates'
import { hasForm } from '@quarry/kit/read/has-form'
import { dropFields, jsonObject } from '@quarry/kit/read/json-answer'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, at } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'

export const openPrices = upstreamApi({
  name: 'open-prices',
  title: 'Open Prices',
  hosts: ['prices.openfoodfacts.org'],
  licence: 'ODbL-1.0',
  credit: 'Open Prices contributors, database under ODbL 1.0',
  homepage: 'https://prices.openfoodfacts.org',
  // It publishes no limit.
  pace: { perSecond: 2 },
  needsContact: true,
  redact: dropFields('owner', 'proof', 'owner_comment'),
})

/** The newest price of an article, anywhere or at one location. */
export const newestPriceUrl = (code: string, location: string | null): string =>
  `https://prices.openfoodfacts.org/api/v1/prices?${new URLSearchParams({
    product_code: code,
    ...(location === null ? {} : { location_id: location }),
    order_by: '-date',
    size: '1',
  })}`

export const openPricesPage = (code: string): string => `https://prices.openfoodfacts.org/products/${code}`

export type ObservedPrice = {
  price: number
  currency: string
  date: string | null
  locationId: number | null
  locationName: string | null
}

export type NewestPrice = {
  /** Null without any report. */
  newest: ObservedPrice | null
  /** How many prices were reported. */
  total: number
}

export function readNewestPrice(page: Page, code: string, location: string | null): NewestPrice {
  const answer = jsonObject(page)
  const total = toInteger(answer?.total)
  if (!Array.isArray(answer?.items) || total === null || total < 0) throw pageChanged('no JSON of prices')
  if (answer.items.length === 0) {
    if (total > 0) throw pageChanged(`none of ${total} prices in the answer`)
    return { newest: null, total }
  }
  const item = asObject(answer.items[0])
  const newest = item && readPrice(item)
  if (!newest) throw pageChanged('the price cannot be read')
  const isOther =
    asText(item.product_code) !== code || (location !== null && asText(item.location_id) !== location)
  if (isOther) throw pageChanged('the price is that of another product or location')
  return { newest, total }
}

const priceForm = { date: 'text', location_id: 'scalar', location: { osm_name: 'text' } } as const

function readPrice(item: JsonObject): ObservedPrice | null {
  if (!hasForm(item, priceForm)) return null
  const price = toNumber(item.price)
  const currency = currencyCode(item.currency)
  if (price === null || price < 0 || currency === null || !/^[A-Z]{3}$/.test(currency)) return null
  return {
    price,
    currency,
    date: toDate(item.date),
    locationId: toInteger(item.location_id),
    locationName: plainText(asText(at(item, 'location', 'osm_name')) ?? ''),
  }
}
