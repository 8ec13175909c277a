// One product with its newest observed price from Open Prices and its description from Open Food Facts.
import { found, type Io, isMissing, notFound, type Outcome, pageChanged, provider } from '@quarry/kit'
import { buildForm } from '@quarry/kit/read/has-form'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import {
  openFoodFacts,
  openProductUrl,
  readOpenProduct,
  readProductImage,
  readProductName,
  readTags,
  splitList,
} from '../../apis/open-food-facts.ts'
import {
  type NewestPrice,
  newestPricesUrl,
  openPrices,
  openPricesPage,
  readNewestPrice,
} from '../../apis/open-prices.ts'
import { buildProduct, emptyOffer, type ProductQuery, type ProductRecord } from '../product-record.ts'

const texts = 'product_name product_name_fr generic_name generic_name_fr brands image_url image_front_url'
const form = { ...buildForm('text', texts.split(' ')), categories_tags_fr: ['text'] } as const

export const openPricesProduct = provider<ProductQuery, ProductRecord>({
  api: openPrices,
  otherApis: [openFoodFacts],
  example: { query: '3017620422003' },
  inputs: {
    store_id:
      'The number of a location of Open Prices whose newest price to read. Without it: the newest price anywhere.',
  },
  cannotAnswer: ({ storeId }) =>
    storeId === null || /^[1-9]\d{0,11}$/.test(storeId)
      ? null
      : { parameter: 'store_id', problem: 'must be the number of a location of Open Prices' },
  find,
  // A saved response with the prices does not describe the product.
  extract() {
    throw pageChanged('prices and product come in two answers')
  },
})

async function find(query: ProductQuery, { get }: Io): Promise<Outcome<ProductRecord>> {
  const { ean, storeId } = query
  // A location that does not exist may be answered with 400.
  const pricePage = await get(newestPricesUrl(ean, storeId), storeId === null ? {} : { readsStatuses: [400] })
  if (pricePage.status === 400) return notFound
  // The list of prices always exists; it may be empty.
  if (isMissing(pricePage)) throw pageChanged(`the list of prices answered ${pricePage.status}`)
  const prices = readNewestPrice(pricePage, ean, storeId)
  const page = await get(openProductUrl(ean, ['code', ...Object.keys(form)]))
  const product = isMissing(page) ? null : readOpenProduct(page, ean, form)
  const title = product && readProductName(product)
  // Decision: an article with a price but without a name is not found.
  if (!product || title === null) return notFound
  return found(toRecord(ean, title, product, prices), {
    form: 'open-prices',
    source: openPricesPage(ean),
    ...(prices.newest?.date ? { observedAt: prices.newest.date } : {}),
  })
}

function toRecord(ean: string, title: string, product: JsonObject, { newest, total }: NewestPrice) {
  const categories = readTags(product.categories_tags_fr)
  const shop_name = newest?.locationName ?? null
  return buildProduct({
    ean,
    brand: splitList(product.brands)[0] ?? null,
    image: readProductImage(product),
    title,
    offer: {
      ...emptyOffer,
      price: { ...emptyOffer.price, price: newest?.price ?? null },
      elected_offer: { ...emptyOffer.elected_offer, shop_id: newest?.locationId ?? null, shop_name },
      other_offers_count: Math.max(0, total - 1),
    },
    data_layer: {
      id: ean,
      vendor: shop_name,
      section: categories[0] ?? null,
      category: categories.join('/') || null,
      condition: null,
      in_stock: null,
      currency_code: newest?.currency ?? null,
    },
    rating_count: null,
    rating_average: null,
  })
}
