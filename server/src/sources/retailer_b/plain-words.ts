// Titles and labels as words to compare: no case, no accents, no signs.

/** `Dénomination légale de vente :` as `denomination legale de vente`. */
export const plainWords = (text: string | null): string =>
  (text ?? '')
    .slice(0, 200)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')
