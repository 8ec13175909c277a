// Titles and labels as words to compare: pages write the same ones with and without case, accents and signs.

const maxChars = 500

/**
 * `Dénomination légale de vente :` as `denomination legale de vente`.
 *
 * @example
 * plainWords('Dénomination légale :') // 'denomination legale'
 */
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
