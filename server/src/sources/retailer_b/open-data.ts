// A product from open product data: JSON by article number, with amounts per 100 g as bare numbers. It knows what is
// in a product and nothing of its sale.
import type { Page } from '../../contract/outcome.ts'
import { toNumber } from '../../extract/numbers.ts'
import type { JsonObject } from '../../extract/parse-json.ts'
import { asObject, asText } from '../../extract/values.ts'
import { amountText } from './amount-text.ts'
import { productUrl } from './product-address.ts'
import type { Features, Nutrition, ProductQuery, ProductRecord } from './product-record.ts'

/** The record; `gone` where the data says that it has no such product, null where it has no name. */
export function productFromOpenData(
  answer: JsonObject,
  page: Page,
  query: ProductQuery,
): ProductRecord | 'gone' | null {
  const product = asObject(answer.product)
  if (!product) return answer.status === 0 || answer.status === '0' ? 'gone' : null
  const title = told(product, 'product_name') ?? told(product, 'generic_name')
  if (title === null) return null
  return {
    id: query.reference,
    url: productUrl(page, query),
    image: asText(product.image_url) ?? asText(product.image_front_url),
    brand: partsOf(product.brands)[0] ?? null,
    title,
    rating: null,
    attributes: [asText(product.quantity), ...partsOf(product.labels)].filter((part) => part !== null),
    reviews_count: null,
    reviews_details: {
      average_rating: null,
      rating_distribution: { 1: null, 2: null, 3: null, 4: null, 5: null },
    },
    // The article number may stand in for a reference that a saved answer's address did not have.
    features: featuresOf(
      product,
      asText(answer.code),
      query.reference === asText(product.code) ? null : query.reference,
    ),
  }
}

/** The record with what it lacks taken from the open data of its article, or null where that has no such product. */
export function fillFeatures(record: ProductRecord, answer: JsonObject | null): ProductRecord | null {
  const product = asObject(answer?.product)
  if (!product) return null
  const others = featuresOf(product, null, null)
  const { features } = record
  return {
    ...record,
    brand: record.brand ?? partsOf(product.brands)[0] ?? null,
    image: record.image ?? asText(product.image_url),
    features: {
      ...features,
      description: features.description ?? others.description,
      ingredients: features.ingredients ?? others.ingredients,
      pays_de_fabrication: features.pays_de_fabrication ?? others.pays_de_fabrication,
      denomination_legale_de_vente:
        features.denomination_legale_de_vente ?? others.denomination_legale_de_vente,
      contact: features.contact ?? others.contact,
      valeurs_nutritionnelles: features.valeurs_nutritionnelles ?? others.valeurs_nutritionnelles,
    },
  }
}

/** The French text of a field, else the one in the product's main language. */
const told = (product: JsonObject, field: string): string | null =>
  asText(product[`${field}_fr`]) ?? asText(product[field])

const partsOf = (value: unknown): string[] =>
  (asText(value) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const featuresOf = (product: JsonObject, code: string | null, reference: string | null): Features => ({
  ean: asText(product.code) ?? code,
  reference,
  description: null,
  ingredients: told(product, 'ingredients_text'),
  pays_de_fabrication: asText(product.manufacturing_places),
  denomination_legale_de_vente: told(product, 'generic_name'),
  contact: null,
  valeurs_nutritionnelles: nutritionOf(asObject(product.nutriments)),
})

/** Amounts per 100 g: the `_100g` ones are in grams whatever unit the label had, and bare energy is in kilojoules. */
function nutritionOf(nutriments: JsonObject | null): Nutrition | null {
  const amount = (unit: string, ...names: string[]): string | null => {
    const value = names
      .map((name) => toNumber(nutriments?.[`${name}_100g`]))
      .find((number) => number !== null && number >= 0)
    return value === undefined || value === null ? null : amountText(value.toFixed(6), unit)
  }
  const nutrition = {
    sel: amount('g', 'salt'),
    glucides: amount('g', 'carbohydrates'),
    proteines: amount('g', 'proteins'),
    dont_sucres: amount('g', 'sugars'),
    matieres_grasses: amount('g', 'fat'),
    fibres_alimentaires: amount('g', 'fiber'),
    valeur_energetique_kj: amount('kJ', 'energy-kj', 'energy'),
    valeur_energetique_kcal: amount('kcal', 'energy-kcal'),
    dont_acides_gras_satures: amount('g', 'saturated-fat'),
  }
  return Object.values(nutrition).some((value) => value !== null) ? nutrition : null
}
