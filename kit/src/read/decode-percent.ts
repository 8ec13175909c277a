// Percent escapes in a piece of an address that somebody else wrote: a malformed one must not throw.

/** The text with its escapes decoded, or as it is where they do not decode. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
