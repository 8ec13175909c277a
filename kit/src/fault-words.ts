// The words with which a caller provokes a fault of a sandbox site.
import { decodePercent } from './read/decode-percent.ts'

/**
 * Whether a whole parameter is such a word, where the parameter has no room for another text.
 *
 * @example
 * isFaultWord('fault-slow') // true
 */
export const isFaultWord = (text: string): boolean => /^fault-[a-z]{1,20}(?:-[0-9a-z]{1,20}){0,5}$/.test(text)

/**
 * Whether a request provokes a fault of a sandbox site, by its URL or its body: its result says nothing about
 * the site's health. The body is null for a GET.
 *
 * @example
 * asksForFault('https://shop.example/s?q=fault-slow', null) // true
 */
export const asksForFault = (url: string, body: string | null): boolean =>
  [url, decodePercent(url), body ?? ''].some((text) => text.includes('fault-'))
