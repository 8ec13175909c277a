// The sandbox supermarket: an API by article number and shop, and pages with linked data for products
// that the API does not know.
import type { SiteResponse } from '@quarry/kit/source'
import { createCatalogueSearch } from '../../sandbox/catalogue.ts'
import { escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import { createSite, redirect, respondJson, route, type SiteLook } from '../../sandbox/site.ts'
import { slugify } from '../../sandbox/slugify.ts'
import {
  findGoods,
  findOffer,
  findShop,
  type Goods,
  ids,
  listedItem,
  makeDescription,
  makeGoods,
  nationalShop,
  productItem,
  type Shop,
  toImageUrl,
} from './products.ts'

const notFound = () => respondJson({ code: 'NOT_FOUND', message: 'Resource not found' }, 404)

export const sandbox = createSite({
  routes: [
    route('/api/search', ({ url }) => answerSearch(url)),
    route('/s', ({ url }) => searchPage(url)),
    route(/^\/cat\/([a-z-]+)\/?$/, (_, department) => departmentPage(department)),
    route(/^\/api\/products\/(?:[^/]*-)?(\d{13})\/?$/, ({ url }, ean) => answerProduct(ean, url)),
    route(/^\/p\/(?:[^/]*-)?(\d{13})\/?$/, ({ url }, ean) => showProduct(ean, url)),
  ],
  notFound: () => ({ status: 404, body: departmentPage('Page introuvable') }),
})

/** Null for the online store, undefined for an unknown shop. */
function readShop({ searchParams }: URL): Shop | null | undefined {
  const id = searchParams.get('store') ?? ''
  return id === '' ? null : findShop(id)
}

/** The API does not know searches of 7, 14 or 21 characters. */
function answerSearch(url: URL): SiteResponse {
  const { words, page, perPage: size, items, total } = searchProducts(url)
  return words.length % 7 === 0
    ? notFound()
    : respondJson({ items: items.map(listedItem), total, page, size })
}

function answerProduct(ean: string, url: URL): SiteResponse {
  const [goods, shop] = [findGoods(ean), readShop(url)]
  // The API does not know every 11th product.
  if (!goods || shop === undefined || goods.index % 11 === 5) return notFound()
  if (isRemoved(goods.index))
    return goods.index % 2 === 0 ? respondJson({ code: 'GONE' }, 410) : respondJson({ items: [], total: 0 })
  const item = productItem(goods, shop)
  // Some responses have the product in a list, as searches do; every 17th is cut off.
  const response = respondJson(goods.index % 13 === 4 ? { items: [item], total: 1 } : item)
  const { body } = response
  return goods.index % 17 === 9 ? { ...response, body: body.slice(0, body.length >> 1) } : response
}

function showProduct(ean: string, url: URL) {
  const [goods, shop] = [findGoods(ean), readShop(url)]
  if (!goods || shop === undefined) return undefined
  if (isRemoved(goods.index)) return redirect('/cat/maison', 302)
  // An address without the words of the product, or with old ones, redirects to the current one.
  return url.pathname === toPath(goods) ? productPage(goods, shop) : redirect(`${toPath(goods)}${url.search}`)
}

const root = 'https://www.retailer-a.example'
const siteLook: SiteLook = { seed: 'retailer_a', lang: 'fr', weightKb: 70 }
const toPath = (goods: Goods): string => `/p/${goods.slug}-${goods.ean}`

/** Every 53rd product was removed. */
const isRemoved = (index: number) => index % 53 === 7

const searchProducts = createCatalogueSearch<Goods>({
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

function productPage(goods: Goods, shop: Shop | null): string {
  const product = linkedProduct(goods, shop)
  return renderPage({
    ...siteLook,
    title: `${goods.name} - achat en ligne`,
    head: `${renderLinkedData(breadcrumbs(goods))}${renderLinkedData(product)}`,
    body: `<h1>${escapeHtml(goods.name)}</h1><p>${escapeHtml(product.description)}</p><button>Ajouter au panier</button>`,
    weightKb: 90 + (goods.index % 70),
  })
}

function searchPage(url: URL): string {
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

const departmentPage = (name: string): string =>
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
      // The seller is named if the best price is the retailer's own.
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
