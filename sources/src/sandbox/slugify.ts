// Turns names into slugs: lower-case letters, digits and single hyphens.

/** Letters without their accents, as people type them on a plain keyboard. */
export const removeAccents = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')

/** `Écume & Sons, Ltd.` → `ecume-sons-ltd`. */
export const slugify = (text: string): string =>
  removeAccents(text.toLowerCase())
    .replace(/['’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-')
