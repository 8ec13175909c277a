// Decodes percent escapes in addresses of other sites, where a malformed one must not throw.

/**
 * The decoded text, or the text itself where it is malformed.
 *
 * @example
 * decodePercent('caf%C3%A9') // 'café'
 */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
