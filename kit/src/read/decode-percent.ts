// Decodes percent escapes in addresses of other sites. A malformed escape must not throw.

/** The decoded text, or the text itself if it is malformed. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
