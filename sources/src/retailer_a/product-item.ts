// Reads a product from a response of the site's API, the form with stock, shops and all offers. Amounts are in cents,
// and many fields are in lists of coded values.
import { currencyCode } from '@quarry/kit/read/currency-code'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asBoolean, asList, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { buildProduct, type ProductQuery, type ProductRecord } from './product-record.ts'

/** The JSON of a response, or null for a page or broken JSON. */
export function parseResponse(body: string): JsonObject | null {
  const json = jsonAnswer(body)
  return Array.isArray(json) ? { items: json } : asObject(json)
}

/** Whether a response with status 200 reports a missing product. */
export function isMissing(response: JsonObject): boolean {
  if (Array.isArray(response.variants)) return false
  const status = toInteger(response.status) ?? toInteger(response.statusCode) ?? toInteger(response.code)
  return status === 404 || status === 410 || (Array.isArray(response.items) && response.items.length === 0)
}

/** The requested product: the response itself, or one of its `items`. */
export function findItem(response: JsonObject, ean: string): JsonObject | null {
  const items = [response, ...asObjects(response.items)].filter((item) => Array.isArray(item.variants))
  const isRequested = (item: JsonObject) =>
    [item, ...asObjects(item.variants)].some(({ sku }) => asText(sku) === ean)
  return items.find(isRequested) ?? (items.length === 1 ? (items[0] ?? null) : null)
}

/** The record, or null if the item has no name. */
export function readItem(item: JsonObject, { ean: requested, storeId }: ProductQuery): ProductRecord | null {
  const variants = asObjects(item.variants)
  const variant = variants.find(({ sku }) => asText(sku) === requested) ?? variants[0] ?? {}
  const title = asText(item.label) ?? asText(variant.label)
  if (title === null) return null
  const offers = asObjects(variant.offers)
  const offer = chooseOffer(offers, storeId)
  const offerCount = toInteger(variant.offersTotal) ?? offers.length
  const stock = toInteger(offer?.stock)
  const path = readCategories(item)
  const merchandising = (name: string) =>
    at(variant, 'merchandisingData', `content_${name}`, 'value') ??
    at(item, 'merchandisingData', `content_${name}`, 'value')
  return buildProduct({
    ean: [variant.sku, item.sku].map(asText).find((sku) => sku && /^\d{13}$/.test(sku)) ?? requested,
    brand: findAttribute(item, variant, 'marque'),
    image: findAttribute(item, variant, 'image1'),
    title,
    offer: {
      price: readPrice(offer, offers),
      stimuli: asObject(toSnakeCase(merchandising('stimuli'))) ?? {},
      stimuli_picto: asObject(toSnakeCase(merchandising('stimuliPicto'))) ?? {},
      elected_offer: readOffer(offer, asText(variant.slug) ?? asText(item.slug), storeId),
      category_picto: asText(merchandising('categoryPicto')) ?? '',
      cnc_offers_count: toInteger(variant.cncOffersTotal),
      other_offers_count: Math.max(0, offer ? offerCount - 1 : offerCount),
    },
    data_layer: {
      id: asText(item.id) ?? asText(item.sku),
      vendor: asText(at(offer, 'shop', 'label')),
      section: path[0] ?? null,
      category: path.join('/') || null,
      condition: toCondition(findField(offer, 'state-code')),
      in_stock: stock === null ? (offer ? null : false) : stock > 0,
      currency_code: currencyCode(at(offer, 'currency', 'code')),
    },
    rating_count: toInteger(merchandising('totalReviewCount')),
    rating_average: toNumber(merchandising('averageOverallRating')),
  })
}

/** The offer of the requested shop, or the site's default, or the only one. */
function chooseOffer(offers: readonly JsonObject[], storeId: string | null): JsonObject | null {
  const local = offers.find(({ shop }) =>
    [asText(at(shop, 'id')), asText(at(shop, 'signCode'))].includes(storeId),
  )
  const byDefault = offers.find((offer) => asBoolean(offer.isDefault) === true)
  return (storeId !== null && local) || byDefault || (offers.length === 1 && offers[0]) || null
}

