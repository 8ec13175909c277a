// Normalizes titles and labels for comparison, because pages differ in case, accents and punctuation.

const maxChars = 500

/** The words in lower case without accents and punctuation: `Dénomination légale :` is `denomination legale`. */
export const plainWords = (text: string | null): string =>
  (text ?? '')
    .slice(0, maxChars)
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')
