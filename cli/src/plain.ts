// Makes untrusted texts safe to print.

/** Replaces control characters, which a terminal would execute. */
export const plain = (text: string): string => text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')

/** The same, but tabs and line ends stay, so that a page or a CSV file keeps its lines on a terminal. */
export const plainLines = (text: string): string =>
  text.replaceAll(/\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]/g, ' ')
