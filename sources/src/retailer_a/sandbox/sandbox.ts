// The pretend chain: an API that answers by article number and shop, and product pages for what the API does not
// know. It knows nothing of the extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { departmentPage, pathOf, productItem, productPage } from './pages.ts'
import { type Goods, goodsByEan, type Shop, shopById } from './products.ts'
import { searchAnswer, searchPage } from './search-pages.ts'

export const sandbox: SandboxSite = ({ url }) => {
  if (url.pathname === '/api/search') return searchAnswer(url)
  if (url.pathname === '/s') return searchPage(url)
  const [, kind, ean] = /^\/(api\/products|p)\/(?:[^/]*-)?(\d{13})\/?$/.exec(url.pathname) ?? []
  const department = /^\/cat\/([a-z-]+)\/?$/.exec(url.pathname)?.[1]
  if (department) return { body: departmentPage(department) }
  const goods = goodsByEan(ean ?? '')
  const wantedShop = url.searchParams.get('store') ?? ''
  const shop = wantedShop === '' ? null : shopById(wantedShop)
  if (kind === 'api/products') return answer(goods, shop)
  return page(goods, shop, url)
}

/** Every 11th article is sold by the old system only, which the API does not know. */
const isOld = (goods: Goods) => goods.index % 11 === 5
/** Every 17th answer is cut off on its way. */
const isBroken = (goods: Goods) => goods.index % 17 === 9
/** Every 53rd article was taken off the shelves: half of them say so, half send visitors to the department. */
const isRemoved = (goods: Goods) => goods.index % 53 === 7

function answer(goods: Goods | undefined, shop: Shop | null | undefined): SiteResponse {
  const json = (status: number, body: string) => ({ status, contentType: 'application/json', body })
  if (!goods || shop === undefined || isOld(goods))
    return json(404, '{"code":"NOT_FOUND","message":"Resource not found"}')
  if (isRemoved(goods))
    return goods.index % 2 === 0 ? json(410, '{"code":"GONE"}') : json(200, '{"items":[],"total":0}')
  const item = productItem(goods, shop)
  // A search answer has the same item in a list.
  const text = JSON.stringify(goods.index % 13 === 4 ? { items: [item], total: 1 } : item)
  return json(200, isBroken(goods) ? text.slice(0, text.length >> 1) : text)
}

function page(goods: Goods | undefined, shop: Shop | null | undefined, url: URL): SiteResponse {
  if (!goods || shop === undefined) return { status: 404, body: departmentPage('Page introuvable') }
  if (isRemoved(goods)) return { status: 302, headers: { location: '/cat/maison' }, body: '' }
  // Addresses without the article's words, or with old ones, lead to the current address.
  if (url.pathname !== pathOf(goods))
    return { status: 301, headers: { location: `${pathOf(goods)}${url.search}` }, body: '' }
  return { body: productPage(goods, shop) }
}
