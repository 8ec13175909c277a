// Texts from outside, made safe to show.

/** Without control characters: an escape sequence in a title would be obeyed by a terminal. */
export const plain = (text: string): string => text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
