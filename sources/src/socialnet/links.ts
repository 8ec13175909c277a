// Addresses on a company's page: they carry tracking parameters, and images may wait for a script to load them.
import type { Dom } from '@quarry/kit/read/dom'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'

/** The absolute address without query and fragment, or null where the link is none. */
export function withoutQuery(link: string | null, base: string): string | null {
  const address = link === null ? null : unwrapLink(link, base)
  if (address === null) return null
  const url = new URL(address)
  url.search = ''
  url.hash = ''
  return url.href
}

/** The image inside an element: the one that a script would load, or the one that is there; no placeholder. */
export function imageIn(element: Dom | null, base: string): string | null {
  const image = element?.one('img[data-delayed-url], img[src]')
  const link = image?.attr('data-delayed-url') ?? image?.attr('src') ?? null
  return link === null || link === image?.attr('data-ghost-url') ? null : unwrapLink(link, base)
}
