// Reads a product from the JSON-LD of its page, for products that the API does not know. It has the best price and
// the number of offers of the online store, but no stock and no offers of shops.
import type { Page } from '@quarry/kit'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { isEan } from '@quarry/kit/read/ean'
import { linkedImage, linkedName, linkedWord } from '@quarry/kit/read/linked-values'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { snakeCase } from '@quarry/kit/read/snake-case'
import { asList, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { buildProduct, type ProductQuery, type ProductRecord, siteOffer } from './product-record.ts'

/** The record, or null if no node is a product with a name. */
export function readLinkedProduct(
  products: readonly JsonObject[],
  breadcrumbs: readonly JsonObject[],
  page: Page,
  query: ProductQuery,
): ProductRecord | null {
  const namedProducts = products.filter((node) => asText(node.name) !== null)
  // Recommendations may be marked up too; the page's own product has the requested number, or comes first.
  const node = namedProducts.find((candidate) => readGtin(candidate) === query.ean) ?? namedProducts[0]
  const title = asText(node?.name)
  if (!node || title === null) return null
  // Decision: the offer is the online store's, so a lookup for a shop has no offer.
  const offer = query.storeId === null ? asObject(asList(node.offers)[0]) : null
  const { price, isAvailable, status, count } = readOffer(offer)
  const path = readBreadcrumbs(breadcrumbs[0], title)
  const rating = asObject(asList(node.aggregateRating)[0])
  const seller = linkedName(offer?.seller)
  const slug = readSlug(asText(node.url) ?? page.url)
  return buildProduct({
    ean: readGtin(node) ?? query.ean,
    brand: linkedName(node.brand),
    image: linkedImage(node.image),
    title,
    offer: {
      ...siteOffer,
      price: { ...siteOffer.price, price, availability_status: status, offer_availability_status: status },
      elected_offer: { ...siteOffer.elected_offer, slug, shop_name: seller },
      other_offers_count: count === null ? null : Math.max(0, count - 1),
    },
    data_layer: {
      id: asText(node.sku) ?? asText(node.productID),
      vendor: seller,
      section: path[0] ?? null,
      category: path.join('/') || asText(node.category),
      condition: conditions[linkedWord(offer?.itemCondition ?? node.itemCondition) ?? ''] ?? null,
      in_stock: isAvailable,
      currency_code: currencyCode(offer?.priceCurrency),
    },
    rating_count: toInteger(rating?.reviewCount) ?? toInteger(rating?.ratingCount),
    rating_average: toNumber(rating?.ratingValue),
  })
}

function readGtin(node: JsonObject): string | null {
  const codes = [node.gtin13, node.gtin, node.sku].map((code) => asText(code) ?? '')
  return codes.find(isEan) ?? codes.find((code) => /^\d{13}$/.test(code)) ?? null
}

const availableWords = new Set(
  'InStock LimitedAvailability InStoreOnly OnlineOnly PreOrder BackOrder'.split(' '),
)

function readOffer(offer: JsonObject | null) {
  if (!offer) return { price: null, isAvailable: null, status: null, count: null }
  const count = toInteger(offer.offerCount) ?? (asObjects(offer.offers).length || null)
  const price = toNumber(offer.lowPrice) ?? toNumber(offer.price)
  // The site writes a product that cannot be bought with no offers and a price of zero.
  if (count === 0 && !price) return { price: null, isAvailable: false, status: 'unavailable', count }
  const word = linkedWord(offer.availability)
  if (word !== null) return { price, isAvailable: availableWords.has(word), status: snakeCase(word), count }
  if (count === null) return { price, isAvailable: null, status: null, count }
  return { price, isAvailable: count > 0, status: count > 0 ? 'available' : 'unavailable', count }
}

const conditions: Readonly<Record<string, string>> = {
  NewCondition: 'new',
  UsedCondition: 'used',
  RefurbishedCondition: 'refurbished',
  DamagedCondition: 'damaged',
}

const frontPage = /^(?:accueil|home)$/i

/** The categories from the department down, without the front page and the product itself. */
function readBreadcrumbs(list: JsonObject | undefined, title: string): string[] {
  const steps = asObjects(list?.itemListElement)
    .map((step, index) => ({ step, position: toNumber(step.position) ?? index }))
    .sort((a, b) => a.position - b.position)
    .map(({ step }) => asText(step.name) ?? asText(at(step, 'item', 'name')))
    .filter((name) => name !== null)
  return steps.filter(
    (name, i) => !(i === 0 && frontPage.test(name)) && !(i === steps.length - 1 && name === title),
  )
}

/** The words in a product's address, without its number: `/p/<slug>-<ean>`. */
const readSlug = (url: string): string | null =>
  /\/p\/([^/?#]{1,300})-\d{13}(?:[/?#]|$)/.exec(url)?.[1] ?? null
