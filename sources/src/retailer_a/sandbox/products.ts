// The products, shops and offers of the sandbox supermarket: some thousands of products in a tree of departments, sold
// online, by other merchants and at each shop at its own price. Each is made from its index alone. The API returns them
// as items, with coded fields and amounts in cents.
import { findByEan, type IdRange, toEan } from '../../sandbox/catalogue.ts'
import { companyCount, getCompany } from '../../sandbox/companies.ts'
import { listFrenchPlaces } from '../../sandbox/places.ts'
import { makeParagraph, makeProductName } from '../../sandbox/prose.ts'
import { createRandom, once, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'

export type Shop = { id: number; name: string }
export type Goods = ReturnType<typeof makeGoods>

export const ids: IdRange = { count: 5000, first: 10_000_000, step: 7919 }

const tree: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Maison: {
    Cuisine: ['Petit électroménager', 'Ustensiles', 'Vaisselle'],
    Rangement: ['Boîtes', 'Étagères'],
  },
  'High-tech': { Téléphonie: ['Mobiles', 'Accessoires'], Informatique: ['Stockage', 'Écrans'] },
  Jardin: { Extérieur: ['Mobilier de jardin', 'Arrosage'], Plantes: ['Graines', 'Terreaux'] },
  Épicerie: { Salée: ['Conserves', 'Pâtes et riz'], Sucrée: ['Biscuits', 'Confitures'] },
  Beauté: { Soins: ['Visage', 'Corps'], Hygiène: ['Savons', 'Dentaire'] },
}

const promotions = ['2 achetés = 1 offert', '-20 % en caisse', 'Prix choc']

export const nationalShop: Shop = { id: 1, name: 'Boutique en ligne' }

/** One shop in each French city of the sandbox, numbered from 1001. */
const listShops = once((): readonly Shop[] =>
  listFrenchPlaces().map(({ city }, i) => ({ id: 1001 + i, name: `Magasin de ${city}` })),
)

export const findShop = (id: string): Shop | undefined => listShops().find((shop) => String(shop.id) === id)

export const makeEan = (index: number): string => toEan(ids, '3210', index)

export const findGoods = (ean: string): Goods | undefined => findByEan(ids, ean, makeGoods)

/** Prices are in cents with all taxes. */
export function makeGoods(index: number) {
  const random = createRandom('retailer_a goods', index)
  const department = random.pick(Object.keys(tree))
  const aisle = random.pick(Object.keys(tree[department] ?? {}))
  const shelf = random.pick(tree[department]?.[aisle] ?? [])
  const name = makeProductName(random, 'fr')
  const isTechnical = department === 'High-tech'
  const isFurniture = shelf === 'Mobilier de jardin' || shelf === 'Étagères'
  const price = random.int(90, isTechnical ? 89_900 : 9900)
  const reviews = random.chance(0.15) ? 0 : random.int(1, 900)
  return {
    index,
    id: 700_000 + index,
    ean: makeEan(index),
    name,
    slug: slugify(name),
    brand: random.chance(0.08) ? null : getCompany(random.int(0, companyCount - 1)).name,
    hasImage: !random.chance(0.04),
    departments: [department, aisle, shelf],
    price,
    stock: random.chance(0.12) ? 0 : random.int(1, 400),
    ecoCents: isTechnical || department === 'Maison' ? random.int(2, 250) : 0,
    furnitureEcoCents: isFurniture ? random.int(10, 900) : 0,
    privateCopyCents: shelf === 'Stockage' || shelf === 'Mobiles' ? random.int(100, 1400) : 0,
    stateCode: isTechnical && random.chance(0.15) ? 10 : 11,
    promotion: random.chance(0.2) ? random.pick(promotions) : null,
    picto: random.chance(0.3) ? `picto-${slugify(department)}` : null,
    reviews,
    rating: reviews === 0 ? 0 : Number((2 + random.float() * 3).toFixed(1)),
    merchants: Array.from({ length: random.int(0, 4) }, () => makeMerchant(random, price)),
  }
}

const makeMerchant = (random: Random, price: number) => ({
  companyIndex: random.int(0, companyCount - 1),
  price: Math.max(50, Math.round(price * (0.85 + random.float() * 0.4))),
  stock: random.int(0, 40),
  stateCode: random.pick([11, 11, 10, 3]),
})

/** Price and stock at a shop or online, or null if the shop does not sell the product. */
export function findOffer(goods: Goods, shop: Shop | null): { price: number; stock: number } | null {
  if (shop === null) return { price: goods.price, stock: goods.stock }
  const random = createRandom('retailer_a local', goods.index, shop.id)
  if (random.chance(0.1)) return null
  return {
    price: Math.max(30, Math.round(goods.price * (0.92 + random.float() * 0.16))),
    stock: random.chance(0.15) ? 0 : random.int(1, 60),
  }
}

const countCollectShops = (goods: Goods): number =>
  listShops().filter((shop) => (findOffer(goods, shop)?.stock ?? 0) > 0).length

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

/** The shorter form of search responses, without shops, reviews and texts. */
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
