// The addresses of the grocer's site: `/<words>/pr-<reference>` for a product, the words being of no account, and the
// open product data of an article.
import type { Page } from '../../contract/outcome.ts'
import type { ProductQuery } from './product-record.ts'

export const referenceIn = (pathname: string): string | null =>
  /^\/(?:[^/]{1,400}\/){0,3}pr-([a-z0-9][a-z0-9_-]{0,63})\/?$/i.exec(pathname)?.[1] ?? null

/** A product's address on the page's host: the page's own where it is one, else the one asked for. */
export function productUrl(page: Page, { path }: ProductQuery): string {
  const { origin, pathname } = new URL(page.url)
  return `${origin}${/\/pr-[^/]{1,64}\/?$/.test(pathname) ? pathname : path}`
}

export const openDataPath = (ean: string): string => `/api/v0/product/${ean}.json`

/** The article number in an address of the open product data. */
export const eanIn = (pathname: string): string | null =>
  /^\/api\/v\d\/product\/(\d{8,14})(?:\.json)?$/.exec(pathname)?.[1] ?? null
