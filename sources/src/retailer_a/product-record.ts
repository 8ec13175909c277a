// The record of a product of retailer A.
import { readFields } from '@quarry/kit/read/read-fields'
import {
  boolean,
  integer,
  namedObject,
  nullable,
  number,
  object,
  type Static,
  text,
} from '@quarry/kit/schema'

const maybeText = (example: string, description?: string) => nullable(text(example, description))
const freeForm = (description: string) => nullable(object({}, { additionalProperties: true, description }))
const zeroByDefault = 'Part of the price; 0 where the site does not publish it, null where no site was read.'

const price = namedObject(
  'RetailerAPrice',
  {
    price: nullable(number(24.9, 'With all taxes.')),
    is_nx_c_b: nullable(boolean(false, 'Whether it can be paid in instalments by card.')),
    private_copy: nullable(number(0, 'The levy on private copies, part of the price.')),
    eco_contribution: nullable(number(0.12, zeroByDefault)),
    availability_status: maybeText('available', "Of all offers together, in the site's words."),
    eco_contribution_mobilier: nullable(number(0, zeroByDefault)),
    offer_availability_status: maybeText('available', "Of the elected offer, in the site's words."),
  },
  'In the currency of `data_layer.currency_code`.',
)

const electedOffer = namedObject(
  'RetailerAElectedOffer',
  {
    slug: maybeText('batterie-compacte-s-320'),
    stock: nullable(integer(42, 'Pieces left.')),
    shop_id: nullable(integer(1, 'Same as `store_id`; the online store has an id too.')),
    shop_name: maybeText('Boutique en ligne'),
    offer_type: maybeText('national', "In the site's words."),
    is_cross_dock: nullable(
      boolean(false, 'False where the site does not publish it, null where no site was read.'),
    ),
    national_offer_id: maybeText('8100017'),
    is_retailer_national_and_local: nullable(boolean(true)),
    is_active_promotion_without_stock: nullable(boolean(false)),
  },
  "The offer of the requested shop, or the site's default offer.",
)

const dataLayer = namedObject('RetailerADataLayer', {
  id: maybeText('700017', "The site's own number of the product."),
  ean: text('3210100000009'),
  name: text('Batterie compacte S 320'),
  price: maybeText('24.90', 'Always with two decimals.'),
  vendor: maybeText('Boutique en ligne'),
  section: maybeText('Maison', 'The first part of the category.'),
  category: maybeText('Maison/Cuisine/Petit électroménager', 'From the department down.'),
  condition: maybeText('new', 'Such as new, refurbished or used.'),
  in_stock: nullable(boolean(true)),
  currency_code: maybeText('EUR', 'ISO 4217 code, in capitals.'),
})

const offer = namedObject('RetailerAOffer', {
  price,
  stimuli: freeForm('Promotional messages, under the names of the site.'),
  stimuli_picto: freeForm('Promotional pictograms, under the names of the site.'),
  elected_offer: electedOffer,
  category_picto: maybeText(
    'picto-maison',
    'Empty where the site does not publish it, null where no site was read.',
  ),
  cnc_offers_count: nullable(integer(12, 'Offers to order online and collect at a shop.')),
  other_offers_count: nullable(
    integer(3, 'Offers other than the elected one; for observed prices, the older ones.'),
  ),
})

export const record = object({
  ean: text('3210100000009', 'The article number, 13 digits.'),
  brand: maybeText('Maison Velmont'),
  image: nullable(text('https://media.retailer-a.example/3210100000009/1.jpg', { format: 'uri' })),
  title: text('Batterie compacte S 320'),
  offer,
  data_layer: dataLayer,
  rating_count: nullable(integer(31)),
  rating_average: nullable(number(4.3, 'Out of 5.')),
})

export type ProductRecord = Static<typeof record>
type DataLayer = ProductRecord['data_layer']

/** A product by its article number, and the shop whose offer to read; null for the online store. */
export type ProductQuery = { ean: string; storeId: string | null }

/** Every field null: open providers have no offers. */
export const emptyOffer: ProductRecord['offer'] = readFields(offer, null)

// Decision: if the site does not publish the picto, stimuli, eco-contribution and cross-dock fields, they have the
// neutral value of their type; every other missing value is null.
export const siteOffer: ProductRecord['offer'] = {
  ...emptyOffer,
  price: { ...emptyOffer.price, eco_contribution: 0, eco_contribution_mobilier: 0 },
  stimuli: {},
  stimuli_picto: {},
  elected_offer: { ...emptyOffer.elected_offer, is_cross_dock: false },
  category_picto: '',
}

/** Fills in the fields of `data_layer` that repeat other fields. */
export function buildProduct(
  fields: Omit<ProductRecord, 'data_layer'> & { data_layer: Omit<DataLayer, 'ean' | 'name' | 'price'> },
): ProductRecord {
  const { ean, title, offer } = fields
  const { id, ...layer } = fields.data_layer
  const price = offer.price.price?.toFixed(2) ?? null
  return { ...fields, data_layer: { id, ean, name: title, price, ...layer } }
}
