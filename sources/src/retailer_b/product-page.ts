// A product from its page: microdata for what search engines ask of a product, and the rest by the page's markup. A
// carousel further down repeats product scopes, so whatever is read must belong to the page's own.
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { linkedImage, linkedName } from '@quarry/kit/read/linked-values'
import { microdataReader } from '@quarry/kit/read/microdata'
import { integerIn, toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asObject, asText } from '@quarry/kit/read/values'
import { productUrl } from './product-address.ts'
import { readFeatures } from './product-features.ts'
import type { ProductQuery, ProductRecord } from './product-record.ts'

const productScope = '[itemtype$="/Product"]'
const carousel = '[class*="carousel" i], [class*="recommend" i], [class*="slider" i]'
const goneWords = /n['’]existe plus|n['’]est plus (?:disponible|vendu|commercialis)|introuvable|a été retiré/i

/** The record; `gone` where the page says that the product is, null where no product is marked up. */
export function readProductPage(page: Page, query: ProductQuery): ProductRecord | 'gone' | null {
  const dom = parseDom(page)
  const scope = ownScope(dom, query.reference)
  if (!scope) return goneWords.test(dom.text('h1') ?? '') ? 'gone' : null
  const own = (selector: string): Dom[] =>
    scope.all(selector).filter((element) => element.closest(productScope) === scope)
  const item = microdataReader(dom, page.url)(scope)
  const title = own('h1')[0]?.text() ?? dom.text('h1') ?? linkedName(item.name)
  if (title === null) return null
  const id = refOf(scope) ?? own('[data-product-ref]')[0]?.attr('data-product-ref') ?? query.reference
  const reviews = dom.one('#product-reviews')
  const rated = asObject(asList(item.aggregateRating)[0]) ?? item
  const rating = decimal(firstText(rated.ratingValue) ?? contentOf(reviews?.one('[itemprop="ratingValue"]')))
  return {
    id,
    url: productUrl(page, query),
    image: imageOf(item, page.url),
    brand: brandOf(item),
    title,
    rating,
    attributes: own('.product-attribute')
      .map((element) => element.text())
      .filter((text) => text !== null),
    reviews_count: reviewsCount(reviews) ?? toInteger(firstText(rated.reviewCount)),
    reviews_details: { average_rating: rating, rating_distribution: distributionOf(reviews) },
    features: readFeatures(dom, {
      gtin: firstText(item.gtin13) ?? firstText(item.gtin),
      reference: id,
    }),
  }
}

/** The page's own product carries the title or the reference asked for; those of a carousel do not. */
function ownScope(dom: Dom, reference: string): Dom | null {
  const scopes = dom.all(productScope)
  const outside = scopes.filter((scope) => scope.closest(carousel) === null)
  return (
    scopes.find((scope) => scope.one('h1') !== null) ??
    outside.find((scope) => refOf(scope) === reference) ??
    outside.find(
      (scope) => refOf(scope) === null && dom.one('h1') !== null && !goneWords.test(dom.text('h1') ?? ''),
    ) ??
    null
  )
}

const refOf = (scope: Dom): string | null => scope.attr('data-product-ref')

const contentOf = (element: Dom | null | undefined): string | null =>
  element ? (element.attr('content') ?? element.text()) : null

/** "4,3", "4.3", "4,3/5" or "4,3 sur 5". */
const decimal = (text: string | null): number | null =>
  toNumber(
    (text ?? '')
      .split(/\/|sur/)[0]
      ?.trim()
      .replace(',', '.'),
  )

const firstText = (value: unknown): string | null => asText(asList(value)[0])

/** A name, or a thing that has one; the address of the brand's page is none. */
function brandOf(item: JsonObject): string | null {
  const brand = linkedName(item.brand)
  return brand !== null && /^https?:/i.test(brand) ? null : brand
}

function imageOf(item: JsonObject, base: string): string | null {
  const address = linkedImage(item.image)
  return address !== null && isUrl(address, base) ? new URL(address, base).href : null
}

/** The heading says "Avis clients (57)". */
function reviewsCount(reviews: Dom | null): number | null {
  const shown = /\(([\d\s.,\u202f]{1,15})\)/.exec(reviews?.text('h2') ?? '')?.[1]
  return shown === undefined ? null : integerIn(shown)
}

function distributionOf(reviews: Dom | null): ProductRecord['reviews_details']['rating_distribution'] {
  const countOf = (stars: number): number | null => {
    const row = reviews?.one(`[data-rating="${stars}"]`)
    const shown = row?.attr('data-count') ?? row?.children().at(-1)?.text()
    return shown ? integerIn(shown) : null
  }
  return { 1: countOf(1), 2: countOf(2), 3: countOf(3), 4: countOf(4), 5: countOf(5) }
}
