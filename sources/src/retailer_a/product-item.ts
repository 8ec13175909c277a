// A product from the answer of the site's API: the form that knows stock, shops and all offers. Its amounts are in
// cents, and what has no name of its own stands in lists of coded fields.
import { currencyCode } from '@quarry/kit/read/currency-code'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asBoolean, asList, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { toPriceText } from './price-text.ts'
import type { ProductQuery, ProductRecord } from './product-record.ts'

/** The answer of the API, or null where the body is a page or broken. */
export function parseAnswer(body: string): JsonObject | null {
  const json = jsonAnswer(body)
  return Array.isArray(json) ? { items: json } : asObject(json)
}

/** Whether the answer says, with status 200, that there is no such product. */
export function isMissing(answer: JsonObject): boolean {
  if (Array.isArray(answer.variants)) return false
  const status = toInteger(answer.status) ?? toInteger(answer.statusCode) ?? toInteger(answer.code)
  return status === 404 || status === 410 || (Array.isArray(answer.items) && answer.items.length === 0)
}

/** The product asked for: the answer itself, or one of the `items` it holds. */
export function itemIn(answer: JsonObject, ean: string): JsonObject | null {
  const items = [answer, ...asObjects(answer.items)].filter((item) => Array.isArray(item.variants))
  return items.find((item) => eansOf(item).includes(ean)) ?? (items.length === 1 ? (items[0] ?? null) : null)
}

const eansOf = (item: JsonObject): (string | null)[] =>
  [item, ...asObjects(item.variants)].map(({ sku }) => asText(sku))

/** The record, or null where the item has no name. */
export function productFromItem(item: JsonObject, query: ProductQuery): ProductRecord | null {
  const variants = asObjects(item.variants)
  const variant = variants.find(({ sku }) => asText(sku) === query.ean) ?? variants[0] ?? {}
  const title = asText(item.label) ?? asText(variant.label)
  if (title === null) return null
  const offers = asObjects(variant.offers)
  const elected = electedOf(offers, query.storeId)
  const price = priceOf(elected)
  const stock = toInteger(elected?.stock)
  const path = categoryPath(item)
  const ean = [asText(variant.sku), asText(item.sku)].find((sku) => sku && /^\d{13}$/.test(sku)) ?? query.ean
  const merchandising = (name: string) =>
    at(variant, 'merchandisingData', `content_${name}`, 'value') ??
    at(item, 'merchandisingData', `content_${name}`, 'value')
  return {
    ean,
    brand: attributeOf(item, variant, 'marque'),
    image: attributeOf(item, variant, 'image1'),
    title,
    offer: {
      price: priceFields(elected, price, offers),
      stimuli: asObject(toSnakeCase(merchandising('stimuli'))) ?? {},
      stimuli_picto: asObject(toSnakeCase(merchandising('stimuliPicto'))) ?? {},
      elected_offer: electedFields(elected, asText(variant.slug) ?? asText(item.slug), query.storeId),
      category_picto: asText(merchandising('categoryPicto')) ?? '',
      cnc_offers_count: toInteger(variant.cncOffersTotal),
      other_offers_count: othersOf(toInteger(variant.offersTotal) ?? offers.length, elected),
    },
    data_layer: {
      id: asText(item.id) ?? asText(item.sku),
      ean,
      name: title,
      price: toPriceText(price),
      vendor: asText(at(elected, 'shop', 'label')),
      section: path[0] ?? null,
      category: path.length > 0 ? path.join('/') : null,
      condition: conditionOf(fieldOf(elected, 'state-code')),
      in_stock: stock === null ? (elected ? null : false) : stock > 0,
      currency_code: currencyCode(at(elected, 'currency', 'code')),
    },
    rating_count: toInteger(merchandising('totalReviewCount')),
    rating_average: toNumber(merchandising('averageOverallRating')),
  }
}

/** The offer of the shop asked for, else the one the site marks as its default, else the only one. */
function electedOf(offers: readonly JsonObject[], storeId: string | null): JsonObject | null {
  const ofStore = offers.find(({ shop }) =>
    [asText(at(shop, 'id')), asText(at(shop, 'signCode'))].includes(storeId),
  )
  const byDefault = offers.find((offer) => asBoolean(offer.isDefault) === true)
  return (storeId !== null && ofStore) || byDefault || (offers.length === 1 && offers[0]) || null
}

