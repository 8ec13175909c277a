// The words with which a caller provokes a fault of a sandbox site.

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
export function asksForFault(url: string, body: string | null): boolean {
  if (url.includes('fault-') || body?.includes('fault-')) return true
  try {
    return decodeURIComponent(url).includes('fault-')
  } catch {
    return false
  }
}
