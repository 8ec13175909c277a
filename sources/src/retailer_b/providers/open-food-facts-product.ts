// One product by its article number from Open Food Facts, which describes its contents, not its sale.
import { found, notFound, pageChanged, provider } from '@quarry/kit'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { asText } from '@quarry/kit/read/values'
import {
  openFoodFacts,
  openFoodFactsHosts,
  openProductPage,
  openProductUrl,
  parseProductCode,
  readOpenProduct,
  readProductName,
} from '../../apis/open-food-facts.ts'
import { nutrimentsForm, readOpenData } from '../open-data.ts'
import { isArticleNumber } from '../product-address.ts'
import type { ProductQuery, ProductRecord } from '../product-record.ts'

const inFrench = (field: string): string[] => [field, `${field}_fr`]

const texts = [
  ...['product_name', 'generic_name', 'ingredients_text', 'customer_service', 'producer'].flatMap(inFrench),
  ...['brands', 'quantity', 'image_url', 'image_front_url', 'manufacturing_places'],
]
const form = { ...buildForm('text', texts), labels_tags_fr: ['text'] } as const

export const openFoodFactsProduct = provider<ProductQuery, ProductRecord>({
  api: openFoodFacts,
  example: { query: 'pr-3017620422003' },

  address({ url }) {
    const code = parseProductCode(url.pathname)
    return code === null ? null : { reference: code, path: null }
  },
  addressForm: 'the URL of a product page of Open Food Facts (/produit/<article number>)',
  addressHosts: openFoodFactsHosts,
  inputs: {
    query:
      '`pr-` and an article number, or the address of a product on Open Food Facts: `https://fr.openfoodfacts.org/produit/<number>/…`.',
  },

  cannotAnswer: ({ reference }) =>
    isArticleNumber(reference)
      ? null
      : 'must be pr- and an article number, or the URL of a product page of Open Food Facts',

  page: ({ reference }) => openProductUrl(reference, ['code', ...Object.keys(form), 'nutriments']),

  extract(page, { reference }) {
    const product = readOpenProduct(page, reference, form)
    const title = product && readProductName(product)
    // Decision: a product without a name is not found.
    if (!product || title === null) return notFound
    if (!hasForm(product.nutriments, nutrimentsForm)) throw pageChanged('nutriments have another form')
    const id = asText(product.code) ?? reference
    const url = openProductPage(id, page.url)
    return found(readOpenData(product, { id, url, title, ean: id, reference: null }), {
      form: 'open-food-facts',
      source: url,
    })
  },

  paramsFromUrl(url) {
    const code = parseProductCode(new URL(url).pathname)
    return { query: code === null ? url : `pr-${code}` }
  },
})
