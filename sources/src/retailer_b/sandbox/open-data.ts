// The open product data of the sandbox grocer: amounts per 100 g as numbers.
import type { Grocery } from './goods.ts'
import { toImageUrl } from './pages.ts'
import { type Amounts, toKilocalories, toKilojoules } from './recipes.ts'

export const openData = (grocery: Grocery): Record<string, unknown> => ({
  status: 1,
  status_verbose: 'product found',
  code: grocery.ean,
  product: {
    code: grocery.ean,
    lang: 'fr',
    product_name_fr: grocery.name,
    generic_name_fr: grocery.legalName ?? '',
    brands: grocery.brand,
    quantity: grocery.pack,
    ingredients_text_fr: grocery.ingredients ?? '',
    manufacturing_places: grocery.countries.join(', '),
    image_url: grocery.hasImage ? toImageUrl(grocery, 1) : '',
    nutriments: grocery.amounts ? nutriments(grocery.amounts) : {},
  },
})

const nutriments = (amounts: Amounts): Record<string, unknown> => ({
  energy_100g: toKilojoules(amounts),
  'energy-kcal_100g': toKilocalories(amounts),
  fat_100g: amounts.fat,
  'saturated-fat_100g': amounts.saturates,
  carbohydrates_100g: amounts.carbohydrates,
  sugars_100g: amounts.sugars,
  fiber_100g: amounts.fibre ?? undefined,
  proteins_100g: String(amounts.proteins),
  salt_100g: amounts.salt,
})
