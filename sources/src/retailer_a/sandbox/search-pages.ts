// The pretend chain's search: the API's answer with the short form of its items, and a page with a list
// in linked data for the words that are answered by the old system.
import type { SiteResponse } from '@quarry/kit/source'
import { listIndexes } from '../../sandbox/catalogue.ts'
import { escapeHtml, renderLinkedData, renderPage } from '../../sandbox/chrome.ts'
import { createSearch } from '../../sandbox/search.ts'
import { linkedProduct, ownOffers, variantAttributes } from './pages.ts'
import { type Goods, ids, makeGoods } from './products.ts'

/** The indexes of what has not been taken off the shelves. */
const onShelves = listIndexes(ids, (index) => index % 53 !== 7)

const index = createSearch(onShelves, {
  toDocument: makeGoods,
  fields: {
    name: (goods: Goods) => goods.name,
    brand: (goods) => goods.brand,
    departments: (goods) => goods.departments,
    ean: (goods) => goods.ean,
  },
  boost: { ean: 5, name: 3, brand: 2 },
})

const mostItems = 48

function search(url: URL) {
  const asked = (name: string, otherwise: number) =>
    Math.max(1, Number(url.searchParams.get(name)) || otherwise)
  const size = Math.min(mostItems, asked('size', 24))
  const page = asked('page', 1)
  const words = url.searchParams.get('q') ?? ''
  const { items, total } = index.query(words, { offset: (page - 1) * size, limit: size })
  return { words, page, size, items: items.map(makeGoods), total }
}

/** Words of 7, 14 or 21 letters are answered by the old system only. */
export function searchAnswer(url: URL): SiteResponse {
  const { words, page, size, items, total } = search(url)
  const json = (status: number, body: unknown) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  })
  if (words.length % 7 === 0) return json(404, { code: 'NOT_FOUND', message: 'Resource not found' })
  return json(200, { items: items.map(listedItem), total, page, size })
}

export function searchPage(url: URL): SiteResponse {
  const { words, page, size, items, total } = search(url)
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: items.map((goods, i) => ({
      '@type': 'ListItem',
      position: (page - 1) * size + i + 1,
      item: linkedProduct(goods, null),
    })),
  }
  return {
    body: renderPage({
      title: `${words} : ${total} produits`,
      lang: 'fr',
      head: renderLinkedData(list),
      body: `<h1>${escapeHtml(words)}</h1><p>${total} produits</p>`,
      weightKb: 60,
      seed: 'retailer_a',
    }),
  }
}

/** The shorter form that search answers have: no shops, no reviews, no texts. */
const listedItem = (goods: Goods) => ({
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
