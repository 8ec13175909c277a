// The pages of the sandbox grocer: products in microdata, in a current and an old layout, with a carousel; and search
// results as cards in microdata, or plain ones in the old layout.

import { createCatalogueSearch } from '../../sandbox/catalogue.ts'
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { createRandom } from '../../sandbox/random.ts'
import type { SiteLook } from '../../sandbox/site.ts'
import { type Grocery, makeGrocery, refs, toKilocalories, toKilojoules } from './goods.ts'

const root = 'https://fr.retailer-b.example'
const siteLook: SiteLook = { seed: 'retailer_b', lang: 'fr', weightKb: 60 }
export const toImageUrl = (grocery: Grocery, n: number) =>
  `https://media.retailer-b.example/${grocery.ref}/${n}.jpg`
export const toPath = (grocery: Grocery): string => `/${grocery.slug}/pr-${grocery.ref}`

type Layout = 'current' | 'old' | 'no features' | 'name only'

function chooseLayout(index: number): Layout {
  if (index % 19 === 3) return 'name only'
  if (index % 17 === 9) return 'no features'
  return index % 11 === 5 ? 'old' : 'current'
}

export function productPage(grocery: Grocery): string {
  const layout = chooseLayout(grocery.index)
  const isOld = layout === 'old'
  const ref = isOld ? '' : ` data-product-ref="${grocery.ref}"`
  const isBare = layout === 'name only'
  const features = layout === 'current' ? currentFeatures(grocery) : isOld ? oldFeatures(grocery) : ''
  return renderPage({
    ...siteLook,
    title: `${grocery.name} pas cher`,
    head: `<link rel="canonical" href="${root}${toPath(grocery)}">`,
    body: `<nav class="site-breadcrumb"><span class="site-breadcrumb__item"><a href="/">Accueil</a></span></nav>
<div itemscope itemtype="http://schema.org/Product" class="product-wrapper"${ref}>
${isBare ? '' : `<meta itemprop="brand" content="${escapeHtml(grocery.brand)}">`}
${layout === 'no features' ? `<meta itemprop="gtin13" content="${grocery.ean}">` : ''}
${grocery.hasImage && !isBare ? [1, 2].map((n) => `<link itemprop="image" href="${toImageUrl(grocery, n)}">`).join('') : ''}
<h1 class="site-title"> ${escapeHtml(grocery.name)}
</h1>
<div class="product-attributes">${isBare ? '' : grocery.attributes.map((text) => `<span class="product-attribute">${escapeHtml(text)}</span>`).join('\n')}</div>
${isBare ? '' : rating(grocery)}
</div>
${features}
${isBare ? '' : reviews(grocery)}
${carousel(grocery)}`,
    weightKb: 110 + (grocery.index % 80),
  })
}

const countReviews = (grocery: Grocery) => grocery.stars.reduce((sum, count) => sum + count, 0)
const averageStars = (grocery: Grocery) =>
  (grocery.stars.reduce((sum, count, i) => sum + count * (i + 1), 0) / countReviews(grocery)).toFixed(1)

const rating = (grocery: Grocery): string =>
  countReviews(grocery) === 0
    ? ''
    : `<div itemprop="aggregateRating" itemscope itemtype="http://schema.org/AggregateRating"><meta itemprop="ratingValue" content="${averageStars(grocery)}"><meta itemprop="reviewCount" content="${countReviews(grocery)}"></div>`

const reviews = (grocery: Grocery): string =>
  `<section id="product-reviews"><h2>Avis clients (${countReviews(grocery)})</h2>${
    countReviews(grocery) === 0
      ? '<p>Soyez le premier à donner votre avis.</p>'
      : `<ul class="rating-distribution">${grocery.stars
          .map(
            (count, i) =>
              `<li class="rating-distribution__row" data-rating="${i + 1}"><span>${i + 1} étoiles</span><span class="rating-distribution__count">${count}</span></li>`,
          )
          .reverse()
          .join('')}</ul>`
  }</section>`

const single = (title: string, values: readonly string[]): string =>
  values.length === 0
    ? ''
    : `<div class="product-description__feature-wrapper"><h5 class="product-description__feature-title">${title}</h5>
<div class="product-description__feature-values">${values.map((value) => `<span class="product-description__feature-value">${escapeHtml(value)}</span>`).join('\n')}</div></div>`

