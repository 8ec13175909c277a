// A product from the JSON-LD of its page: the form of products that the API does not know. It tells the best price
// and the number of offers of the online store, but neither stock nor shop: asked for a shop, it knows no offer at all.
import type { Page } from '@quarry/kit/outcome'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { isEan } from '@quarry/kit/read/ean'
import { linkedImage, linkedName, linkedWord } from '@quarry/kit/read/linked-values'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { snakeCase } from '@quarry/kit/read/snake-case'
import { asList, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { toPriceText } from './price-text.ts'
import type { ProductQuery, ProductRecord } from './product-record.ts'

/** The record, or null where no node is a product with a name. */
export function productFromLinkedData(
  products: readonly JsonObject[],
  breadcrumbs: readonly JsonObject[],
  page: Page,
  query: ProductQuery,
): ProductRecord | null {
  const named = products.filter((node) => asText(node.name) !== null)
  // Recommendations may be marked up too; the page's own product has the number asked for, or comes first.
  const node = named.find((candidate) => gtinOf(candidate) === query.ean) ?? named[0]
  const title = asText(node?.name)
  if (!node || title === null) return null
  // Decision: the offer is the online store's. What is not the shop's that was asked for is not told.
  const offer = query.storeId === null ? asObject(asList(node.offers)[0]) : null
  const { price, isAvailable, status, offers } = stateOf(offer)
  const path = breadcrumbPath(breadcrumbs[0], title)
  const rating = asObject(asList(node.aggregateRating)[0])
  return {
    ean: gtinOf(node) ?? query.ean,
    brand: linkedName(node.brand),
    image: linkedImage(node.image),
    title,
    offer: {
      price: {
        price,
        is_nx_c_b: null,
        private_copy: null,
        eco_contribution: 0,
        availability_status: status,
        eco_contribution_mobilier: 0,
        offer_availability_status: status,
      },
      stimuli: {},
      stimuli_picto: {},
      elected_offer: {
        slug: slugIn(asText(node.url) ?? page.url),
        stock: null,
        shop_id: null,
        shop_name: linkedName(offer?.seller),
        offer_type: null,
        is_cross_dock: false,
        national_offer_id: null,
        is_retailer_national_and_local: null,
        is_active_promotion_without_stock: null,
      },
      category_picto: '',
      cnc_offers_count: null,
      other_offers_count: offers === null ? null : Math.max(0, offers - 1),
    },
    data_layer: {
      id: asText(node.sku) ?? asText(node.productID),
      ean: gtinOf(node) ?? query.ean,
      name: title,
      price: toPriceText(price),
      vendor: linkedName(offer?.seller),
      section: path[0] ?? null,
      category: path.length > 0 ? path.join('/') : (asText(node.category) ?? null),
      condition: conditionOf(offer?.itemCondition ?? node.itemCondition),
      in_stock: isAvailable,
      currency_code: currencyCode(offer?.priceCurrency),
    },
    rating_count: toInteger(rating?.reviewCount) ?? toInteger(rating?.ratingCount),
    rating_average: toNumber(rating?.ratingValue),
  }
}

function gtinOf(node: JsonObject): string | null {
  const codes = [node.gtin13, node.gtin, node.sku].map(asText)
  return (
    codes.find((code) => code !== null && isEan(code)) ??
    codes.find((code) => /^\d{13}$/.test(code ?? '')) ??
    null
  )
}

type OfferState = {
  price: number | null
  isAvailable: boolean | null
  status: string | null
  offers: number | null
}

const availableWords = new Set([
  'InStock',
  'LimitedAvailability',
  'InStoreOnly',
  'OnlineOnly',
  'PreOrder',
  'BackOrder',
])

/** No offers and a price of zero is how the site writes an article that cannot be bought. */
function stateOf(offer: JsonObject | null): OfferState {
  if (!offer) return { price: null, isAvailable: null, status: null, offers: null }
  const offers = toInteger(offer.offerCount) ?? (asObjects(offer.offers).length || null)
  const amount = toNumber(offer.lowPrice) ?? toNumber(offer.price)
  if (offers === 0 && (amount === null || amount === 0))
    return { price: null, isAvailable: false, status: 'unavailable', offers }
  const word = linkedWord(offer.availability)
  if (word !== null)
    return { price: amount, isAvailable: availableWords.has(word), status: snakeCase(word), offers }
  const isAvailable = offers === null ? null : offers > 0
  return {
    price: amount,
    isAvailable,
    status: isAvailable === null ? null : isAvailable ? 'available' : 'unavailable',
    offers,
  }
}

const conditions: Readonly<Record<string, string>> = {
  NewCondition: 'new',
  UsedCondition: 'used',
  RefurbishedCondition: 'refurbished',
  DamagedCondition: 'damaged',
}
const conditionOf = (value: unknown): string | null => conditions[linkedWord(value) ?? ''] ?? null

const frontPage = /^(?:accueil|home)$/i

/** From the department down; the front page and the product itself are no categories. */
function breadcrumbPath(list: JsonObject | undefined, title: string): string[] {
  const steps = asObjects(list?.itemListElement)
    .map((step, index) => ({ step, position: toNumber(step.position) ?? index }))
    .sort((a, b) => a.position - b.position)
    .map(({ step }) => asText(step.name) ?? asText(at(step, 'item', 'name')))
    .filter((name) => name !== null)
  return steps.filter(
    (name, i) => !(i === 0 && frontPage.test(name)) && !(i === steps.length - 1 && name === title),
  )
}

/** The words of a product's address, without its number: `/p/<slug>-<ean>`. */
const slugIn = (url: string): string | null => /\/p\/([^/?#]{1,300})-\d{13}(?:[/?#]|$)/.exec(url)?.[1] ?? null