const fromCents = (value: unknown): number | null => {
  const cents = toNumber(value)
  return cents === null ? null : Math.round(cents) / 100
}

const isSameCode = (code: unknown, name: string): boolean =>
  asText(code)
    ?.toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^is/, '') === name.replaceAll('-', '')

/** The value of an offer's coded field, written `cross-dock`, `crossDock` or `isCrossDock`. */
const findField = (offer: JsonObject | null, code: string): unknown =>
  asObjects(offer?.additionalFields).find((field) => isSameCode(field.code, code))?.value

const toStatus = (offers: readonly JsonObject[]): string | null => {
  const stocks = offers.map(({ stock }) => toInteger(stock))
  if (stocks.some((stock) => stock !== null && stock > 0)) return 'available'
  return stocks.every((stock) => stock !== null) ? 'unavailable' : null
}

const readPrice = (offer: JsonObject | null, offers: readonly JsonObject[]) => ({
  // Decision: the price with all taxes; the price without them only if that is missing.
  price:
    fromCents(at(offer, 'basePrice', 'price', 'priceWithAllTaxes')) ??
    fromCents(at(offer, 'basePrice', 'price', 'price')),
  is_nx_c_b: asBoolean(findField(offer, 'nx-cb')),
  private_copy: fromCents(findField(offer, 'private-copy')),
  eco_contribution: fromCents(findField(offer, 'eco-contribution')) ?? 0,
  availability_status: asText(findField(offer, 'availability-status')) ?? toStatus(offers),
  eco_contribution_mobilier: fromCents(findField(offer, 'eco-contribution-mobilier')) ?? 0,
  offer_availability_status:
    asText(findField(offer, 'offer-availability-status')) ?? toStatus(offer ? [offer] : []),
})

const readOffer = (offer: JsonObject | null, slug: string | null, storeId: string | null) => ({
  slug,
  stock: toInteger(offer?.stock),
  shop_id: toInteger(at(offer, 'shop', 'id')),
  shop_name: asText(at(offer, 'shop', 'label')),
  offer_type: asText(findField(offer, 'offer-type')),
  is_cross_dock: asBoolean(findField(offer, 'cross-dock')) ?? false,
  // Without a shop the site's default is the national offer.
  national_offer_id:
    asText(findField(offer, 'national-offer-id')) ?? (storeId === null ? asText(offer?.id) : null),
  is_retailer_national_and_local: asBoolean(findField(offer, 'retailer-national-and-local')),
  is_active_promotion_without_stock: asBoolean(findField(offer, 'active-promotion-without-stock')),
})

/** From the department down: the parents of a category, or a flat list. */
function readCategories(item: JsonObject): string[] {
  const categories = asObjects(item.categories)
  const nested = categories.find(({ parentCategories }) => asObjects(parentCategories).length > 0)
  const path = nested ? [...asObjects(nested.parentCategories), nested] : categories
  return path.map(({ label }) => asText(label)).filter((label) => label !== null)
}

/** An attribute of the variant or of the product: a text, or an object with one. */
function findAttribute(item: JsonObject, variant: JsonObject, code: string): string | null {
  const groups = asObjects(item.attributeGroups).flatMap(({ attributes }) => asObjects(attributes))
  const attributes = [...asObjects(variant.attributes), ...groups]
  const value = asList(attributes.find((attribute) => isSameCode(attribute.code, code))?.value)[0]
  return asText(value) ?? asText(at(value, 'url')) ?? asText(at(value, 'label')) ?? asText(at(value, 'text'))
}

/** The site's codes for the condition of a product; null for unknown codes. */
function toCondition(code: unknown): string | null {
  const number = toInteger(code)
  if (number === 11) return 'new'
  if (number === 10) return 'refurbished'
  if (number !== null) return number >= 1 && number <= 9 ? 'used' : null
  return asText(code)?.toLowerCase() ?? null
}
