// Writes a count with its noun, such as `1 line` or `2 lines`.

/** Such as `1 line` or `2 lines`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
