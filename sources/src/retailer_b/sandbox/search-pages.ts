// The search pages of the sandbox grocer: cards in microdata, or plain ones in the old layout.
import { createCatalogueSearch } from '../../sandbox/catalogue.ts'
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { createRandom } from '../../sandbox/random.ts'
import { type Grocery, makeGrocery, refs } from './goods.ts'
import { siteLook, toImageUrl, toPath } from './pages.ts'

const searchGroceries = createCatalogueSearch<Grocery>({
  ids: refs,
  make: makeGrocery,
  // Removed products are not listed.
  isListed: (index) => index % 53 !== 7 && index % 59 !== 8 && index % 61 !== 10,
  fields: {
    name: ({ name }) => name,
    brand: ({ brand }) => brand,
    legalName: ({ legalName }) => legalName,
    ean: ({ ean }) => ean,
    ref: ({ ref }) => ref,
  },
  boost: { ref: 5, ean: 5, name: 3, brand: 2 },
  perPage: 24,
})

/** Words of 5, 10 or 15 letters are shown in the old layout. */
export function searchPage(url: URL): string {
  const { words, items, total } = searchGroceries(url)
  const cards =
    words.length % 5 === 0
      ? `<ul class="search-results">${items.map(oldCard).join('\n')}</ul>`
      : `<section class="search-results">${items.map(card).join('\n')}</section>`
  return renderPage({
    ...siteLook,
    title: `${words} : recherche`,
    body: `<h1>Résultats pour « ${escapeHtml(words)} »</h1><p class="search-count">${total} produits</p>${cards}`,
    weightKb: 50,
  })
}

const toPriceText = ({ index }: Grocery): string =>
  (createRandom('retailer_b price', index).int(89, 1299) / 100).toFixed(2)
const findUnitPrice = ({ attributes }: Grocery) => attributes.find((text) => text.includes('€ / '))

const card = (grocery: Grocery): string => {
  const unit = findUnitPrice(grocery)
  return `<article itemscope itemtype="http://schema.org/Product" data-product-ref="${grocery.ref}">
<meta itemprop="brand" content="${escapeHtml(grocery.brand)}"><meta itemprop="gtin13" content="${grocery.ean}">
${grocery.hasImage ? `<link itemprop="image" href="${toImageUrl(grocery, 1)}">` : ''}
<a href="${toPath(grocery)}"><h3 itemprop="name">${escapeHtml(grocery.name)}</h3></a>
<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="price" content="${toPriceText(grocery)}"><meta itemprop="priceCurrency" content="EUR"></div>
${unit ? `<span class="product-unit-price">${unit}</span>` : ''}</article>`
}

const oldCard = (grocery: Grocery): string => {
  const unit = findUnitPrice(grocery)
  return `<li class="product-item"><a href="${toPath(grocery)}">${grocery.hasImage ? `<img src="${toImageUrl(grocery, 1)}" alt="">` : ''}<b class="title">${escapeHtml(grocery.name)}</b></a>
<i class="brand">${escapeHtml(grocery.brand)}</i> <span class="price">${toPriceText(grocery).replace('.', ',')} €</span>${unit ? ` <span class="unit-price">${unit}</span>` : ''}</li>`
}
