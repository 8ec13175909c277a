// A product from open product data: JSON by article number, with amounts per 100 g as bare numbers. It knows what is
// in a product and nothing of its sale.
import { buildForm, type Form } from '@quarry/kit/read/has-form'
import { toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import { readFrenchText, readPlainText, readProductImage, splitList } from '../apis/open-food-facts.ts'
import { amountText } from './amount-text.ts'
import type { Features, Nutrition, ProductRecord } from './product-record.ts'

/** What the data does not say of itself: what the product is called where it was asked for. */
export type Named = { id: string; url: string; title: string; ean: string | null; reference: string | null }

export function recordOfOpenData(product: JsonObject, named: Named): ProductRecord {
  const { id, url, title, ean, reference } = named
  return {
    id,
    url,
    image: readProductImage(product),
    brand: splitList(product.brands)[0] ?? null,
    title,
    rating: null,
    attributes: [readPlainText(product.quantity), ...splitList(product.labels)].filter(
      (part) => part !== null,
    ),
    reviews_count: null,
    reviews_details: {
      average_rating: null,
      rating_distribution: { 1: null, 2: null, 3: null, 4: null, 5: null },
    },
    features: featuresOf(product, ean, reference),
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
    brand: record.brand ?? splitList(product.brands)[0] ?? null,
    image: record.image ?? readProductImage(product),
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

const featuresOf = (product: JsonObject, ean: string | null, reference: string | null): Features => ({
  ean: asText(product.code) ?? ean,
  reference,
  description: null,
  ingredients: ingredientsOf(product),
  pays_de_fabrication: readPlainText(product.manufacturing_places),
  denomination_legale_de_vente: readFrenchText(product, 'generic_name'),
  contact: contactOf(product),
  valeurs_nutritionnelles: nutritionOf(asObject(product.nutriments)),
})

/** Allergens are marked with underscores. */
const ingredientsOf = (product: JsonObject): string | null =>
  readFrenchText(product, 'ingredients_text')?.replace(/_([^_]{1,100})_/g, '$1') ?? null

function contactOf(product: JsonObject): Features['contact'] {
  const exploitant = readFrenchText(product, 'producer')
  const service_consommateur = readFrenchText(product, 'customer_service')
  return exploitant === null && service_consommateur === null ? null : { exploitant, service_consommateur }
}

/** Whatever a label says of them. */
export const nutrimentsForm: Form = buildForm(
  'scalar',
  [
    ...['salt', 'carbohydrates', 'proteins', 'sugars', 'fat', 'fiber', 'energy', 'energy-kj'],
    ...['energy-kcal', 'saturated-fat'],
  ].map((name) => `${name}_100g`),
)

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
