// The pretend grocer's pages: microdata in HTML, in a current and an old layout, with a carousel of other products
// below; and its open product data.
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { type Grocery, kilocalories, kilojoules, makeGrocery, refs } from './goods.ts'
import type { Amounts } from './recipes.ts'

const root = 'https://fr.retailer-b.example'
export const imageOf = (grocery: Grocery, n: number) =>
  `https://media.retailer-b.example/${grocery.ref}/${n}.jpg`
export const pathOf = (grocery: Grocery): string => `/${grocery.slug}/pr-${grocery.ref}`

/** How much of a product its page shows. */
export type Showing = 'everything' | 'old layout' | 'no features' | 'nothing but its name'

export function productPage(grocery: Grocery, showing: Showing): string {
  const isOld = showing === 'old layout'
  const ref = isOld ? '' : ` data-product-ref="${grocery.ref}"`
  const isBare = showing === 'nothing but its name'
  const features = showing === 'everything' ? currentFeatures(grocery) : isOld ? oldFeatures(grocery) : ''
  return renderPage({
    title: `${grocery.name} pas cher`,
    lang: 'fr',
    head: `<link rel="canonical" href="${root}${pathOf(grocery)}">`,
    body: `<nav class="site-breadcrumb"><span class="site-breadcrumb__item"><a href="/">Accueil</a></span></nav>
<div itemscope itemtype="http://schema.org/Product" class="product-wrapper"${ref}>
${isBare ? '' : `<meta itemprop="brand" content="${escapeHtml(grocery.brand)}">`}
${showing === 'no features' ? `<meta itemprop="gtin13" content="${grocery.ean}">` : ''}
${grocery.hasImage && !isBare ? [1, 2].map((n) => `<link itemprop="image" href="${imageOf(grocery, n)}">`).join('') : ''}
<h1 class="site-title"> ${escapeHtml(grocery.name)}
</h1>
<div class="product-attributes">${isBare ? '' : grocery.attributes.map((text) => `<span class="product-attribute">${escapeHtml(text)}</span>`).join('\n')}</div>
${isBare ? '' : rating(grocery)}
</div>
${features}
${isBare ? '' : reviews(grocery)}
${carousel(grocery)}`,
    weightKb: 110 + (grocery.index % 80),
    seed: 'retailer_b',
  })
}

const total = (grocery: Grocery) => grocery.stars.reduce((sum, count) => sum + count, 0)
const average = (grocery: Grocery) =>
  (grocery.stars.reduce((sum, count, i) => sum + count * (i + 1), 0) / total(grocery)).toFixed(1)

const rating = (grocery: Grocery): string =>
  total(grocery) === 0
    ? ''
    : `<div itemprop="aggregateRating" itemscope itemtype="http://schema.org/AggregateRating"><meta itemprop="ratingValue" content="${average(grocery)}"><meta itemprop="reviewCount" content="${total(grocery)}"></div>`

const reviews = (grocery: Grocery): string =>
  `<section id="product-reviews"><h2>Avis clients (${total(grocery)})</h2>${
    total(grocery) === 0
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

const some = (text: string | null): string[] => (text === null ? [] : [text])
const numbersOf = (grocery: Grocery) =>
  `${grocery.ref} / ${[grocery.ean, ...some(grocery.otherEan)].join(', ')}`

const currentFeatures = (
  grocery: Grocery,
): string => `<section id="product-features"><h2>Caractéristiques</h2>
${single('Description', some(grocery.description))}
${single('Dénomination légale de vente', some(grocery.legalName))}
${single('Ingrédients', some(grocery.ingredients))}
${single('Pays de fabrication', grocery.countries)}
${grocery.maker || grocery.consumerService ? `<div class="product-description__feature-group-wrapper"><h3>Contact</h3>${pair('Exploitant', grocery.maker)}${pair('Service consommateur', grocery.consumerService)}</div>` : ''}
${pair('Réf / EAN', numbersOf(grocery))}
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
<p>Réf / EAN : ${numbersOf(grocery)}</p>
${nutrition(grocery, (name, value) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
</div>`

function nutrition(grocery: Grocery, row: (name: string, value: string) => string): string {
  const { amounts } = grocery
  if (!amounts) return ''
  const grams = (value: number) => `${String(value).replace('.', ',')} g`
  const rows = [
    row('Valeur énergétique', `${kilojoules(amounts)} kJ`),
    row('Valeur énergétique', `${kilocalories(amounts)} kcal`),
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
        `<article itemscope itemtype="http://schema.org/Product" data-product-ref="${other.ref}"><meta itemprop="brand" content="${escapeHtml(other.brand)}"><link itemprop="image" href="${imageOf(other, 1)}"><a href="${pathOf(other)}"><p itemprop="name">${escapeHtml(other.name)}</p></a><span class="product-attribute">${escapeHtml(other.pack)}</span>${rating(other)}</article>`,
    )
    .join('')}</section>`
}

/** A page that answers 200 and says that its product is gone, with others in its place. */
export const gonePage = (grocery: Grocery): string =>
  renderPage({
    title: 'Produit indisponible',
    lang: 'fr',
    body: `<h1>Ce produit n'est plus commercialisé</h1>${carousel(grocery)}`,
    weightKb: 60,
    seed: 'retailer_b',
  })

export const departmentPage = (title: string): string =>
  renderPage({
    title,
    lang: 'fr',
    body: `<h1>${escapeHtml(title)}</h1><p>Tous les produits du rayon.</p>`,
    weightKb: 60,
    seed: 'retailer_b',
  })

/** The open product data of an article: amounts per 100 g as numbers, names in the site's own words. */
export function openData(grocery: Grocery): Record<string, unknown> {
  return {
    status: 1,
    status_verbose: 'product found',
    code: grocery.ean,
    product: {
      _id: grocery.ean,
      code: grocery.ean,
      lang: 'fr',
      product_name: grocery.name,
      product_name_fr: grocery.name,
      generic_name_fr: grocery.legalName ?? '',
      brands: grocery.brand,
      quantity: grocery.pack,
      ingredients_text_fr: grocery.ingredients ?? '',
      manufacturing_places: grocery.countries.join(', '),
      image_url: grocery.hasImage ? imageOf(grocery, 1) : '',
      nutriments: grocery.amounts ? nutriments(grocery.amounts) : {},
    },
  }
}

const nutriments = (amounts: Amounts): Record<string, unknown> => ({
  energy_unit: 'kcal',
  energy_value: kilocalories(amounts),
  energy_100g: kilojoules(amounts),
  'energy-kcal_100g': kilocalories(amounts),
  fat_100g: amounts.fat,
  'saturated-fat_100g': amounts.saturates,
  carbohydrates_100g: amounts.carbohydrates,
  sugars_100g: amounts.sugars,
  ...(amounts.fibre === null ? {} : { fiber_100g: amounts.fibre }),
  proteins_100g: String(amounts.proteins),
  salt_100g: amounts.salt,
  sodium_100g: amounts.salt / 2.5,
})
