// Products as the sandbox supermarket's API returns them: coded fields, and amounts in cents.
import { getCompany } from '../../sandbox/companies.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { countCollectShops, findOffer, type Goods, nationalShop, type Shop } from './products.ts'

const mediaRoot = 'https://media.retailer-a.example'
export const toImageUrl = (goods: Goods, n: number) => `${mediaRoot}/${goods.ean}/${n}.jpg`
export const makeDescription = (goods: Goods): string =>
  makeParagraph(createRandom('retailer_a text', goods.index), 'fr', 8)

const identify = ({ ean, slug, name }: Goods) => ({ sku: ean, slug, label: name })

export function productItem(goods: Goods, shop: Shop | null) {
  const offers = [...ownOffers(goods, shop), ...merchantOffers(goods)]
  return {
    id: goods.id,
    ...identify(goods),
    categories: goods.departments.map((label) => ({ code: `NAVIGATION_${slugify(label)}`, label })),
    attributeGroups: [{ attributes: [attribute('description', 'Description', makeDescription(goods))] }],
    variants: [
      {
        ...identify(goods),
        attributes: variantAttributes(goods),
        offers,
        offersTotal: offers.length,
        cncOffersTotal: countCollectShops(goods),
        merchandisingData: merchandising(goods),
      },
    ],
  }
}

/** The shorter form of search answers, without shops, reviews and texts. */
export const listedItem = (goods: Goods) => ({
  id: goods.id,
  ...identify(goods),
  variants: [{ ...identify(goods), attributes: variantAttributes(goods), offers: ownOffers(goods, null) }],
})

const attribute = (code: string, label: string, value: unknown) => ({ code, label, value })

const variantAttributes = (goods: Goods) => [
  ...(goods.brand === null ? [] : [goods.brand]).map((label) =>
    attribute('marque', 'Marque', { code: slugify(label), label }),
  ),
  ...(goods.hasImage ? [1, 2, 3] : []).map((n) =>
    attribute(`image${n}`, `Image ${n}`, { url: toImageUrl(goods, n), alt: goods.name }),
  ),
]

const merchandising = ({ index, promotion, picto, reviews, rating }: Goods) =>
  Object.fromEntries(
    Object.entries({
      totalReviewCount: reviews,
      averageOverallRating: rating,
      stimuli: promotion && { mainText: promotion, priorityRank: index % 5 },
      stimuliPicto: promotion && { url: `${mediaRoot}/picto/${index % 9}.svg` },
      categoryPicto: picto,
    })
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [`content_${name}`, { label: name, value }]),
  )

const toNationalId = (goods: Goods): string => String(8_100_000 + goods.index * 17)

function ownOffers(goods: Goods, shop: Shop | null) {
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
      unitPrice: hasUnitPrice ? unitPrice : undefined,
    },
  ]
}

const offer = (id: string, shop: Shop, price: number, stock: number, stateCode: number) => ({
  id,
  // A reader must not take the price with shipping.
  basePrice: {
    price: { price: Math.round(price / 1.2), priceWithAllTaxes: price },
    totalPrice: { price: price + 490 },
  },
  currency: { code: 'EUR' },
  shop: { id: String(shop.id), label: shop.name, signCode: String(shop.id).padStart(4, '0') },
  stock,
  isDefault: false,
  additionalFields: [{ code: 'state-code', value: stateCode }],
})

const ownFields = (goods: Goods, type: 'national' | 'local', stock: number) =>
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
  }).map(([code, value]) => ({ code, value }))

const merchantOffers = (goods: Goods) =>
  goods.merchants.map(({ companyIndex, price, stock, stateCode }, i) => {
    const seller = { id: 20_000 + companyIndex, name: getCompany(companyIndex).name }
    return offer(`m${goods.id}${i}`, seller, price, stock, stateCode)
  })
