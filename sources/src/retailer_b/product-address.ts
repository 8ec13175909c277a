// The addresses of the site: `/<words>/pr-<reference>` for a product, of which the words have no effect, and the open
// product data of an article.
import type { Page } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import type { ProductQuery } from './product-record.ts'

export const readReference = (pathname: string): string | null =>
  /^\/(?:[^/]{1,400}\/){0,3}pr-([a-z0-9][a-z0-9_-]{0,63})\/?$/i.exec(pathname)?.[1] ?? null

/** The page's own address if it is a product's, else the requested one on the same host. */
export function toProductUrl(page: Page, query: ProductQuery): string {
  const { origin, pathname } = new URL(page.url)
  return `${origin}${/\/pr-[^/]{1,64}\/?$/.test(pathname) ? pathname : toPath(query)}`
}

export const toPath = ({ path, reference }: ProductQuery): string => path ?? `/pr-${reference}`

/** A product by `pr-` and a reference of the site, or by an article number, instead of an address. */
export function parseReference(text: string): ProductQuery | null {
  const reference = /^pr-([a-z0-9][a-z0-9_-]{0,63})$/i.exec(text)?.[1]
  if (reference === undefined) return null
  return { reference, path: isArticleNumber(reference) ? null : `/pr-${reference}` }
}

export const isArticleNumber = (reference: string): boolean => /^\d{8,14}$/.test(reference)

export const toOpenDataPath = (ean: string): string => `/api/v0/product/${ean}.json`

/** The article number in an address of the open product data. */
export const readOpenDataEan = (pathname: string): string | null =>
  /^\/api\/v\d\/product\/(\d{8,14})(?:\.json)?$/.exec(pathname)?.[1] ?? null

/** The absolute address of a link or image, or null. */
export const resolveUrl = (address: string | null, base: string): string | null =>
  address !== null && isUrl(address, base) ? new URL(address, base).href : null

/** Lists of other products, which have the same markup as the page's own. */
export const carousel = '[class*="carousel" i], [class*="recommend" i], [class*="slider" i]'
