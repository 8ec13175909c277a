// Products as the sandbox supermarket's API returns them: coded fields, and amounts in cents.
import { getCompany } from '../../sandbox/companies.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { countCollectShops, findOffer, type Goods, nationalShop, type Shop } from './products.ts'

type Row = Record<string, unknown>

const mediaRoot = 'https://media.retailer-a.example'
export const toImageUrl = (goods: Goods, n: number) => `${mediaRoot}/${goods.ean}/${n}.jpg`
export const makeDescription = (goods: Goods): string =>
  makeParagraph(createRandom('retailer_a text', goods.index), 'fr', 8)

/** One product at a shop or online. */
export function productItem(goods: Goods, shop: Shop | null): Row {
  const offers = [...ownOffers(goods, shop), ...merchantOffers(goods)]
  const [, , shelf = ''] = goods.departments
  return {
    id: goods.id,
    sku: goods.ean,
    slug: goods.slug,
    label: goods.name,
    family: { code: slugify(shelf), label: shelf },
    categories: goods.departments.map((label, i) => ({
      id: `${goods.index % 90}${i}`,
      code: `NAVIGATION_${slugify(label)}`,
      slug: slugify(label),
      label,
      attributes: [],
    })),
    attributeGroups: [
      {
        code: 'informations-generales',
        label: 'Informations générales',
        attributes: [
          attribute('description', 'Description', 'TEXT', makeDescription(goods)),
          attribute('hauteur', 'Hauteur', 'DIMENSION', { value: 10 + (goods.index % 80), unit: 'cm' }),
        ],
      },
    ],
    variants: [
      {
        id: `v-${goods.id}`,
        sku: goods.ean,
        slug: goods.slug,
        label: goods.name,
        attributes: variantAttributes(goods),
        offers,
        offersTotal: offers.length,
        cncOffersTotal: countCollectShops(goods),
        merchandisingData: merchandising(goods),
      },
    ],
    hasCnCoffersInAnyStore: { [goods.ean]: countCollectShops(goods) > 0 },
    publicationDate: '2024-03-01T00:00:00.000Z',
  }
}

/** The shorter form of search answers, without shops, reviews and texts. */
export const listedItem = (goods: Goods): Row => ({
  id: goods.id,
  sku: goods.ean,
  slug: goods.slug,
  label: goods.name,
  variants: [
    {
      id: `v-${goods.id}`,
      sku: goods.ean,
      slug: goods.slug,
      attributes: variantAttributes(goods),
      offers: ownOffers(goods, null),
    },
  ],
})

function attribute(code: string, label: string, type: string, value: unknown): Row {
  return { code, label, type, value, priority: 1 }
}

const variantAttributes = (goods: Goods): Row[] => [
  ...(goods.brand === null ? [] : [goods.brand]).map((label) =>
    attribute('marque', 'Marque', 'REFERENTIAL', { code: slugify(label), label }),
  ),
  ...(goods.hasImage ? [1, 2, 3] : []).map((n) =>
    attribute(`image${n}`, `Image ${n}`, 'IMAGE', { url: toImageUrl(goods, n), alt: goods.name }),
  ),
]

function merchandising({ index, promotion, picto, reviews, rating }: Goods): Row {
  const entries: [name: string, type: string, value: unknown][] = [
    ['enableMedia', 'BOOLEAN', false],
    ['totalReviewCount', 'NUMBER', reviews],
    ['averageOverallRating', 'NUMBER', rating],
  ]
  if (promotion !== null)
    entries.push(
      ['stimuli', 'OBJECT', { mainText: promotion, priorityRank: index % 5 }],
      ['stimuliPicto', 'OBJECT', { url: `${mediaRoot}/picto/${index % 9}.svg` }],
    )
  if (picto !== null) entries.push(['categoryPicto', 'TEXT', picto])
  return Object.fromEntries(
    entries.map(([name, type, value]) => [
      `content_${name}`,
      { code: `content_${name}`, label: name, type, value },
    ]),
  )
}

const toNationalId = (goods: Goods): string => String(8_100_000 + goods.index * 17)

function ownOffers(goods: Goods, shop: Shop | null): Row[] {
  const shopOffer = findOffer(goods, shop)
  if (!shopOffer) return []
  const id = shop ? `${shop.id}-${goods.id}` : toNationalId(goods)
  const hasUnitPrice = !shop && goods.departments[0] === 'Épicerie'
  const unitPrice = { price: Math.round(goods.price / (0.2 + (goods.index % 8) / 10)), unit: 'kg' }
  return [
    {
      ...offer(id, shop ?? nationalShop, shopOffer.price, shopOffer.stock, goods.stateCode),
      isDefault: true,
      additionalFields: ownFields(goods, shop ? 'local' : 'national', shopOffer.stock),
      ...(hasUnitPrice ? { unitPrice } : {}),
    },
  ]
}

const offer = (id: string, shop: Shop, price: number, stock: number, stateCode: number): Row => ({
  id,
  externalId: `ext-${id}`,
  locale: 'fr',
  basePrice: {
    threshold: 1,
    price: { price: Math.round(price / 1.2), priceWithAllTaxes: price },
    minShippingPrice: { price: 490 },
    totalPrice: { price: price + 490 },
  },
  currency: { code: 'EUR', symbol: '€' },
  shop: { id: String(shop.id), label: shop.name, signCode: String(shop.id).padStart(4, '0') },
  stock,
  minOrderQuantity: 1,
  isDefault: false,
  additionalFields: [{ code: 'state-code', type: 'NUMBER', value: stateCode }],
})

const ownFields = (goods: Goods, type: 'national' | 'local', stock: number): Row[] =>
  Object.entries({
    'state-code': goods.stateCode,
    'offer-type': type,
    'national-offer-id': toNationalId(goods),
    'eco-contribution': goods.ecoCents,
    'eco-contribution-mobilier': goods.furnitureEcoCents,
    'private-copy': goods.privateCopyCents,
    'nx-cb': goods.price > 10_000,
    'cross-dock': goods.index % 6 === 1,
    'retailer-national-and-local': goods.index % 4 !== 0,
    'active-promotion-without-stock': goods.promotion !== null && stock === 0,
    'availability-status': goods.stock > 0 ? 'available' : 'out_of_stock',
    'offer-availability-status': stock > 0 ? 'available' : 'out_of_stock',
  }).map(([code, value]) => ({ code, type: typeof value === 'number' ? 'NUMBER' : 'TEXT', value }))

const merchantOffers = (goods: Goods): Row[] =>
  goods.merchants.map(({ companyIndex, price, stock, stateCode }, i) => {
    const seller = { id: 20_000 + companyIndex, name: getCompany(companyIndex).name }
    return offer(`m${goods.id}${i}`, seller, price, stock, stateCode)
  })
