// Numbers as sites send them, plain or as numeric strings. Anything that is not exactly one number is null, never a
// guess. For prices with signs and grouped digits use prices.ts.

const plainNumber = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?$/i

/**
 * A finite number from a number or a numeric string, else null.
 *
 * @example
 * toNumber('24.50') // 24.5
 */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return plainNumber.test(text) && Number.isFinite(Number(text)) ? Number(text) : null
}

/** A safe integer from a number or a numeric string, else null: `"1938"`, `12.0`, never 12.5. */
export function toInteger(value: unknown): number | null {
  const number = toNumber(value)
  return number !== null && Number.isSafeInteger(number) ? number + 0 : null
}

/**
 * The first whole number in a text, with thousands grouped in any way: "12,345 followers" is 12345, else null.
 */
export function integerIn(text: string): number | null {
  const match = /\d{1,3}(?:[.,\u0020\u00a0\u202f\u2009'’]\d{3}){1,5}(?!\d)|\d{1,15}/.exec(text)
  return match ? toInteger(match[0].replace(/\D/g, '')) : null
}
