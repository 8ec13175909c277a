// The address of an outside page as its owner wrote it: parsing one adds a slash, and sites wrap it in a counter.

import { isUrl } from '../is-url.ts'
import type { Dom } from './dom.ts'
import { unwrapLink } from './unwrap-link.ts'

/**
 * Where the first link in the element leads: its text where that is the whole address, else its unwrapped target.
 *
 * @example
 * writtenLink(parseDom('<p><a href="/stool">Stool</a></p>'), 'https://shop.example/') // 'https://shop.example/stool'
 */
export function writtenLink(element: Dom | null | undefined, base: string): string | null {
  const target = unwrapLink(element?.attr('href', 'a') ?? null, base)
  const written = element?.text('a') ?? element?.text() ?? null
  const isAddress = written !== null && /^https?:\/\//i.test(written) && isUrl(written)
  return isAddress && (target === null || new URL(written).href === target) ? written : target
}
