// One article with the newest price that somebody saw, by Open Prices, and what it is, by Open Food Facts.
import { found, notFound, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import {
  openFoodFacts,
  openProductUrl,
  readOpenProduct,
  readProductImage,
  readProductName,
  splitList,
} from '../../apis/open-food-facts.ts'
import {
  type NewestPrice,
  newestPriceUrl,
  openPrices,
  openPricesPage,
  readNewestPrice,
} from '../../apis/open-prices.ts'
import { toPriceText } from '../price-text.ts'
import type { ProductQuery, ProductRecord } from '../product-record.ts'

const texts = [
  ...['product_name', 'product_name_fr', 'generic_name', 'generic_name_fr'],
  ...['brands', 'categories', 'image_url', 'image_front_url'],
]

export const openPricesProduct = provider<ProductQuery, ProductRecord>({
  api: openPrices,
  otherApis: [openFoodFacts],
  example: { query: '3017620422003' },
  inputs: {
    store_id:
      'The number of a location of Open Prices whose newest price is wanted. Without it: the newest price anywhere.',
  },

  cannotAnswer: ({ storeId }) =>
    storeId === null || /^[1-9]\d{0,11}$/.test(storeId)
      ? null
      : { parameter: 'store_id', problem: 'must be the number of a location of Open Prices' },

  find,

  // A saved answer about the prices does not say what the article is.
  extract() {
    throw pageChanged('prices and product come in two answers')
  },
})

async function find(query: ProductQuery, { get }: Io): Promise<Outcome<ProductRecord>> {
  const { ean, storeId } = query
  const prices = readNewestPrice(present(await get(newestPriceUrl(ean, storeId))), ean, storeId)
  const page = await get(openProductUrl(ean, ['code', ...texts]))
  const product = page.status === 404 || page.status === 410 ? null : readOpenProduct(page, ean, texts)
  const title = product && readProductName(product)
  // Decision: the price of an article that nobody has named yet is no product.
  if (!product || title === null) return notFound
  const { newest } = prices
  return found(recordOf(query, title, product, prices), {
    form: 'open-prices',
    source: openPricesPage(ean),
    ...(newest?.date ? { observedAt: newest.date } : {}),
  })
}

/** The list of prices is always there, if only empty. */
function present(page: Page): Page {
  if (page.status === 404 || page.status === 410)
    throw pageChanged(`the list of prices answered ${page.status}`)
  return page
}

function recordOf(
  { ean }: ProductQuery,
  title: string,
  product: JsonObject,
  { newest, total }: NewestPrice,
): ProductRecord {
  const categories = splitList(product.categories)
  return {
    ean,
    brand: splitList(product.brands)[0] ?? null,
    image: readProductImage(product),
    title,
    offer: {
      price: {
        price: newest?.price ?? null,
        is_nx_c_b: null,
        private_copy: null,
        eco_contribution: null,
        availability_status: null,
        eco_contribution_mobilier: null,
        offer_availability_status: null,
      },
      stimuli: null,
      stimuli_picto: null,
      elected_offer: {
        slug: null,
        stock: null,
        shop_id: newest?.locationId ?? null,
        shop_name: newest?.locationName ?? null,
        offer_type: null,
        is_cross_dock: null,
        national_offer_id: null,
        is_retailer_national_and_local: null,
        is_active_promotion_without_stock: null,
      },
      category_picto: null,
      cnc_offers_count: null,
      other_offers_count: Math.max(0, total - 1),
    },
    data_layer: {
      id: ean,
      ean,
      name: title,
      price: toPriceText(newest?.price ?? null),
      vendor: newest?.locationName ?? null,
      section: categories[0] ?? null,
      category: categories.length === 0 ? null : categories.join('/'),
      condition: null,
      in_stock: null,
      currency_code: newest?.currency ?? null,
    },
    rating_count: null,
    rating_average: null,
  }
}
