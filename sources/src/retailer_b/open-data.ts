// Reads a product from open product data: JSON by article number, with amounts per 100 g as bare numbers. It describes
// the contents of a product, not its sale.
import { buildForm, type Form } from '@quarry/kit/read/has-form'
import { toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import {
  readFrenchText,
  readPlainText,
  readProductImage,
  readTags,
  splitList,
} from '../apis/open-food-facts.ts'
import { normalizeAmount } from './product-features.ts'
import { emptyProduct, type Features, type Nutrition, type ProductRecord } from './product-record.ts'

/** The fields of a record that open data does not have: they come from the lookup. */
type LookupFields = Pick<ProductRecord, 'id' | 'url' | 'title'> & Pick<Features, 'ean' | 'reference'>

export const readOpenData = (product: JsonObject, { id, url, title, ean, reference }: LookupFields) => ({
  ...emptyProduct,
  id,
  url,
  image: readProductImage(product),
  brand: splitList(product.brands)[0] ?? null,
  title,
  attributes: [readPlainText(product.quantity), ...readLabels(product)].filter((part) => part !== null),
  features: readFeatures(product, ean, reference),
})

/** Without the tags, the labels are a text in the product's main language. */
const readLabels = ({ labels_tags_fr, labels }: JsonObject): string[] =>
  labels_tags_fr === undefined ? splitList(labels) : readTags(labels_tags_fr)

/** The record with its missing fields from the open data of its article, or null if there is no such product. */
export function fillFeatures(record: ProductRecord, response: JsonObject | null): ProductRecord | null {
  const product = asObject(response?.product)
  if (!product) return null
  const open = readFeatures(product, null, null)
  return {
    ...record,
    brand: record.brand ?? splitList(product.brands)[0] ?? null,
    image: record.image ?? readProductImage(product),
    features: fillNulls(record.features, open),
  }
}

function fillNulls(features: Features, other: Features): Features {
  const present = Object.entries(features).filter(([, value]) => value !== null)
  return { ...other, ...Object.fromEntries(present) }
}

function readFeatures(product: JsonObject, ean: string | null, reference: string | null): Features {
  const exploitant = readFrenchText(product, 'producer')
  const service_consommateur = readFrenchText(product, 'customer_service')
  return {
    ean: asText(product.code) ?? ean,
    reference,
    description: null,
    // Allergens are marked with underscores.
    ingredients: readFrenchText(product, 'ingredients_text')?.replace(/_([^_]{1,100})_/g, '$1') ?? null,
    pays_de_fabrication: readPlainText(product.manufacturing_places),
    denomination_legale_de_vente: readFrenchText(product, 'generic_name'),
    contact:
      exploitant === null && service_consommateur === null ? null : { exploitant, service_consommateur },
    valeurs_nutritionnelles: readNutriments(asObject(product.nutriments)),
  }
}

/** The unit and the open-data names of each amount. */
const nutriments: Readonly<Record<keyof Nutrition, readonly [unit: string, ...names: string[]]>> = {
  sel: ['g', 'salt'],
  glucides: ['g', 'carbohydrates'],
  proteines: ['g', 'proteins'],
  dont_sucres: ['g', 'sugars'],
  matieres_grasses: ['g', 'fat'],
  fibres_alimentaires: ['g', 'fiber'],
  valeur_energetique_kj: ['kJ', 'energy-kj', 'energy'],
  valeur_energetique_kcal: ['kcal', 'energy-kcal'],
  dont_acides_gras_satures: ['g', 'saturated-fat'],
}

export const nutrimentsForm: Form = buildForm(
  'scalar',
  Object.values(nutriments).flatMap(([, ...names]) => names.map((name) => `${name}_100g`)),
)

/** Amounts per 100 g are in grams, even if the label has another unit; energy without a unit is in kilojoules. */
function readNutriments(values: JsonObject | null): Nutrition | null {
  const amounts = Object.entries(nutriments).map(([field, [unit, ...names]]) => {
    const amount = names
      .map((name) => toNumber(values?.[`${name}_100g`]))
      .find((number) => number !== null && number >= 0)
    return [field, amount === undefined || amount === null ? null : normalizeAmount(amount.toFixed(6), unit)]
  })
  return amounts.some(([, amount]) => amount !== null) ? (Object.fromEntries(amounts) as Nutrition) : null
}
