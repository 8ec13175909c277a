// A product of retailer A as callers get it, apart from the endpoint, so that readers need not know it.
import { boolean, integer, nullable, number, object, type Static, text } from '../../lib/schema.ts'

// Decision: the picto, stimuli, eco-contribution and cross-dock fields take the neutral value of their type where
// the site does not publish them ('', {}, 0, false); every other missing value is null.
const freeForm = (description: string) => object({}, { additionalProperties: true, description })

export const record = object({
  ean: text('3210100000009'),
  brand: nullable(text('Maison Velmont')),
  image: nullable(text('https://media.retailer-a.example/3210100000009/1.jpg')),
  title: text('Batterie compacte S 320'),
  offer: object({
    price: object({
      price: nullable(number(24.9)),
      is_nx_c_b: nullable(boolean(false)),
      private_copy: nullable(number(0)),
      eco_contribution: number(0.12),
      availability_status: nullable(text('available')),
      eco_contribution_mobilier: number(0),
      offer_availability_status: nullable(text('available')),
    }),
    stimuli: freeForm('Promotional messages, as the site names them.'),
    stimuli_picto: freeForm('Promotional pictograms, as the site names them.'),
    elected_offer: object({
      slug: nullable(text('batterie-compacte-s-320')),
      stock: nullable(integer(42)),
      shop_id: nullable(integer(1)),
      shop_name: nullable(text('Boutique en ligne')),
      offer_type: nullable(text('national')),
      is_cross_dock: boolean(false),
      national_offer_id: nullable(text('8100017')),
      is_retailer_national_and_local: nullable(boolean(true)),
      is_active_promotion_without_stock: nullable(boolean(false)),
    }),
    category_picto: text('picto-maison'),
    cnc_offers_count: nullable(integer(12)),
    other_offers_count: nullable(integer(3)),
  }),
  data_layer: object({
    id: nullable(text('700017')),
    ean: text('3210100000009'),
    name: text('Batterie compacte S 320'),
    price: nullable(text('24.90', { description: 'Always with two decimals.' })),
    vendor: nullable(text('Boutique en ligne')),
    section: nullable(text('Maison')),
    category: nullable(text('Maison/Cuisine/Petit électroménager')),
    condition: nullable(text('new')),
    in_stock: nullable(boolean(true)),
    currency_code: nullable(text('EUR')),
  }),
  rating_count: nullable(integer(31)),
  rating_average: nullable(number(4.3)),
})

export type ProductRecord = Static<typeof record>

export type ProductInput = { ean: string; storeId: string | null; apiUrl: string; pageUrl: string }
