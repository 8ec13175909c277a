// The pretend grocer's pages of search results: cards in microdata, or plain ones in the old layout.

import { listIndexes } from '../../sandbox/catalogue.ts'
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { createRandom } from '../../sandbox/random.ts'
import { createSearch } from '../../sandbox/search.ts'
import { type Grocery, makeGrocery, refs } from './goods.ts'
import { imageOf, pathOf } from './pages.ts'

/** What is removed is found no more. */
const isSold = (index: number) => index % 53 !== 7 && index % 59 !== 8 && index % 61 !== 10

const index = createSearch(listIndexes(refs, isSold), {
  toDocument: makeGrocery,
  fields: {
    name: (grocery: Grocery) => grocery.name,
    brand: (grocery) => grocery.brand,
    legalName: (grocery) => grocery.legalName,
    ean: (grocery) => grocery.ean,
    ref: (grocery) => grocery.ref,
  },
  boost: { ref: 5, ean: 5, name: 3, brand: 2 },
})

const perPage = 24

const cents = (grocery: Grocery): number => createRandom('retailer_b price', grocery.index).int(89, 1299)
const unitPrice = (grocery: Grocery): string | undefined =>
  grocery.attributes.find((text) => text.includes('€ / '))
const inEuros = (amount: number): string => `${(amount / 100).toFixed(2).replace('.', ',')} €`

/** Words of 5, 10 or 15 letters are shown in the old layout. */
export function searchPage(url: URL): string {
  const words = url.searchParams.get('q') ?? ''
  const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
  const found = index.query(words, { offset: (page - 1) * perPage, limit: perPage })
  const items = found.items.map(makeGrocery)
  const cards =
    words.length % 5 === 0
      ? `<ul class="search-results">${items.map(oldCard).join('\n')}</ul>`
      : `<section class="search-results">${items.map(card).join('\n')}</section>`
  return renderPage({
    title: `${words} : recherche`,
    lang: 'fr',
    body: `<h1>Résultats pour « ${escapeHtml(words)} »</h1><p class="search-count">${found.total} produits</p>${cards}`,
    weightKb: 50,
    seed: 'retailer_b',
  })
}

const card = (grocery: Grocery): string => {
  const unit = unitPrice(grocery)
  return `<article itemscope itemtype="http://schema.org/Product" data-product-ref="${grocery.ref}">
<meta itemprop="brand" content="${escapeHtml(grocery.brand)}"><meta itemprop="gtin13" content="${grocery.ean}">
${grocery.hasImage ? `<link itemprop="image" href="${imageOf(grocery, 1)}">` : ''}
<a href="${pathOf(grocery)}"><h3 itemprop="name">${escapeHtml(grocery.name)}</h3></a>
<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="price" content="${(cents(grocery) / 100).toFixed(2)}"><meta itemprop="priceCurrency" content="EUR"></div>
${unit ? `<span class="product-unit-price">${unit}</span>` : ''}</article>`
}

const oldCard = (grocery: Grocery): string => {
  const unit = unitPrice(grocery)
  return `<li class="product-item"><a href="${pathOf(grocery)}">${grocery.hasImage ? `<img src="${imageOf(grocery, 1)}" alt="">` : ''}<b class="title">${escapeHtml(grocery.name)}</b></a>
<i class="brand">${escapeHtml(grocery.brand)}</i> <span class="price">${inEuros(cents(grocery))}</span>${unit ? ` <span class="unit-price">${unit}</span>` : ''}</li>`
}
