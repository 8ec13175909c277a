// The addresses of the grocer's site: `/<words>/pr-<reference>` for a product, the words being of no account, and the
// open product data of an article.
import type { Page } from '@quarry/kit/outcome'
import type { ProductQuery } from './product-record.ts'

export const referenceIn = (pathname: string): string | null =>
  /^\/(?:[^/]{1,400}\/){0,3}pr-([a-z0-9][a-z0-9_-]{0,63})\/?$/i.exec(pathname)?.[1] ?? null

/** A product's address on the page's host: the page's own where it is one, else the one asked for. */
export function productUrl(page: Page, query: ProductQuery): string {
  const { origin, pathname } = new URL(page.url)
  return `${origin}${/\/pr-[^/]{1,64}\/?$/.test(pathname) ? pathname : pathOf(query)}`
}

export const pathOf = ({ path, reference }: ProductQuery): string => path ?? `/pr-${reference}`

/** What stands for a product without an address: `pr-` and a reference of the site, or an article number. */
export function readBareReference(text: string): ProductQuery | null {
  const reference = /^pr-([a-z0-9][a-z0-9_-]{0,63})$/i.exec(text)?.[1]
  if (reference === undefined) return null
  return isArticleNumber(reference) ? byArticleNumber(reference) : { reference, path: `/pr-${reference}` }
}

export const isArticleNumber = (reference: string): boolean => /^\d{8,14}$/.test(reference)

/** Asked by its number alone, a product has no page on the site. */
export const byArticleNumber = (ean: string): ProductQuery => ({ reference: ean, path: null })

export const openDataPath = (ean: string): string => `/api/v0/product/${ean}.json`

/** The article number in an address of the open product data. */
export const eanIn = (pathname: string): string | null =>
  /^\/api\/v\d\/product\/(\d{8,14})(?:\.json)?$/.exec(pathname)?.[1] ?? null
