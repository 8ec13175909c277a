// The sandbox supermarket: an API by article number and shop, and pages for products that the API does not know.
import type { SiteResponse } from '@quarry/kit/source'
import { createSite, redirect, respondJson, route } from '../../sandbox/site.ts'
import { listedItem, productItem } from './items.ts'
import { departmentPage, isRemoved, productPage, searchPage, searchProducts, toPath } from './pages.ts'
import { findGoods, findShop, type Shop } from './products.ts'

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
  // Some answers have the product in a list, as searches do; every 17th is cut off.
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