const fromCents = (value: unknown): number | null => {
  const cents = toNumber(value)
  return cents === null ? null : Math.round(cents) / 100
}

// Decision: what the buyer pays is the price with all taxes; the bare price is read only where that is missing.
const priceOf = (offer: JsonObject | null): number | null =>
  fromCents(at(offer, 'basePrice', 'price', 'priceWithAllTaxes')) ??
  fromCents(at(offer, 'basePrice', 'price', 'price'))

const sameCode = (code: unknown, wanted: string): boolean =>
  asText(code)
    ?.toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^is/, '') === wanted.replaceAll('-', '')

/** The value of an offer's coded field, whether the site writes `cross-dock`, `crossDock` or `isCrossDock`. */
const fieldOf = (offer: JsonObject | null, code: string): unknown =>
  asObjects(offer?.additionalFields).find((field) => sameCode(field.code, code))?.value

const statusOf = (offers: readonly JsonObject[]): string | null => {
  const stocks = offers.map(({ stock }) => toInteger(stock))
  if (stocks.some((stock) => stock !== null && stock > 0)) return 'available'
  return stocks.every((stock) => stock !== null) ? 'unavailable' : null
}

const priceFields = (
  elected: JsonObject | null,
  price: number | null,
  offers: readonly JsonObject[],
): ProductRecord['offer']['price'] => ({
  price,
  is_nx_c_b: asBoolean(fieldOf(elected, 'nx-cb')),
  private_copy: fromCents(fieldOf(elected, 'private-copy')),
  eco_contribution: fromCents(fieldOf(elected, 'eco-contribution')) ?? 0,
  availability_status: asText(fieldOf(elected, 'availability-status')) ?? statusOf(offers),
  eco_contribution_mobilier: fromCents(fieldOf(elected, 'eco-contribution-mobilier')) ?? 0,
  offer_availability_status:
    asText(fieldOf(elected, 'offer-availability-status')) ?? statusOf(elected ? [elected] : []),
})

const electedFields = (
  elected: JsonObject | null,
  slug: string | null,
  storeId: string | null,
): ProductRecord['offer']['elected_offer'] => ({
  slug,
  stock: toInteger(elected?.stock),
  shop_id: toInteger(at(elected, 'shop', 'id')),
  shop_name: asText(at(elected, 'shop', 'label')),
  offer_type: asText(fieldOf(elected, 'offer-type')),
  is_cross_dock: asBoolean(fieldOf(elected, 'cross-dock')) ?? false,
  // Asked for no shop, the site elects the national offer, and its id is the one.
  national_offer_id:
    asText(fieldOf(elected, 'national-offer-id')) ?? (storeId === null ? asText(elected?.id) : null),
  is_retailer_national_and_local: asBoolean(fieldOf(elected, 'retailer-national-and-local')),
  is_active_promotion_without_stock: asBoolean(fieldOf(elected, 'active-promotion-without-stock')),
})

const othersOf = (total: number, elected: JsonObject | null): number =>
  Math.max(0, elected ? total - 1 : total)

/** From the department down. A category may carry the ones above it, or stand in a list with them. */
function categoryPath(item: JsonObject): string[] {
  const categories = asObjects(item.categories)
  const nested = categories.find(({ parentCategories }) => asObjects(parentCategories).length > 0)
  const path = nested ? [...asObjects(nested.parentCategories), nested] : categories
  return path.map(({ label }) => asText(label)).filter((label) => label !== null)
}

/** An attribute of the variant or of the product: a text, or an object that holds one. */
function attributeOf(item: JsonObject, variant: JsonObject, code: string): string | null {
  const groups = asObjects(item.attributeGroups).flatMap(({ attributes }) => asObjects(attributes))
  const attributes = [...asObjects(variant.attributes), ...groups]
  const value = asList(attributes.find((attribute) => sameCode(attribute.code, code))?.value)[0]
  return asText(value) ?? asText(at(value, 'url')) ?? asText(at(value, 'label')) ?? asText(at(value, 'text'))
}

/** The site's codes for the state of an article; any other code of theirs is left untold. */
function conditionOf(code: unknown): string | null {
  const number = toInteger(code)
  if (number === 11) return 'new'
  if (number === 10) return 'refurbished'
  if (number !== null) return number >= 1 && number <= 9 ? 'used' : null
  return asText(code)?.toLowerCase() ?? null
}