const pair = (label: string, value: string | null): string =>
  value === null
    ? ''
    : `<div class="product-description__feature"><span class="product-description__feature-label">${label} :</span><div class="product-description__feature-values">${escapeHtml(value)}</div></div>`

const toList = (text: string | null): string[] => (text === null ? [] : [text])
const toNumbers = (grocery: Grocery) =>
  `${grocery.ref} / ${[grocery.ean, ...toList(grocery.otherEan)].join(', ')}`

const currentFeatures = (
  grocery: Grocery,
): string => `<section id="product-features"><h2>Caractéristiques</h2>
${single('Description', toList(grocery.description))}
${single('Dénomination légale de vente', toList(grocery.legalName))}
${single('Ingrédients', toList(grocery.ingredients))}
${single('Pays de fabrication', grocery.countries)}
${grocery.maker || grocery.consumerService ? `<div class="product-description__feature-group-wrapper"><h3>Contact</h3>${pair('Exploitant', grocery.maker)}${pair('Service consommateur', grocery.consumerService)}</div>` : ''}
${pair('Réf / EAN', toNumbers(grocery))}
${nutrition(grocery, (name, value) => `<tr><td>${name}</td><td>${value}</td><td>-</td></tr>`)}
</section>`

const term = (title: string, value: string | null): string =>
  value === null ? '' : `<dt>${title}</dt><dd>${escapeHtml(value)}</dd>`

const oldFeatures = (grocery: Grocery): string => `<div id="product-features"><dl>
${term('Description', grocery.description)}
${term('Ingrédients', grocery.ingredients)}
${term('Pays de fabrication', grocery.countries.join(', ') || null)}
${term('Dénomination légale de vente', grocery.legalName)}
</dl><h3>Contact</h3>
${grocery.maker ? `<p><b>Exploitant :</b> ${escapeHtml(grocery.maker)}</p>` : ''}
${grocery.consumerService ? `<p><b>Service consommateur :</b> ${escapeHtml(grocery.consumerService)}</p>` : ''}
<p>Réf / EAN : ${toNumbers(grocery)}</p>
${nutrition(grocery, (name, value) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
</div>`

function nutrition(grocery: Grocery, row: (name: string, value: string) => string): string {
  const { amounts } = grocery
  if (!amounts) return ''
  const grams = (value: number) => `${String(value).replace('.', ',')} g`
  const rows = [
    row('Valeur énergétique', `${toKilojoules(amounts)} kJ`),
    row('Valeur énergétique', `${toKilocalories(amounts)} kcal`),
    row('Matières grasses', grams(amounts.fat)),
    row('dont acides gras saturés', grams(amounts.saturates)),
    row('Glucides', grams(amounts.carbohydrates)),
    row('dont sucres', grams(amounts.sugars)),
    ...(amounts.fibre === null ? [] : [row('Fibres alimentaires', grams(amounts.fibre))]),
    row('Protéines', grams(amounts.proteins)),
    row('Sel', grams(amounts.salt)),
  ]
  return `<h3>Valeurs nutritionnelles</h3><table id="nutritionals_0"><thead><tr><th></th><th>Pour 100 g</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

/** Other products, marked up like the page's own. */
function carousel(grocery: Grocery): string {
  const others = [1, 2, 3, 4].map((step) => makeGrocery((grocery.index + step * 7) % refs.count))
  return `<section class="product-carousel"><h2>Vous aimerez aussi</h2>${others
    .map(
      (other) =>
        `<article itemscope itemtype="http://schema.org/Product" data-product-ref="${other.ref}"><meta itemprop="brand" content="${escapeHtml(other.brand)}"><link itemprop="image" href="${toImageUrl(other, 1)}"><a href="${toPath(other)}"><p itemprop="name">${escapeHtml(other.name)}</p></a><span class="product-attribute">${escapeHtml(other.pack)}</span>${rating(other)}</article>`,
    )
    .join('')}</section>`
}

/** A page with status 200 that says that its product was removed. */
export const removedPage = (grocery: Grocery): string =>
  renderPage({
    ...siteLook,
    title: 'Produit indisponible',
    body: `<h1>Ce produit n'est plus commercialisé</h1>${carousel(grocery)}`,
  })

export const departmentPage = (title: string): string =>
  renderPage({
    ...siteLook,
    title,
    body: `<h1>${escapeHtml(title)}</h1><p>Tous les produits du rayon.</p>`,
  })

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
