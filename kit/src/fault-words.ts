// The words with which a caller provokes a fault of a sandbox site.
import { decodePercent } from './read/decode-percent.ts'

/** Whether a whole parameter is such a word: for parameters that cannot contain other text. */
export const isFaultWord = (text: string): boolean => /^fault-[a-z]{1,20}(?:-[0-9a-z]{1,20}){0,5}$/.test(text)

/**
 * Whether the URL or the body of a request provokes a fault of a sandbox site, so that its result says nothing about
 * the site's health. The body is null for a GET.
 */
export const asksForFault = (url: string, body: string | null): boolean =>
  [url, decodePercent(url), body ?? ''].some((text) => text.includes('fault-'))
