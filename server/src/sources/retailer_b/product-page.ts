// A product from its page: server-rendered HTML with microdata. A carousel further down repeats product scopes, so
// whatever is read from the microdata must belong to the page's own.
import type { Page } from '../../contract/outcome.ts'
import { type Dom, parseDom } from '../../extract/dom.ts'
import { integerIn, toInteger, toNumber } from '../../extract/numbers.ts'
import { readFeatures } from './product-features.ts'
import type { ProductInput, ProductRecord } from './product-record.ts'

const productScope = '[itemtype$="/Product"]'
const carousel = '[class*="carousel" i], [class*="recommend" i], [class*="slider" i]'
const goneWords = /n['’]existe plus|n['’]est plus (?:disponible|vendu|commercialis)|introuvable|a été retiré/i

/** The record; `gone` where the page says that the product is, null where no product is marked up. */
export function readProductPage(page: Page, input: ProductInput): ProductRecord | 'gone' | null {
  const dom = parseDom(page)
  const scope = ownScope(dom, input.reference)
  if (!scope) return goneWords.test(dom.text('h1') ?? '') ? 'gone' : null
  const own = (selector: string): Dom[] =>
    scope.all(selector).filter((element) => element.closest(productScope) === scope)
  const title = own('h1')[0]?.text() ?? dom.text('h1') ?? own('[itemprop="name"]')[0]?.text() ?? null
  if (title === null) return null
  const id = refOf(scope) ?? own('[data-product-ref]')[0]?.attr('data-product-ref') ?? input.reference
  const reviews = dom.one('#product-reviews')
  const rating = decimal(
    contentOf(own('[itemprop="ratingValue"]')[0] ?? reviews?.one('[itemprop="ratingValue"]')),
  )
  return {
    id,
    url: addressOf(page, input),
    image: imageOf(own, page.url),
    brand: contentOf(own('meta[itemprop="brand"]')[0] ?? own('[itemprop="brand"]')[0]),
    title,
    rating,
    attributes: own('.product-attribute')
      .map((element) => element.text())
      .filter((text) => text !== null),
    reviews_count: reviewsCount(reviews) ?? toInteger(contentOf(own('[itemprop="reviewCount"]')[0])),
    reviews_details: { average_rating: rating, rating_distribution: distributionOf(reviews) },
    features: readFeatures(dom, { gtin: gtinOf(own), reference: id }),
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

/** The page's own address where it is a product's, else the one asked for. */
const addressOf = (page: Page, input: ProductInput): string => {
  const url = URL.canParse(page.url) ? new URL(page.url) : null
  return url && /\/pr-[^/]{1,64}\/?$/.test(url.pathname) ? `${url.origin}${url.pathname}` : input.url
}

function imageOf(own: (selector: string) => Dom[], base: string): string | null {
  const element = own('link[itemprop="image"], meta[itemprop="image"], img[itemprop="image"]')[0]
  const address = element?.attr('href') ?? element?.attr('content') ?? element?.attr('src')
  return address && URL.canParse(address, base) ? new URL(address, base).href : null
}

const gtinOf = (own: (selector: string) => Dom[]): string | null =>
  contentOf(own('[itemprop="gtin13"], [itemprop="gtin"]')[0])

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
