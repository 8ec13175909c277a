// A product of retailer A as callers get it, apart from the endpoint, so that readers need not know it.
import { boolean, integer, named, nullable, number, object, type Static, text } from '@quarry/kit/schema'

// Decision: the picto, stimuli, eco-contribution and cross-dock fields take the neutral value of their type where
// the site does not publish them ('', {}, 0, false); every other missing value is null, and so are these where an open
// provider answers, which never has them.
const freeForm = (description: string) => nullable(object({}, { additionalProperties: true, description }))

const freeUnlessSaid = {
  description: 'Part of the price; 0 where the site does not publish it, null where no site was read.',
}

const price = object(
  {
    price: nullable(number(24.9, { description: 'With all taxes.' })),
    is_nx_c_b: nullable(boolean(false, { description: 'Whether it can be paid in instalments by card.' })),
    private_copy: nullable(number(0, { description: 'The levy on private copies, part of the price.' })),
    eco_contribution: nullable(number(0.12, freeUnlessSaid)),
    availability_status: nullable(
      text('available', { description: 'Of all offers together, in the words of the site.' }),
    ),
    eco_contribution_mobilier: nullable(number(0, freeUnlessSaid)),
    offer_availability_status: nullable(
      text('available', { description: 'Of the elected offer, in the words of the site.' }),
    ),
  },
  { description: 'In the currency of `data_layer.currency_code`.', ...named('RetailerAPrice') },
)

const electedOffer = object(
  {
    slug: nullable(text('batterie-compacte-s-320')),
    stock: nullable(integer(42, { description: 'Pieces left.' })),
    shop_id: nullable(
      integer(1, { description: 'As `store_id` of the lookup; the online store has one too.' }),
    ),
    shop_name: nullable(text('Boutique en ligne')),
    offer_type: nullable(text('national', { description: 'In the words of the site.' })),
    is_cross_dock: nullable(
      boolean(false, {
        description: 'False where the site does not publish it, null where no site was read.',
      }),
    ),
    national_offer_id: nullable(text('8100017')),
    is_retailer_national_and_local: nullable(boolean(true)),
    is_active_promotion_without_stock: nullable(boolean(false)),
  },
  {
    description: "The offer of the shop asked for, else the site's default.",
    ...named('RetailerAElectedOffer'),
  },
)

const dataLayer = object(
  {
    id: nullable(text('700017', { description: "The site's own number of the product." })),
    ean: text('3210100000009'),
    name: text('Batterie compacte S 320'),
    price: nullable(text('24.90', { description: 'Always with two decimals.' })),
    vendor: nullable(text('Boutique en ligne')),
    section: nullable(text('Maison', { description: 'The first part of the category.' })),
    category: nullable(
      text('Maison/Cuisine/Petit électroménager', { description: 'From the department down.' }),
    ),
    condition: nullable(text('new', { description: 'Such as new, refurbished or used.' })),
    in_stock: nullable(boolean(true)),
    currency_code: nullable(text('EUR', { description: 'ISO 4217 code, in capitals.' })),
  },
  named('RetailerADataLayer'),
)

export const record = object({
  ean: text('3210100000009', { description: 'The article number, 13 digits.' }),
  brand: nullable(text('Maison Velmont')),
  image: nullable(text('https://media.retailer-a.example/3210100000009/1.jpg', { format: 'uri' })),
  title: text('Batterie compacte S 320'),
  offer: object(
    {
      price,
      stimuli: freeForm('Promotional messages, as the site names them.'),
      stimuli_picto: freeForm('Promotional pictograms, as the site names them.'),
      elected_offer: electedOffer,
      category_picto: nullable(
        text('picto-maison', {
          description: 'Empty where the site does not publish it, null where no site was read.',
        }),
      ),
      cnc_offers_count: nullable(integer(12, { description: 'Offers to order online and fetch at a shop.' })),
      other_offers_count: nullable(
        integer(3, { description: 'Offers beside the elected one; of observed prices the older ones.' }),
      ),
    },
    named('RetailerAOffer'),
  ),
  data_layer: dataLayer,
  rating_count: nullable(integer(31)),
  rating_average: nullable(number(4.3, { description: 'Out of 5.' })),
})

export type ProductRecord = Static<typeof record>

/** The article by its number, and the shop whose offer is wanted; null for the online store. */
export type ProductQuery = { ean: string; storeId: string | null }
