// International article numbers (EAN): thirteen digits, of which the last is a check digit that detects typing errors.

/**
 * Whether a text is thirteen digits with the right check digit.
 *
 * @example
 * isEan('4006381333931') // true
 */
export function isEan(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
