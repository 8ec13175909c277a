// The HTML pages of the sandbox supermarket, which carry products as linked data.
import { createCatalogueSearch } from '../../sandbox/catalogue.ts'
import { escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import type { SiteLook } from '../../sandbox/site.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { makeDescription, toImageUrl } from './items.ts'
import { findOffer, type Goods, ids, makeGoods, nationalShop, type Shop } from './products.ts'

const root = 'https://www.retailer-a.example'
export const siteLook: SiteLook = { seed: 'retailer_a', lang: 'fr', weightKb: 70 }
export const toPath = (goods: Goods): string => `/p/${goods.slug}-${goods.ean}`

/** Every 53rd product was removed. */
export const isRemoved = (index: number) => index % 53 === 7

export const searchProducts = createCatalogueSearch<Goods>({
  ids,
  make: makeGoods,
  isListed: (index) => !isRemoved(index),
  fields: {
    name: ({ name }) => name,
    brand: ({ brand }) => brand,
    departments: ({ departments }) => departments,
    ean: ({ ean }) => ean,
  },
  boost: { ean: 5, name: 3, brand: 2 },
  sizeParam: 'size',
  perPage: 24,
  maxPerPage: 48,
})

export function productPage(goods: Goods, shop: Shop | null): string {
  const product = linkedProduct(goods, shop)
  return renderPage({
    ...siteLook,
    title: `${goods.name} - achat en ligne`,
    head: `${renderLinkedData(breadcrumbs(goods))}${renderLinkedData(product)}`,
    body: `<h1>${escapeHtml(goods.name)}</h1><p>${escapeHtml(product.description)}</p><button>Ajouter au panier</button>`,
    weightKb: 90 + (goods.index % 70),
  })
}

export function searchPage(url: URL): string {
  const { words, page, perPage, items, total } = searchProducts(url)
  const list = {
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: items.map((goods, i) => ({
      '@type': 'ListItem',
      position: (page - 1) * perPage + i + 1,
      item: linkedProduct(goods, null),
    })),
  }
  return renderPage({
    ...siteLook,
    title: `${words} : ${total} produits`,
    head: renderLinkedData(list),
    body: `<h1>${escapeHtml(words)}</h1><p>${total} produits</p>`,
    weightKb: 60,
  })
}

export const departmentPage = (name: string): string =>
  renderPage({
    ...siteLook,
    title: `Rayon ${name}`,
    body: `<h1>${escapeHtml(name)}</h1><p>Découvrez tous les produits du rayon.</p>`,
  })

function linkedProduct(goods: Goods, shop: Shop | null) {
  const shopOffer = findOffer(goods, shop)
  const prices = [...(shopOffer ? [shopOffer.price] : []), ...goods.merchants.map(({ price }) => price)]
  const isSold = shopOffer !== null && shopOffer.stock > 0
  const isCheapest = isSold && shopOffer.price === Math.min(...prices)
  return {
    '@type': 'Product',
    name: goods.name,
    sku: String(goods.id),
    gtin13: goods.ean,
    url: `${root}${toPath(goods)}`,
    image: goods.hasImage ? [toImageUrl(goods, 1), toImageUrl(goods, 2)] : [],
    brand: { '@type': 'Brand', name: goods.brand ?? '' },
    description: makeDescription(goods),
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: isSold ? (Math.min(...prices) / 100).toFixed(2) : 0,
      offerCount: isSold ? prices.length : 0,
      priceCurrency: 'EUR',
      itemCondition: `https://schema.org/${goods.stateCode === 11 ? 'NewCondition' : 'RefurbishedCondition'}`,
      // The seller is named where the best price is the retailer's own.
      ...(isCheapest && { seller: { '@type': 'Organization', name: (shop ?? nationalShop).name } }),
    },
    ...(goods.reviews > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: String(goods.rating),
        reviewCount: goods.reviews,
      },
    }),
  }
}

const breadcrumbs = (goods: Goods) => ({
  '@type': 'BreadcrumbList',
  itemListElement: ['Accueil', ...goods.departments, goods.name].map((name, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: `${root}/${i === 0 ? '' : `cat/${slugify(name)}`}`,
  })),
})
