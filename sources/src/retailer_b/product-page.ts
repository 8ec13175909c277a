// Reads a product from its page: microdata for the product, the page's markup for the rest. A carousel further down
// repeats product scopes, so every value must belong to the page's own scope.
import type { Page } from '@quarry/kit'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { linkedImage, linkedName } from '@quarry/kit/read/linked-values'
import { microdataReader } from '@quarry/kit/read/microdata'
import { integerIn, toInteger, toNumber } from '@quarry/kit/read/numbers'
import { asList, asObject, asText, asTexts } from '@quarry/kit/read/values'
import { carousel, resolveUrl, toProductUrl } from './product-address.ts'
import { readFeatures } from './product-features.ts'
import type { ProductQuery, ProductRecord } from './product-record.ts'

const productScope = '[itemtype$="/Product"]'
const goneWords = /n['’]existe plus|n['’]est plus (?:disponible|vendu|commercialis)|introuvable|a été retiré/i

/** The record; `gone` if the page says that the product was removed, null if no product is marked up. */
export function readProductPage(page: Page, query: ProductQuery): ProductRecord | 'gone' | null {
  const dom = parseDom(page)
  const scope = findScope(dom, query.reference)
  if (!scope) return goneWords.test(dom.text('h1') ?? '') ? 'gone' : null
  const findInScope = (selector: string): Dom[] =>
    scope.all(selector).filter((element) => element.closest(productScope) === scope)
  const item = microdataReader(dom, page.url)(scope)
  const title = findInScope('h1')[0]?.text() ?? dom.text('h1') ?? linkedName(item.name)
  if (title === null) return null
  const id =
    readRef(scope) ?? findInScope('[data-product-ref]')[0]?.attr('data-product-ref') ?? query.reference
  const reviews = dom.one('#product-reviews')
  const aggregate = asObject(asList(item.aggregateRating)[0]) ?? item
  const shownRating = reviews?.one('[itemprop="ratingValue"]')
  const rating = parseRating(
    firstText(aggregate.ratingValue) ?? shownRating?.attr('content') ?? shownRating?.text() ?? '',
  )
  const brand = linkedName(item.brand)
  return {
    id,
    url: toProductUrl(page, query),
    image: resolveUrl(linkedImage(item.image), page.url),
    // The address of the brand's page is not its name.
    brand: brand !== null && /^https?:/i.test(brand) ? null : brand,
    title,
    rating,
    attributes: asTexts(findInScope('.product-attribute').map((element) => element.text())),
    reviews_count: countReviews(reviews) ?? toInteger(firstText(aggregate.reviewCount)),
    reviews_details: { average_rating: rating, rating_distribution: readDistribution(reviews) },
    features: readFeatures(dom, { gtin: firstText(item.gtin13) ?? firstText(item.gtin), reference: id }),
  }
}

/** The page's own product has the title or the requested reference; those of a carousel do not. */
function findScope(dom: Dom, reference: string): Dom | null {
  const scopes = dom.all(productScope)
  const outside = scopes.filter((scope) => scope.closest(carousel) === null)
  const heading = dom.one('h1') && (dom.text('h1') ?? '')
  return (
    scopes.find((scope) => scope.one('h1') !== null) ??
    outside.find((scope) => readRef(scope) === reference) ??
    outside.find((scope) => readRef(scope) === null && heading !== null && !goneWords.test(heading)) ??
    null
  )
}

const readRef = (scope: Dom): string | null => scope.attr('data-product-ref')

const firstText = (value: unknown): string | null => asText(asList(value)[0])

/** "4,3", "4.3", "4,3/5" or "4,3 sur 5". */
const parseRating = (text: string): number | null =>
  toNumber(
    text
      .split(/\/|sur/)[0]
      ?.trim()
      .replace(',', '.'),
  )

/** The heading says "Avis clients (57)". */
function countReviews(reviews: Dom | null): number | null {
  const count = /\(([\d\s.,\u202f]{1,15})\)/.exec(reviews?.text('h2') ?? '')?.[1]
  return count === undefined ? null : integerIn(count)
}

function readDistribution(reviews: Dom | null): ProductRecord['reviews_details']['rating_distribution'] {
  const countStars = (stars: number): number | null => {
    const row = reviews?.one(`[data-rating="${stars}"]`)
    const count = row?.attr('data-count') ?? row?.children().at(-1)?.text()
    return count ? integerIn(count) : null
  }
  return { 1: countStars(1), 2: countStars(2), 3: countStars(3), 4: countStars(4), 5: countStars(5) }
}
