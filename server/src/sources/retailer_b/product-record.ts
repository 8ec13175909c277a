// A product of retailer B as callers get it, apart from the endpoint, so that readers need not know it.
import { integer, list, nullable, number, object, type Static, text } from '../../lib/schema.ts'

const count = nullable(integer(12))

export const record = object({
  id: text('C1000000'),
  url: text('https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000'),
  image: nullable(text('https://media.retailer-b.example/C1000000/1.jpg')),
  brand: nullable(text('Maison Velmont')),
  title: text('Biscuits au beurre'),
  rating: nullable(number(4.3)),
  attributes: list(text('200 g')),
  reviews_count: nullable(integer(57)),
  reviews_details: object({
    average_rating: nullable(number(4.3)),
    rating_distribution: object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  }),
  features: object({
    ean: nullable(text('3250100000005')),
    reference: nullable(text('C1000000')),
    description: nullable(text('Des biscuits dorés au four.')),
    ingredients: nullable(text('Farine de blé, beurre 24 %, sucre, sel.')),
    pays_de_fabrication: nullable(text('France')),
    denomination_legale_de_vente: nullable(text('Biscuits sablés au beurre')),
    contact: nullable(
      object({
        exploitant: nullable(text('Maison Velmont, 12 rue Pasteur, 44000 Nantes')),
        service_consommateur: nullable(text('Service consommateurs, 44000 Nantes')),
      }),
    ),
    valeurs_nutritionnelles: nullable(
      object({
        sel: nullable(text('0,9 g')),
        glucides: nullable(text('62 g')),
        proteines: nullable(text('6,8 g')),
        dont_sucres: nullable(text('22 g')),
        matieres_grasses: nullable(text('23 g')),
        fibres_alimentaires: nullable(text('2,1 g')),
        valeur_energetique_kj: nullable(text('2036 kJ')),
        valeur_energetique_kcal: nullable(text('486 kcal')),
        dont_acides_gras_satures: nullable(text('15 g')),
      }),
    ),
  }),
})

export type ProductRecord = Static<typeof record>

export type Features = ProductRecord['features']

export type Nutrition = NonNullable<Features['valeurs_nutritionnelles']>

export type ProductInput = { url: string; reference: string; openDataUrl: string }
