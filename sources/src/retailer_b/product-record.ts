// The record of a product of retailer B.
import { readFields } from '@quarry/kit/read/read-fields'
import { integer, list, namedObject, nullable, number, object, type Static, text } from '@quarry/kit/schema'

const uri = { format: 'uri' }
const maybeText = (example: string, description?: string) => nullable(text(example, description))

const count = nullable(integer(12))
const outOfFive = 'From 1 to 5.'

export const nutrition = namedObject(
  'RetailerBNutrition',
  {
    sel: maybeText('0.9 g', 'Salt.'),
    glucides: maybeText('62 g', 'Carbohydrates.'),
    proteines: maybeText('6.8 g', 'Proteins.'),
    dont_sucres: maybeText('22 g', 'Sugars, part of the carbohydrates.'),
    matieres_grasses: maybeText('23 g', 'Fat.'),
    fibres_alimentaires: maybeText('2.1 g', 'Fibre.'),
    valeur_energetique_kj: maybeText('2036 kJ', 'Energy in kilojoules.'),
    valeur_energetique_kcal: maybeText('486 kcal', 'Energy in kilocalories.'),
    dont_acides_gras_satures: maybeText('15 g', 'Saturated fatty acids, part of the fat.'),
  },
  'Per 100 g or 100 ml, each with its unit; null where the product has no nutrition table.',
)

const features = namedObject('RetailerBFeatures', {
  ean: maybeText('3250100000005', 'The article number, 8 to 14 digits.'),
  reference: maybeText('C1000000', "The retailer's own number of the product."),
  description: maybeText('Des biscuits dorés au four.'),
  ingredients: maybeText('Farine de blé, beurre 24 %, sucre, sel.'),
  pays_de_fabrication: maybeText('France', 'Where it is made: countries or places.'),
  denomination_legale_de_vente: maybeText('Biscuits sablés au beurre', 'The legal name of the food.'),
  contact: nullable(
    object({
      exploitant: maybeText(
        'Maison Velmont, 12 rue Pasteur, 44000 Nantes',
        'The company responsible for the food.',
      ),
      service_consommateur: maybeText('Service consommateurs, 44000 Nantes', 'Contact for customers.'),
    }),
  ),
  valeurs_nutritionnelles: nullable(nutrition),
})

export const record = object({
  id: text('C1000000', 'The reference of the product on the site; for open data its article number.'),
  url: text('https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000', uri),
  image: nullable(text('https://media.retailer-b.example/C1000000/1.jpg', uri)),
  brand: maybeText('Maison Velmont'),
  title: text('Biscuits au beurre'),
  rating: nullable(number(4.3, outOfFive)),
  attributes: list(text('200 g'), 'Details next to the title: size, price per unit.'),
  reviews_count: nullable(integer(57)),
  reviews_details: namedObject('RetailerBReviews', {
    average_rating: nullable(number(4.3, outOfFive)),
    rating_distribution: object(
      { 1: count, 2: count, 3: count, 4: count, 5: count },
      'Number of reviews per number of stars; null where the page does not say.',
    ),
  }),
  features,
})

export type ProductRecord = Static<typeof record>

export const emptyProduct = readFields(record, null)

export type Features = Static<typeof features>

export type Nutrition = Static<typeof nutrition>

/** The reference at the end of an address (`pr-<reference>`), and the path; null for a bare article number. */
export type ProductQuery = { reference: string; path: string | null }

/** Completes "query …" in the error for anything but a product of the site. */
export const mustBeProductUrl = "must be the URL of a product page on the retailer's French site"
