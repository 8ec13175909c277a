// The address of an external page as its owner wrote it: parsing adds a slash, and sites wrap links in a click counter.

import { isUrl } from '../is-url.ts'
import type { Dom } from './dom.ts'
import { unwrapLink } from './unwrap-link.ts'

/**
 * The target of the first link in the element: the link's text if that is a whole address, else its unwrapped
 * address.
 */
export function writtenLink(element: Dom | null | undefined, base: string): string | null {
  const target = unwrapLink(element?.attr('href', 'a') ?? null, base)
  const written = element?.text('a') ?? element?.text() ?? null
  const isAddress = written !== null && /^https?:\/\//i.test(written) && isUrl(written)
  return isAddress && (target === null || new URL(written).href === target) ? written : target
}
