// The pretend chain's answers: the API's item with its coded fields and amounts in cents, and the product page with
// its linked data.
import { escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import { getCompany } from '../../sandbox/companies.ts'
import { makeParagraph } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { collectCount, type Goods, localOffer, nationalShop, type Shop } from './products.ts'

const root = 'https://www.retailer-a.example'
const imageOf = (goods: Goods, n: number) => `https://media.retailer-a.example/${goods.ean}/${n}.jpg`
export const pathOf = (goods: Goods): string => `/p/${goods.slug}-${goods.ean}`

type Row = Record<string, unknown>

/** The API's answer about one article, at a shop or online. */
export function productItem(goods: Goods, shop: Shop | null): Row {
  const offers = [...ownOffers(goods, shop), ...goods.merchants.map((_, i) => merchantOffer(goods, i))]
  return {
    id: goods.id,
    sku: goods.ean,
    slug: goods.slug,
    label: goods.name,
    family: { code: slugify(goods.departments[2] ?? ''), label: goods.departments[2] },
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
        attributes: generalAttributes(goods),
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
        cncOffersTotal: collectCount(goods),
        merchandisingData: merchandising(goods),
      },
    ],
    hasCnCoffersInAnyStore: { [goods.ean]: collectCount(goods) > 0 },
    publicationDate: '2024-03-01T00:00:00.000Z',
  }
}

const attribute = (code: string, label: string, type: string, value: unknown): Row => ({
  code,
  label,
  type,
  value,
  priority: 1,
})

const generalAttributes = (goods: Goods): Row[] => [
  attribute(
    'description',
    'Description',
    'TEXT',
    makeParagraph(createRandom('retailer_a text', goods.index), 'fr', 8),
  ),
  attribute('hauteur', 'Hauteur', 'DIMENSION', { value: 10 + (goods.index % 80), unit: 'cm' }),
]

export const variantAttributes = (goods: Goods): Row[] => [
  ...(goods.brand === null
    ? []
    : [attribute('marque', 'Marque', 'REFERENTIAL', { code: slugify(goods.brand), label: goods.brand })]),
  ...(goods.hasImage
    ? [1, 2, 3].map((n) =>
        attribute(`image${n}`, `Image ${n}`, 'IMAGE', { url: imageOf(goods, n), alt: goods.name }),
      )
    : []),
]

function merchandising(goods: Goods): Row {
  const entry = (name: string, type: string, value: unknown) => ({
    [`content_${name}`]: { code: `content_${name}`, label: name, type, value },
  })
  return {
    ...entry('enableMedia', 'BOOLEAN', false),
    ...entry('totalReviewCount', 'NUMBER', goods.reviews),
    ...entry('averageOverallRating', 'NUMBER', goods.rating),
    ...(goods.promotion === null
      ? {}
      : {
          ...entry('stimuli', 'OBJECT', { mainText: goods.promotion, priorityRank: goods.index % 5 }),
          ...entry('stimuliPicto', 'OBJECT', {
            url: `https://media.retailer-a.example/picto/${goods.index % 9}.svg`,
          }),
        }),
    ...(goods.picto === null ? {} : entry('categoryPicto', 'TEXT', goods.picto)),
  }
}

const nationalId = (goods: Goods): string => String(8_100_000 + goods.index * 17)

export function ownOffers(goods: Goods, shop: Shop | null): Row[] {
  if (shop === null) {
    const national = offerOf(nationalId(goods), nationalShop, goods.price, goods.stock, goods.stateCode)
    return [
      {
        ...national,
        isDefault: true,
        additionalFields: ownFields(goods, 'national', goods.stock),
        ...(goods.departments[0] === 'Épicerie'
          ? { unitPrice: { price: Math.round(goods.price / (0.2 + (goods.index % 8) / 10)), unit: 'kg' } }
          : {}),
      },
    ]
  }
  const local = localOffer(goods, shop)
  if (!local) return []
  const offer = offerOf(`${shop.id}-${goods.id}`, shop, local.price, local.stock, goods.stateCode)
  return [{ ...offer, isDefault: true, additionalFields: ownFields(goods, 'local', local.stock) }]
}

