// Open Food Facts and its sister projects for cosmetics, pet food and everything else: products by their article number,
// as people have typed them from labels. Asked for fields by name, in version 2: later ones tell nutrition otherwise.
import { isUrl } from '@quarry/kit/is-url'
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { plainText } from '@quarry/kit/read/clean-text'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'

const projects = ['openfoodfacts', 'openbeautyfacts', 'openproductsfacts', 'openpetfoodfacts']

export const openFoodFacts = upstreamApi({
  name: 'open-food-facts',
  title: 'Open Food Facts',
  // A product of another kind is answered with a redirect to the project that has it.
  hosts: projects.map((project) => `world.${project}.org`),
  licence: 'ODbL-1.0',
  credit: 'Open Food Facts contributors, database under ODbL 1.0, images under CC BY-SA',
  homepage: 'https://world.openfoodfacts.org',
  // Reads of products; above it the interface answers 503.
  pace: { perMinute: 15 },
  needsContact: true,
})

/** Where people meet its products: a host for each country and language. */
export const openFoodFactsHosts = projects.map((project) => `*.${project}.org`)

export const openProductUrl = (code: string, fields: readonly string[]): string =>
  `https://world.openfoodfacts.org/api/v2/product/${code}.json?product_type=all&fields=${fields.join(',')}`

/** The product's page in French, in the project that answered. */
export function openProductPage(code: string, answeredAt: string): string {
  const project = projects.find((one) => new URL(answeredAt).hostname === `world.${one}.org`) ?? projects[0]
  return `https://fr.${project}.org/produit/${code}`
}

const productPath =
  /^\/(?:product|produit|produkt|producto|producte|produto|prodotto|produs)\/(\d{8,14})(?:\/[^/]{0,400})?\/?$/
const answerPath = /^\/api\/v\d\/product\/(\d{8,14})(?:\.json)?$/

/** The article number in the address of a product's page, in any of its languages, or of an answer about it. */
export const parseProductCode = (pathname: string): string | null =>
  productPath.exec(pathname)?.[1] ?? answerPath.exec(pathname)?.[1] ?? null

/** Article numbers are filled up with zeros to a length of their own. */
const isSameCode = (one: string, other: string): boolean =>
  one.replace(/^0+/, '') === other.replace(/^0+/, '')

/** The product in an answer about it, or null where there is none. What has another form than it had is refused. */
export function readOpenProduct(page: Page, code: string, texts: readonly string[]): JsonObject | null {
  const answer = asObject(jsonAnswer(page.body))
  if (!answer) throw pageChanged('no JSON of a product')
  const product = asObject(answer.product)
  if (!product && (answer.status === 0 || answer.status === '0')) return null
  const given = asText(product?.code) ?? asText(answer.code)
  if (!product || given === null) throw pageChanged('no product in the answer')
  if (!isSameCode(given, code)) throw pageChanged('the answer is about another product')
  for (const name of texts)
    if (product[name] !== undefined && product[name] !== null && typeof product[name] !== 'string')
      throw pageChanged(`${name} is no text`)
  return { ...product, code: given }
}

/** The French text of a field, else the one in the product's main language. */
export const readFrenchText = (product: JsonObject, field: string): string | null =>
  readPlainText(product[`${field}_fr`]) ?? readPlainText(product[field])

/** A text without the markup and references that some were typed with. */
export const readPlainText = (value: unknown): string | null => plainText(asText(value) ?? '')

/** A list that is written with commas. */
export const splitList = (value: unknown): string[] =>
  (readPlainText(value) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What a product is called; null for one that nobody has named yet. */
export function readProductName(product: JsonObject): string | null {
  const name = readFrenchText(product, 'product_name') ?? readFrenchText(product, 'generic_name')
  // A product without a name has an empty one: where there is none at all, names have moved elsewhere.
  if (name === null && product.product_name === undefined && product.product_name_fr === undefined)
    throw pageChanged('no name of the product')
  return name
}

export function readProductImage(product: JsonObject): string | null {
  const address = asText(product.image_url) ?? asText(product.image_front_url)
  return address !== null && /^https?:/i.test(address) && isUrl(address) ? address : null
}