const offerOf = (id: string, shop: Shop, price: number, stock: number, stateCode: number): Row => ({
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
    'national-offer-id': nationalId(goods),
    'eco-contribution': goods.ecoCents,
    'eco-contribution-mobilier': goods.furnitureEcoCents,
    'private-copy': goods.privateCopyCents,
    'nx-cb': goods.paysInInstalments,
    'cross-dock': goods.index % 6 === 1,
    'retailer-national-and-local': goods.index % 4 !== 0,
    'active-promotion-without-stock': goods.promotion !== null && stock === 0,
    'availability-status': goods.stock > 0 ? 'available' : 'out_of_stock',
    'offer-availability-status': stock > 0 ? 'available' : 'out_of_stock',
  }).map(([code, value]) => ({ code, type: typeof value === 'number' ? 'NUMBER' : 'TEXT', value }))

function merchantOffer(goods: Goods, i: number): Row {
  const { companyIndex, price, stock, stateCode } = goods.merchants[i] ?? {
    companyIndex: 0,
    price: 0,
    stock: 0,
    stateCode: 11,
  }
  const seller = { id: 20_000 + companyIndex, name: getCompany(companyIndex).name, city: '' }
  return offerOf(`m${goods.id}${i}`, seller, price, stock, stateCode)
}

/** An article as linked data tells it. */
export function linkedProduct(goods: Goods, shop: Shop | null) {
  const own = shop ? localOffer(goods, shop) : { price: goods.price, stock: goods.stock }
  const prices = [...(own ? [own.price] : []), ...goods.merchants.map(({ price }) => price)]
  const isSold = own !== null && own.stock > 0
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: goods.name,
    sku: String(goods.id),
    gtin13: goods.ean,
    url: `${root}${pathOf(goods)}`,
    image: goods.hasImage ? [imageOf(goods, 1), imageOf(goods, 2)] : [],
    brand: { '@type': 'Brand', name: goods.brand ?? '' },
    description: makeParagraph(createRandom('retailer_a text', goods.index), 'fr', 8),
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: isSold ? (Math.min(...prices) / 100).toFixed(2) : 0,
      offerCount: isSold ? prices.length : 0,
      priceCurrency: 'EUR',
      itemCondition: `https://schema.org/${goods.stateCode === 11 ? 'NewCondition' : 'RefurbishedCondition'}`,
      // The seller is named where the best price is the chain's own.
      ...(isSold && own.price === Math.min(...prices)
        ? { seller: { '@type': 'Organization', name: (shop ?? nationalShop).name } }
        : {}),
    },
    ...(goods.reviews > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: String(goods.rating),
            reviewCount: goods.reviews,
          },
        }
      : {}),
  }
}

/** The page of an article, with linked data and nothing else to read it from. */
export function productPage(goods: Goods, shop: Shop | null): string {
  const product = linkedProduct(goods, shop)
  return renderPage({
    title: `${goods.name} - achat en ligne`,
    lang: 'fr',
    head: `${renderLinkedData(breadcrumbs(goods))}${renderLinkedData(product)}`,
    body: `<h1>${escapeHtml(goods.name)}</h1><p>${escapeHtml(product.description)}</p><button>Ajouter au panier</button>`,
    weightKb: 90 + (goods.index % 70),
    seed: 'retailer_a',
  })
}

const breadcrumbs = (goods: Goods): Row => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: ['Accueil', ...goods.departments, goods.name].map((name, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: `${root}/${i === 0 ? '' : `cat/${slugify(name)}`}`,
  })),
})

export const departmentPage = (name: string): string =>
  renderPage({
    title: `Rayon ${name}`,
    lang: 'fr',
    body: `<h1>${escapeHtml(name)}</h1><p>Découvrez tous les produits du rayon.</p>`,
    weightKb: 70,
    seed: 'retailer_a',
  })
